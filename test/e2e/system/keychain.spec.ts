import { expect, test } from '../fixtures.ts';
import { accounts } from '../screens/accounts.ts';
import { browser } from '../screens/browser.ts';
import { frame } from '../screens/frame.ts';
import { openLockedKeychain, whyNoKeychain } from '../keychain.ts';
import { findProgram } from '../../../scripts/system-parts.ts';

test('With a keychain a sign-in survives a restart, and so do renewed tokens', async ({
  startApp,
  startClinic,
  keychain,
}) => {
  const clinic = await startClinic();
  const app = await startApp({ baseUrl: clinic.baseUrl, keychain });
  await accounts(app.page).signIn(clinic);
  await expect(browser(app.page).count).toHaveText('60 requisitions');
  await expect(app.page.getByText('This computer has no keychain')).toBeHidden();
  await expect(frame(app.page).status).toContainText('Up to date');
  await clinic.unplug();
  await app.restart();
  await expect(browser(app.page).count).toHaveText('60 requisitions');
  await expect(frame(app.page).status).toContainText(new URL(clinic.baseUrl).host);

  await clinic.plugIn();
  await frame(app.page).goTo('Accounts');
  await app.page.getByRole('button', { name: 'Renew tokens' }).click();
  await accounts(app.page).renew(clinic);
  await expect(app.page.getByRole('button', { name: 'Save tokens' })).toBeHidden();
  await app.restart();
  await frame(app.page).syncNow.click();
  await expect(frame(app.page).status).toContainText('Online');
});

test('A keychain that asks for its password is waited for, and can be given up', async ({
  startApp,
  startClinic,
}) => {
  const why = whyNoKeychain() ?? (findProgram(['xvfb-run']) === null ? 'there is no xvfb-run' : null);
  test.skip(why !== null, why ?? '');
  const locked = await openLockedKeychain();
  const clinic = await startClinic();
  const app = await startApp({ baseUrl: clinic.baseUrl, keychain: locked });
  await accounts(app.page).signIn(clinic);
  const question = app.page.getByText('Answer the question of your computer’s keychain.');
  await expect(question).toBeVisible();
  await app.page.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(app.page.getByText('The keychain of this computer is locked.')).toBeVisible();
  await locked.close();
});
