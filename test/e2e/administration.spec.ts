import { join } from 'node:path';
import { barriers } from './barriers.ts';
import { expect, test } from './fixtures.ts';
import { frame } from './screens/frame.ts';

const FOLDER = 'test-results/pictures';
const LOOKS = [
  ['light', 1280],
  ['dark', 1280],
  ['light', 700],
  ['dark', 700],
] as const;

test('The check of this computer opens from the settings and finds the encrypted database', async ({
  makeApp,
}) => {
  // A program of its own, because the size of the window stays.
  const app = makeApp();
  await app.start();
  const { page } = app;
  await expect(frame(page).status).toContainText('Up to date');
  await frame(page).goTo('Settings');
  await page.getByRole('button', { name: 'Check this computer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Check this computer' });
  await expect(dialog.getByText('Opens in the engine and its threads')).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveCount(11);
  expect(await barriers(page)).toEqual([]);
  for (const [scheme, width] of LOOKS) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 800 });
    await page.screenshot({ path: join(FOLDER, `check-${scheme}-${width}.png`) });
  }
});

test('A policy that cannot be used is named above every screen, and PDFs stay readable', async ({
  makeApp,
}) => {
  const app = makeApp({ policy: '{\n  "savePdf": false\n}' });
  await app.start();
  const problem = `${app.policyFile}, line 2: "savePdf" is not an entry of a policy`;
  await expect(app.page.getByText(problem)).toBeVisible();
  await expect(frame(app.page).status).toContainText('Up to date');
  expect(await barriers(app.page)).toEqual([]);
  for (const [scheme, width] of LOOKS) {
    await app.page.emulateMedia({ colorScheme: scheme });
    await app.page.setViewportSize({ width, height: 800 });
    await app.page.screenshot({ path: join(FOLDER, `policy-${scheme}-${width}.png`) });
  }
});
