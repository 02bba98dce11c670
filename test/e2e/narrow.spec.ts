/** A window of 320 pixels, as one of 1280 is at a zoom of 400 %. */
import type { Locator } from 'playwright/test';
import { NEW_ORDER } from '../support/builders.ts';
import { expect, test } from './fixtures.ts';
import { browser } from './screens/browser.ts';
import { frame, type ScreenName } from './screens/frame.ts';
import { save } from './screens/outbox.ts';
import { settings } from './screens/settings.ts';
import { findBrokenWords, findCutNames, findOverflow } from './overflow.ts';
import { findUnreachable } from './reachable.ts';
import { INSPECTED, inspect } from './sweep.ts';

const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 320, height: 800 };
/** As low as a window of a small screen, and high enough that a record scrolls below its head where that is not narrow. */
const LOW = { width: 320, height: 600 };
const LIST_WIDTHS = [1600, 1280, 1000, 800, 640, 480, 320];
const PAGES = [
  'Home',
  'Activity',
  'Names',
  'Accounts',
  'Access log',
  'Settings',
] as const satisfies readonly ScreenName[];

/** Returns the height of the part that scrolls around an element, in CSS pixels. */
async function getScrolledHeight(inside: Locator): Promise<number> {
  return inside.evaluate((element) => {
    let around: Element | null = element;
    while (around !== null && getComputedStyle(around).overflowY !== 'auto') around = around.parentElement;
    return around?.clientHeight ?? 0;
  });
}

test('In a narrow window nothing of a page is cut at its side, nor of the dialog that snoozes', async ({
  startApp,
}) => {
  const { page } = await startApp({ onlyReads: true });
  await expect(frame(page).status).toContainText('Up to date');
  await page.setViewportSize(NARROW);
  for (const screen of PAGES) {
    await frame(page).goTo(screen);
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    await page.waitForLoadState('networkidle');
    // Suggested names and charts appear a moment after their page.
    if (screen === 'Names') await expect(page.getByRole('table').first()).toBeAttached();
    if (screen === 'Home') await expect(page.getByRole('heading', { name: 'Charts' })).toBeAttached();
    expect(await findOverflow(page), screen).toEqual([]);
  }
  await page.setViewportSize(WIDE);
  await frame(page).goTo('Inbox');
  await browser(page).open();
  await browser(page).list.focus();
  await page.keyboard.press('b');
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Tomorrow morning/ })).toBeVisible();
  await page.setViewportSize(NARROW);
  expect(await findOverflow(page)).toEqual([]);
  await page.keyboard.press('Escape');
});

test('In a window of any width the rows of every list have room for the name of a patient with a namesake', async ({
  startApp,
}) => {
  const { page } = await startApp({ onlyReads: true });
  await expect(frame(page).status).toContainText('Up to date');
  for (const rows of ['Comfortable, two lines', 'Compact, one line']) {
    await frame(page).goTo('Settings');
    await settings(page).choose('Rows', rows);
    for (const screen of ['Requests', 'Requisitions', 'Inbox'] as const) {
      await frame(page).goTo(screen);
      const list = page.locator('[role="grid"]:not([aria-busy]), [role="listbox"]:not([aria-busy])').first();
      await expect(list).toContainText('same name');
      for (const width of LIST_WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        await expect
          .poll(() => findCutNames(list), { message: `${screen}, ${rows}, ${width} px` })
          .toEqual([]);
      }
      await page.setViewportSize(WIDE);
    }
  }
});

test('In a narrow window the entries of the palette break between words', INSPECTED, async ({ startApp }) => {
  const { page } = await startApp({ onlyReads: true });
  await expect(frame(page).status).toContainText('Up to date');
  await frame(page).goTo('Requisitions');
  await browser(page).open();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('dialog').getByRole('searchbox');
  // Two patients have this name.
  await field.fill('Gąsior');
  await expect(page.getByRole('menuitem', { name: /^New requisition for/ }).first()).toBeVisible();
  await expect(page.getByRole('menuitem', { name: /^Requisition: / }).first()).toBeVisible();
  await page.setViewportSize(NARROW);
  const entries = page.getByRole('dialog').getByRole('menu');
  expect(await findBrokenWords(entries)).toEqual([]);
  expect(await findOverflow(page)).toEqual([]);
  await page.setViewportSize(WIDE);
  await inspect(page, 'palette-patients');
  await field.fill('');
  await page.setViewportSize(NARROW);
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  expect(await findBrokenWords(entries)).toEqual([]);
  // The empty field shows its hint.
  expect(await findOverflow(page)).toEqual([]);
  await page.setViewportSize(WIDE);
  await page.keyboard.press('Escape');
});

test('In a narrow window a record below its high head has most of the height to scroll in', async ({
  startApp,
}) => {
  const { page } = await startApp({ onlyReads: true });
  await expect(frame(page).status).toContainText('Up to date');
  for (const screen of ['Requisitions', 'Forms', 'Inbox'] as const) {
    await frame(page).goTo(screen);
    await browser(page).open();
    const section = browser(page).record.getByRole('heading', { level: 3 }).first();
    await expect(section).toBeAttached();
    await page.setViewportSize(LOW);
    expect(await getScrolledHeight(section), screen).toBeGreaterThan(LOW.height / 2);
    expect(await findUnreachable(page), screen).toEqual([]);
    await page.setViewportSize(WIDE);
  }
});

test('In a narrow window the status bar shows all that is said of the pending changes', async ({
  startApp,
  startClinic,
}) => {
  const clinic = await startClinic();
  const { page } = await startApp({ clinic });
  const { status, waiting } = frame(page);
  await expect(status).toContainText('Up to date');
  clinic.faults.add({ match: { method: 'POST' }, action: { kind: 'answer', status: 503 } });
  await save(page, 'requisitions.create', { ...NEW_ORDER.data, name: 'First panel' });
  await save(page, 'requisitions.create', { ...NEW_ORDER.data, name: 'Second panel' });
  await expect(waiting).toHaveText(/^2 pending changes · 2 /);
  await page.setViewportSize(LOW);
  const box = await waiting.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(LOW.width);
  // Two lines.
  expect(box?.height).toBeLessThan(40);
  expect(await findUnreachable(page)).toEqual([]);
});
