import { expect, test } from './fixtures.ts';
import { browser } from './screens/browser.ts';
import { frame } from './screens/frame.ts';
import { INSPECTED, inspect } from './sweep.ts';

test(
  'The access log shows who viewed what, finds it, and finds nothing wrong',
  INSPECTED,
  async ({ startApp }) => {
    const { page } = await startApp({ onlyReads: true });
    await expect(frame(page).status).toContainText('Up to date');
    await browser(page).open('Results received');
    await frame(page).goTo('Access log');
    // The former screen stays until the code of this one is read.
    await expect(page.getByRole('heading', { level: 1, name: 'Access log' })).toBeVisible();
    const table = page.getByRole('table');
    await expect(table).toContainText('Record viewed');
    await expect(table).toContainText('Account opened');
    await page.getByLabel('Patient or record').fill('user_nobody');
    await expect(page.getByText('No entry matches.')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(table).toContainText('Record viewed');
    await page.getByRole('button', { name: 'Check the log' }).click();
    await expect(page.getByText(/none was changed or is missing/)).toBeVisible();
    await inspect(page, 'access-log');
  },
);
