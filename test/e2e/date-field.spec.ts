import { expect, test } from './fixtures.ts';
import { browser } from './screens/browser.ts';
import { frame } from './screens/frame.ts';
import { INSPECTED, inspect } from './sweep.ts';

test('A day is typed, changed by arrow keys and chosen in a calendar by keys alone, and Enter saves', async ({
  startApp,
  startClinic,
}) => {
  const clinic = await startClinic();
  const { page } = await startApp({ clinic });
  await expect(frame(page).status).toContainText('Up to date');
  const { open, record } = browser(page);
  await open();
  await record.getByRole('button', { name: 'Follow up' }).click();
  const field = page.getByRole('group', { name: 'Remind me on', exact: true });
  const part = (name: string) => field.getByRole('spinbutton', { name: `${name}, Remind me on` });
  await expect(part('day')).toBeFocused();
  // Single letters and digits are no commands while a day is typed.
  await page.keyboard.type('03022030');
  await expect(part('year')).toBeFocused();
  await expect(part('year')).toHaveText('2030');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(record.getByText(/Reminder .*3 Feb 2031/)).toBeVisible();

  await record.getByRole('button', { name: 'Change follow-up' }).press('Enter');
  await expect(part('month')).toHaveAttribute('aria-valuetext', /February/);
  await part('month').press('Alt+ArrowDown');
  const calendar = page.getByRole('application', { name: /February 2031/ });
  await expect(calendar.getByRole('button', { name: /3 February 2031 selected$/ })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('PageDown');
  await expect(page.getByRole('button', { name: /\b4 March 2031$/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(part('month')).toHaveText('03');
  await part('day').press('Enter');
  await expect(record.getByText(/Reminder .*4 Mar 2031/)).toBeVisible();
});

test('Another day is typed into the day sheet without leaving the field, and its year as well', async ({
  startApp,
}) => {
  const { page } = await startApp({ onlyReads: true });
  await expect(frame(page).status).toContainText('Up to date');
  await frame(page).goTo('Day');
  const part = (name: string) => page.getByRole('spinbutton', { name: `${name}, Day` });
  await part('day').click();
  await page.keyboard.type('14072024');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Sunday, 14 July 2024');
  await expect(part('year')).toHaveText('2024');
  await expect(part('year')).toBeFocused();
});

test(
  'G, eight digits and Enter go to a day in a list: before its first day, that is the last row',
  INSPECTED,
  async ({ startApp }) => {
    const { page } = await startApp({ onlyReads: true });
    await expect(frame(page).status).toContainText('Up to date');
    const { list } = browser(page);
    await page.keyboard.press('g');
    await expect(page.getByRole('spinbutton', { name: 'day, Date' })).toBeFocused();
    await inspect(page, 'go-to-date');
    await page.keyboard.type('01012000');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const current = list.locator('[aria-selected="true"]');
    await expect(current).toBeInViewport();
    expect(await current.getAttribute('aria-posinset')).toBe(await current.getAttribute('aria-setsize'));
    await expect(list).toBeFocused();
  },
);
