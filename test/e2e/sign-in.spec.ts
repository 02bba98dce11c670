import { expect, test } from './fixtures.ts';
import { accounts } from './screens/accounts.ts';
import { browser } from './screens/browser.ts';
import { frame } from './screens/frame.ts';

test('A user signs in with a base address and two tokens, of which nothing is stored without a keychain', async ({
  startApp,
  startClinic,
}) => {
  const clinic = await startClinic();
  const { page } = await startApp({ baseUrl: clinic.baseUrl });
  const { heading, baseUrl, userId, signIn } = accounts(page);
  await expect(heading).toBeVisible();
  await expect(baseUrl).toHaveValue(clinic.baseUrl);
  await signIn(clinic);
  await expect(browser(page).count).toHaveText('60 requisitions');
  await expect(frame(page).status).toContainText(new URL(clinic.baseUrl).host);
  await expect(userId).toBeHidden();
  await expect(
    page.getByText('This computer has no keychain, so nothing is stored after Intray closes.'),
  ).toBeVisible();
});
