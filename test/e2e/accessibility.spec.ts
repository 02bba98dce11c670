import type { Locator, Page } from 'playwright/test';
import { barriersInUsualThemes } from './barriers.ts';
import { expect, test } from './fixtures.ts';
import { accounts } from './screens/accounts.ts';
import { browser } from './screens/browser.ts';
import { frame } from './screens/frame.ts';
import { lockScreen } from './screens/lock.ts';
import { requests } from './screens/completion-requests.ts';
import { INSPECTED, SWEEP, inspect } from './sweep.ts';

const SCREENS = [
  'Home',
  'Forms',
  'Requests',
  'Inbox',
  'Day',
  'Activity',
  'Names',
  'Accounts',
  'Access log',
  'Settings',
  'Requisitions',
] as const;

const LISTS: ReadonlySet<string> = new Set(['Forms', 'Inbox', 'Requisitions']);

/** What screen readers listen to politely, without the announcements of menus and pickers by React Aria. */
function politeRegions(page: Page): Locator {
  return page.locator('[role="status"], output, [aria-live="polite"]:not([data-live-announcer] *)');
}

test('Every screen passes the accessibility checks', INSPECTED, async ({ startApp }) => {
  test.slow();
  const { page } = await startApp({ onlyReads: true });
  await expect(frame(page).status).toContainText('Up to date');
  for (const place of SCREENS) {
    await frame(page).goTo(place);
    const { rows, open } = browser(page);
    if (LISTS.has(place)) {
      await expect(rows.first()).toBeVisible();
      expect(await barriersInUsualThemes(page), place).toEqual([]);
      await inspect(page, place.toLowerCase());
      await open();
    }
    if (place === 'Requests') await expect(requests(page).rows.first()).toBeVisible();
    await expect(politeRegions(page), place).toHaveCount(1);
    expect(await barriersInUsualThemes(page), place).toEqual([]);
    await inspect(page, LISTS.has(place) ? `${place.toLowerCase()}-record` : place.toLowerCase());
  }
});

test(
  'The sign-in passes the accessibility checks, empty and with all its errors',
  SWEEP,
  async ({ startApp, startClinic }) => {
    const clinic = await startClinic();
    const { page } = await startApp({ baseUrl: clinic.baseUrl });
    await expect(accounts(page).heading).toBeVisible();
    await inspect(page, 'sign-in');
    await accounts(page).signIn({ baseUrl: 'clinic' });
    await expect(accounts(page).notification.first()).toBeVisible();
    await inspect(page, 'sign-in-errors');
  },
);

test(
  'The details of the sync and the list of shortcuts pass the accessibility checks',
  SWEEP,
  async ({ startApp }) => {
    const { page } = await startApp({ onlyReads: true });
    await expect(frame(page).status).toContainText('Up to date');
    await frame(page).status.getByText('Up to date').click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await inspect(page, 'sync-details');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toBeVisible();
    await inspect(page, 'shortcuts');
  },
);

test(
  'The lock passes the accessibility checks from the first PIN to the replaced one, in both widths',
  SWEEP,
  async ({ makeApp, startClinic, keychain }) => {
    test.slow();
    const clinic = await startClinic();
    const app = makeApp({ baseUrl: clinic.baseUrl, keychain });
    await app.start();
    const { page } = app;
    const { lock, press, pin, code, enter, chooseNewPin } = lockScreen(page);
    const check = (state: string): Promise<void> => inspect(page, `lock-${state}`);
    await accounts(page).signIn(clinic);
    await expect(frame(page).status).toContainText('Up to date');
    await frame(page).goTo('Settings');
    await press('Set a PIN');
    await expect(page.getByLabel('New PIN', { exact: true })).toBeFocused();
    await chooseNewPin('123456');
    await press('Save the PIN');
    await check('new-pin');
    await chooseNewPin('482913');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'I have written it down' })).toBeFocused();
    await frame(page).goTo('Accounts');
    await check('unwritten-code');
    await press('Show the code');
    await check('first-code');
    const first = (await code.textContent()) ?? '';
    await press('I have written it down');
    await check('settings');
    await lock();
    await enter('750284');
    await expect(page.getByText('9 tries are left')).toBeVisible();
    await check('wrong-pin');
    await expect(pin).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Recovery code' })).toBeFocused();
    await press('Open with the code');
    await check('forgotten-pin');
    await page.getByRole('textbox', { name: 'Recovery code' }).fill(first);
    await chooseNewPin('750284');
    await page.keyboard.press('Enter');
    await expect(code).not.toHaveText(first);
    await expect(page.getByRole('button', { name: 'I have written it down' })).toBeFocused();
    await check('next-code');
  },
);
