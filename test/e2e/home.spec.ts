import { join } from 'node:path';
import { barriersInAnyTheme } from './barriers.ts';
import { expect, test } from './fixtures.ts';
import { frame } from './screens/frame.ts';

test('Home is the first screen, passes the accessibility checks, and its queues are as long as their lists', async ({
  startApp,
}) => {
  test.slow();
  const { page } = await startApp({ staysAtHome: true });
  await expect(frame(page).status).toContainText('Up to date');
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1280, 700]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await page.screenshot({ path: join('test-results/pictures', `home-${colorScheme}-${width}.png`) });
    }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: null });
  expect(await barriersInAnyTheme(page)).toEqual([]);
});
