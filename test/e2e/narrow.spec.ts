/** A window of 320 pixels, as one of 1280 is at a zoom of 400 %. */
import { expect, test } from './fixtures.ts';
import { browser } from './screens/browser.ts';
import { frame, type ScreenName } from './screens/frame.ts';
import { findBrokenWords, findOverflow } from './overflow.ts';
import { INSPECTED, inspect } from './sweep.ts';

const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 320, height: 800 };
const PAGES = [
  'Home',
  'Activity',
  'Names',
  'Accounts',
  'Access log',
  'Settings',
] as const satisfies readonly ScreenName[];

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
  await page.setViewportSize(WIDE);
  await page.keyboard.press('Escape');
});
