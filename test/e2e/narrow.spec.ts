/** A window of 320 pixels, as one of 1280 is at a zoom of 400 %. */
import { expect, test } from './fixtures.ts';
import { browser } from './screens/browser.ts';
import { frame, type ScreenName } from './screens/frame.ts';
import { findOverflow } from './overflow.ts';

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
