/** A window of 320 pixels, as one of 1280 is at a zoom of 400 %. */
import type { Locator } from 'playwright/test';
import { NEW_ORDER } from '../support/builders.ts';
import { expect, test } from './fixtures.ts';
import { callBridge } from './bridge.ts';
import { browser } from './screens/browser.ts';
import { frame, type ScreenName } from './screens/frame.ts';
import { inbox } from './screens/inbox.ts';
import { save } from './screens/outbox.ts';
import { settings } from './screens/settings.ts';
import { worklist } from './screens/worklist.ts';
import {
  findBrokenBirthDates,
  findBrokenWords,
  findCutNames,
  findOverflow,
  findSliversOfText,
} from './overflow.ts';
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

test('In compact rows beside a record the name of a patient is whole before the name of the requisition', async ({
  startApp,
}) => {
  const { page } = await startApp({ onlyReads: true });
  await expect(frame(page).status).toContainText('Up to date');
  await frame(page).goTo('Settings');
  await settings(page).choose('Rows', 'Compact, one line');
  await page.setViewportSize({ width: 1280, height: 800 });
  await frame(page).goTo('Requisitions');
  await browser(page).open();
  const { list } = browser(page);
  await expect(list).toContainText('same name');
  const findCut = async (): Promise<readonly string[]> =>
    list.locator('[data-fit="line"] > bdi:first-child').evaluateAll((names) =>
      names
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ textContent }) => textContent ?? '')
        // A longer name is cut before the birth date.
        .filter((name) => name.length <= 'Grace Sullivan'.length),
    );
  await expect.poll(findCut).toEqual([]);
});

test('In a window of any width rows show a few letters of a text or nothing of it', async ({ startApp }) => {
  const { page } = await startApp({ onlyReads: true });
  await expect(frame(page).status).toContainText('Up to date');
  for (const rows of ['Comfortable, two lines', 'Compact, one line']) {
    await frame(page).goTo('Settings');
    await settings(page).choose('Rows', rows);
    for (const screen of ['Requisitions', 'Forms'] as const) {
      await frame(page).goTo(screen);
      if (screen === 'Requisitions') await worklist(page).tab('Needs review').click({ force: true });
      await expect(browser(page).rows.first()).toContainText(screen === 'Forms' ? '' : 'Results received');
      for (const width of LIST_WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        await expect
          .poll(() => findSliversOfText(browser(page).list), { message: `${screen}, ${rows}, ${width} px` })
          .toEqual([]);
      }
      await page.setViewportSize(WIDE);
    }
  }
});

test('Beside the longest name of a requisition its status has room', async ({ startApp, startClinic }) => {
  const clinic = await startClinic();
  const { page } = await startApp({ clinic });
  await expect(frame(page).status).toContainText('Up to date');
  await save(page, 'requisitions.create', { ...NEW_ORDER.data, name: 'Comprehensive panel '.repeat(9) });
  await frame(page).syncNow.click();
  await expect(browser(page).rows.first()).toContainText('Comprehensive panel');
  await page.setViewportSize(WIDE);
  expect(await findSliversOfText(browser(page).list)).toEqual([]);
});

test('In a narrow list the counts of the inbox are in one line, in German with those that have room in it', async ({
  startApp,
}) => {
  const { page } = await startApp();
  await expect(frame(page).status).toContainText('Up to date');
  await page.setViewportSize(WIDE);
  await frame(page).goTo('Inbox');
  const { count } = inbox(page);
  await expect(count).toHaveText(/^\d+ notifications · \d+ unread · \d+ for others$/);
  // One line of 16 pixels and its padding.
  expect((await count.boundingBox())?.height).toBeLessThan(30);
  expect(await findOverflow(page)).toEqual([]);
  await callBridge(page, 'settings.set', { language: 'de' });
  const germanCount = page.locator('[data-part="count"]').filter({ hasText: /\d ungelesen/ });
  await expect(germanCount).toHaveText(/^\d+ Mitteilungen · \d+ ungelesen · \d+ für andere$/);
  for (const width of [1000, 480, 320]) {
    await page.setViewportSize({ ...WIDE, width });
    expect((await germanCount.boundingBox())?.height, `${width} px`).toBeLessThan(30);
    expect(await findOverflow(page), `${width} px`).toEqual([]);
  }
});

/** Returns the lower edge of the first text of an element, in CSS pixels from the top of the window. */
async function getLowerEdgeOfText(element: Locator): Promise<number> {
  return element.evaluate((around) => {
    const range = document.createRange();
    range.selectNodeContents(document.createTreeWalker(around, NodeFilter.SHOW_TEXT).nextNode() ?? around);
    return range.getBoundingClientRect().bottom;
  });
}

test('What is overdue stands on the line of the name beside it', async ({ startApp }) => {
  const { page } = await startApp({ onlyReads: true });
  await expect(frame(page).status).toContainText('Up to date');
  await browser(page).search.fill('review:overdue');
  const row = browser(page).rows.filter({ hasText: 'overdue' }).first();
  const age = await getLowerEdgeOfText(row.locator('[data-tone]:has(> svg)').first());
  // The birth date beside the name has the same size of text.
  const birthDate = await getLowerEdgeOfText(row.locator('bdi + bdi').first());
  expect(Math.abs(age - birthDate)).toBeLessThan(1);
});

test('In a window of 1,000 pixels the whole table of the sync is shown, also in German', async ({
  startApp,
}) => {
  const { page } = await startApp();
  await expect(frame(page).status).toContainText('Up to date');
  await frame(page).goTo('Activity');
  await callBridge(page, 'settings.set', { language: 'de' });
  await page.setViewportSize({ ...WIDE, width: 1000 });
  const table = page.getByRole('table').filter({ hasText: 'Reihenfolge' });
  await expect(table).toBeVisible();
  expect(
    await table.evaluate(({ parentElement, scrollWidth }) => scrollWidth - (parentElement?.clientWidth ?? 0)),
  ).toBeLessThanOrEqual(0);
});

test('No birth date is broken over two lines', async ({ startApp }) => {
  const { page } = await startApp({ onlyReads: true });
  await expect(frame(page).status).toContainText('Up to date');
  for (const screen of ['Forms', 'Inbox'] as const) {
    await frame(page).goTo(screen);
    await browser(page).open(screen === 'Forms' ? 'oldest' : '');
    for (const width of LIST_WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      expect(await findBrokenBirthDates(page), `${screen}, ${width} px`).toEqual([]);
    }
    await page.setViewportSize(WIDE);
  }
  for (const screen of ['Day', 'Names'] as const) {
    await frame(page).goTo(screen);
    const table = page.getByRole('table').first();
    await expect(table).toContainText('another id has this name');
    for (const width of [...LIST_WIDTHS, 700, 360]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await findBrokenBirthDates(page), `${screen}, ${width} px`).toEqual([]);
      if (screen === 'Day') expect(await findBrokenWords(table), `${width} px`).toEqual([]);
    }
    await page.setViewportSize(WIDE);
  }
});

test('In the dialog of the shortcuts no words are squeezed by their keys', async ({ startApp }) => {
  const { page } = await startApp({ onlyReads: true });
  await expect(frame(page).status).toContainText('Up to date');
  await page.keyboard.press('?');
  const words = page.getByRole('dialog').getByText('Show the open record in its own window');
  await expect(words).toBeVisible();
  const lines = await words.evaluate((element) => element.getClientRects()[0]?.height ?? 0);
  expect(lines).toBeLessThanOrEqual(60);
  await page.keyboard.press('Escape');
});

test('In a narrow window the frame of the tour is around what it shows, and not over the status bar', async ({
  startApp,
}) => {
  const { page } = await startApp({ onlyReads: true });
  await expect(frame(page).status).toContainText('Up to date');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('searchbox').fill('Tour of Intray');
  await page.keyboard.press('Enter');
  const tour = page.getByRole('dialog', { name: 'Home shows what needs work' });
  await expect(tour).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  const ring = page.locator(':has(+ [data-pane="tour"])');
  const getEdges = (part: Locator) =>
    part.evaluate((element) => {
      const { top, left, bottom, right } = element.getBoundingClientRect();
      return { top, left, bottom, right };
    });
  const bar = await getEdges(frame(page).status);
  await expect.poll(async () => (await getEdges(ring)).bottom).toBeLessThanOrEqual(bar.top);
  await tour.getByRole('button', { name: 'Next' }).click();
  const search = await getEdges(browser(page).search.locator('..'));
  await expect.poll(async () => (await getEdges(ring)).left).toBeLessThan(search.left - 3);
  const around = await getEdges(ring);
  expect(around.right).toBeGreaterThan(search.right + 3);
  expect(around.bottom).toBeGreaterThan(search.bottom + 3);
  await page.keyboard.press('Escape');
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

test('In a narrow window without a network all buttons of the status bar are in the window', async ({
  startApp,
  startClinic,
}) => {
  const clinic = await startClinic();
  const { page } = await startApp({ clinic });
  const { status, syncNow } = frame(page);
  await expect(status).toContainText('Up to date');
  // With a second account the bar has one button more.
  await expect(status.getByRole('button', { name: 'Switch account' })).toBeVisible();
  await clinic.unplug();
  await syncNow.click();
  await expect(status).toContainText('Offline');
  for (const width of [700, 480, 360, 320]) {
    await page.setViewportSize({ width, height: 740 });
    const ends = await status
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().right));
    // The word itself is whole; since when it is so may be cut.
    const connection = status.getByText(/^Offline/);
    const words = await connection.evaluate((element) => element.getBoundingClientRect().width);
    expect(words, `${width} px`).toBeGreaterThan(40);
    expect(Math.max(...ends), `${width} px`).toBeLessThanOrEqual(width);
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
