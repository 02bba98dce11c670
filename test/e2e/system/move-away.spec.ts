import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { accounts } from '../screens/accounts.ts';
import { browser } from '../screens/browser.ts';
import { frame } from '../screens/frame.ts';

const CHOICE = 'Move the old files away and start again';

test('A keychain that was emptied between two starts leads to two choices', async ({
  startApp,
  startClinic,
  keychain,
}) => {
  const clinic = await startClinic();
  const app = await startApp({ baseUrl: clinic.baseUrl, keychain });
  await accounts(app.page).signIn(clinic);
  await expect(frame(app.page).status).toContainText('Up to date');
  await app.quit();
  await keychain.empty();
  await app.start();

  const { page } = app;
  await expect(page.getByText('the key that opens them is not in the keychain')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('the key that opens them is not in the keychain')).toBeVisible();

  await page.getByRole('button', { name: CHOICE }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('only with the old key');
  await question.getByRole('button', { name: 'Move them away and start again' }).click();

  // The tokens were lost with the keychain.
  await expect(page.getByText('No account is open. Sign in first.')).toBeVisible();
  await accounts(page).signIn(clinic);
  await frame(page).goTo('Requisitions');
  await expect(browser(page).count).toHaveText('60 requisitions');
  const folders = readdirSync(join(app.dataDir, 'accounts'));
  expect(folders.filter((name) => name.includes('.aside-'))).toHaveLength(1);
  await app.restart();
  await expect(browser(app.page).count).toHaveText('60 requisitions');
});
