import { join, resolve } from 'node:path';
import { expect, test } from './fixtures.ts';
import { browser } from './screens/browser.ts';
import { frame } from './screens/frame.ts';
import { settings } from './screens/settings.ts';

const FOLDER = resolve(import.meta.dirname, '../../test-results/pictures');

test('The access log shows who viewed what, finds it, and finds nothing wrong', async ({ startApp }) => {
  const { page } = await startApp({ onlyReads: true });
  await expect(frame(page).status).toContainText('Up to date');
  await browser(page).open('Results received');
  await frame(page).goTo('Access log');
  const table = page.getByRole('table');
  await expect(table).toContainText('Record viewed');
  await expect(table).toContainText('Account opened');
  await page.getByLabel('Patient or record').fill('user_nobody');
  await expect(page.getByText('No entry matches.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(table).toContainText('Record viewed');
  await page.getByRole('button', { name: 'Check the log' }).click();
  await expect(page.getByText(/none was changed or is missing/)).toBeVisible();

  // Pictures, light and dark, wide and narrow.
  for (const theme of ['Light', 'Dark'] as const) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await frame(page).goTo('Settings');
    await settings(page).choose('Theme', theme);
    await frame(page).goTo('Access log');
    await expect(page.getByRole('table')).toContainText('Record viewed');
    await page.mouse.move(0, 0);
    for (const width of [1280, 700]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(page.getByRole('table')).toBeVisible();
      const name = `access-log-${theme.toLowerCase()}-${width}.png`;
      const picture = await page.screenshot({ path: join(FOLDER, name) });
      expect(picture.length).toBeGreaterThan(10_000);
    }
  }
});
