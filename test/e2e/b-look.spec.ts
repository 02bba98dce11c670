import { frame } from './screens/frame.ts';
import { test } from './fixtures.ts';

test('look', async ({ startApp }) => {
  test.setTimeout(120_000);
  const { page } = await startApp();
  page.setDefaultTimeout(25_000);
  await frame(page).goTo('Requisitions');
  for (const [scheme, width] of [
    ['light', 1280],
    ['dark', 320],
  ] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page
      .getByRole('option')
      .nth(width === 320 ? 2 : 1)
      .click();
    await page.getByRole('region', { name: 'Record' }).waitFor();
    await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
    await page.getByLabel('Name').first().fill(`Ferritin ${width}`);
    await page.setViewportSize({ width, height: 800 });
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.locator('[data-part="toast"]').waitFor();
    await page.screenshot({ path: `/tmp/b-toast-${scheme}-${width}-0.png` });
    await page.getByText('is on the service.').first().waitFor();
    await page.screenshot({ path: `/tmp/b-toast-${scheme}-${width}.png` });
  }
});
