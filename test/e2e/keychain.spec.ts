import { expect, test } from './fixtures.ts';
import { accounts } from './screens/accounts.ts';
import { browser } from './screens/browser.ts';
import { frame } from './screens/frame.ts';

test('With a keychain a sign-in outlives the run', async ({ startDesk, startClinic, keychain }) => {
  const clinic = await startClinic();
  const desk = await startDesk({ baseUrl: clinic.baseUrl, keychain });
  await accounts(desk.page).signIn(clinic);
  await expect(browser(desk.page).count).toHaveText('60 requisitions');
  await expect(desk.page.getByText('This computer offers no keychain')).toBeHidden();
  await expect(frame(desk.page).status).toContainText('Up to date');
  await clinic.close();
  await desk.restart();
  await expect(browser(desk.page).count).toHaveText('60 requisitions');
  await expect(frame(desk.page).status).toContainText(new URL(clinic.baseUrl).host);
});

test('Renewed tokens outlive the run too', async ({ startDesk, startClinic, keychain }) => {
  const clinic = await startClinic();
  const desk = await startDesk({ baseUrl: clinic.baseUrl, keychain });
  await accounts(desk.page).signIn(clinic);
  await expect(frame(desk.page).status).toContainText('Up to date');
  await frame(desk.page).goTo('Accounts');
  await desk.page.getByRole('button', { name: 'Renew tokens' }).click();
  await accounts(desk.page).renew(clinic);
  await expect(desk.page.getByRole('button', { name: 'Save tokens' })).toBeHidden();
  await desk.restart();
  await frame(desk.page).syncNow.click();
  await expect(frame(desk.page).status).toContainText('Online');
});
