import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './fixtures.ts';
import { browser } from './screens/browser.ts';
import { frame } from './screens/frame.ts';
import { INSPECTED, inspect } from './sweep.ts';

test(
  'Home is the first screen, and its queues are as long as their lists',
  INSPECTED,
  async ({ startApp }) => {
    test.slow();
    const { page } = await startApp({ onlyReads: true, staysAtHome: true });
    await expect(frame(page).status).toContainText('Up to date');
    await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
    const drafts = page.getByRole('button', { name: /^[1-9]\d* Drafts/ });
    await expect(drafts).toBeVisible();
    await expect(page.getByRole('region', { name: 'Notifications per day' })).toBeVisible();
    await inspect(page, 'home');
    const count = Number.parseInt((await drafts.textContent()) ?? '', 10);
    await drafts.click();
    await expect(browser(page).rows.first()).toHaveAttribute('aria-setsize', String(count));
  },
);

test('The picture of a chart is saved as a PNG file, and the handover sheet is printed', async ({
  startApp,
}) => {
  const app = await startApp({ onlyReads: true, staysAtHome: true, savesAs: 'chart.png' });
  const { page } = app;
  await expect(frame(page).status).toContainText('Up to date');
  await page.getByRole('button', { name: 'PNG: Notifications per day' }).click();
  const file = join(app.home, 'chart.png');
  await expect.poll(() => tryRead(file)?.subarray(1, 4).toString('latin1')).toBe('PNG');
  await page.getByRole('button', { name: 'Print handover sheet' }).click();
  await expect(page.getByRole('button', { name: 'Print handover sheet' })).toBeEnabled();
  await expect(page.locator('[data-print="sheet"]')).toHaveCount(0);
});

function tryRead(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}
