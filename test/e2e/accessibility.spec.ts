import { barriers, barriersInAnyTheme } from './barriers.ts';
import { expect, test } from './fixtures.ts';
import { accounts } from './screens/accounts.ts';
import { browser } from './screens/browser.ts';
import { frame } from './screens/frame.ts';
import { requests } from './screens/completion-requests.ts';

const SCREENS = [
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

test('Every screen passes the accessibility checks in every theme', async ({ startApp }) => {
  // Twelve screens, each checked three times.
  test.slow();
  const { page } = await startApp();
  await expect(frame(page).status).toContainText('Up to date');
  for (const place of SCREENS) {
    await frame(page).goTo(place);
    const { rows, open } = browser(page);
    if (LISTS.has(place)) {
      await expect(rows.first()).toBeVisible();
      expect(await barriersInAnyTheme(page), place).toEqual([]);
      await open();
    }
    if (place === 'Requests') await expect(requests(page).rows.first()).toBeVisible();
    expect(await barriersInAnyTheme(page), place).toEqual([]);
  }
});

test('The sign-in passes the accessibility checks, empty and with all its errors', async ({
  startApp,
  startClinic,
}) => {
  const clinic = await startClinic();
  const { page } = await startApp({ baseUrl: clinic.baseUrl });
  await expect(accounts(page).heading).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await accounts(page).signIn({ baseUrl: 'clinic' });
  await expect(accounts(page).notification.first()).toBeVisible();
  expect(await barriers(page)).toEqual([]);
});

test('The details of the sync and the list of shortcuts pass the accessibility checks', async ({
  startApp,
}) => {
  const { page } = await startApp();
  await expect(frame(page).status).toContainText('Up to date');
  await frame(page).status.getByText('Up to date').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
});
