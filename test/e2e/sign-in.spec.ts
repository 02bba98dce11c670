import { expect, test } from './fixtures.ts';
import { accounts } from './screens/accounts.ts';
import { browser } from './screens/browser.ts';
import { frame } from './screens/frame.ts';

test('A user signs in with a base address and two tokens', async ({ startApp, startClinic }) => {
  const clinic = await startClinic();
  const { page } = await startApp({ baseUrl: clinic.baseUrl });
  const { heading, baseUrl, userId, signIn } = accounts(page);
  await expect(heading).toBeVisible();
  await expect(baseUrl).toHaveValue(clinic.baseUrl);
  await signIn(clinic);
  await expect(browser(page).count).toHaveText('60 requisitions');
  await expect(frame(page).status).toContainText(new URL(clinic.baseUrl).host);
  await expect(userId).toBeHidden();
});

test('Without a keychain Intray says that nothing is stored after this run', async ({
  startApp,
  startClinic,
}) => {
  const clinic = await startClinic();
  const { page } = await startApp({ baseUrl: clinic.baseUrl });
  await accounts(page).signIn(clinic);
  await expect(
    page.getByText('This computer has no keychain, so nothing is stored after Intray closes.'),
  ).toBeVisible();
});

test('Wrong tokens are refused with an explanation', async ({ startApp, startClinic }) => {
  const clinic = await startClinic();
  const { page } = await startApp({ baseUrl: clinic.baseUrl });
  await accounts(page).signIn({ accessToken: 'not-the-token', jwt: clinic.jwt });
  await expect(
    accounts(page).notification.filter({ hasText: 'no longer accepts this sign-in' }),
  ).toBeVisible();
});
