import type { FaultAction } from '#main/demo/faults.ts';
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

test('The JWT prefills the user id, and the form says that the id is unverified', async ({
  startApp,
  startClinic,
}) => {
  const clinic = await startClinic();
  const { page } = await startApp({ baseUrl: clinic.baseUrl });
  await accounts(page).jwt.fill(clinic.jwt);
  await expect(accounts(page).userId).toHaveValue(clinic.userId);
  await expect(page.getByText('Read from the JWT and not verified.')).toBeVisible();
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

const html: FaultAction = {
  kind: 'answer',
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: '<!doctype html><title>Welcome to the guest network</title>',
};
const otherClient: FaultAction = {
  kind: 'answer',
  status: 302,
  headers: { location: 'https://elsewhere.invalid/' },
};

const refusals: readonly (readonly [what: string, action: FaultAction, sentence: string])[] = [
  ['refuses the tokens', { kind: 'answer', status: 401 }, 'no longer accepts this sign-in'],
  ['forbids it', { kind: 'answer', status: 403 }, 'This account may not do that.'],
  ['answers HTML', html, 'sent a response that Intray cannot read'],
  ['answers nothing', { kind: 'answer', status: 200, body: '' }, 'sent a response that Intray cannot read'],
  ['cuts its answer', { kind: 'truncate', keepBytes: 20 }, 'cannot'],
  ['answers another shape', { kind: 'replace', body: () => ['no', 'list'] }, 'cannot read'],
  ['sends the request elsewhere', otherClient, 'The address sends requests elsewhere.'],
  ['has trouble', { kind: 'answer', status: 500 }, 'The service had trouble of its own.'],
  ['hangs up', { kind: 'close' }, 'The service cannot be reached.'],
];

for (const [what, action, sentence] of refusals) {
  test(`A service that ${what} is explained in a sentence, and the input stays`, async ({
    startApp,
    startClinic,
  }) => {
    const clinic = await startClinic();
    clinic.faults.add({ match: {}, action });
    const { page } = await startApp({ baseUrl: clinic.baseUrl });
    const { signIn, notification, baseUrl, accessToken, jwt } = accounts(page);
    await signIn(clinic);
    await expect(notification.filter({ hasText: sentence })).toBeVisible();
    await expect(baseUrl).toHaveValue(clinic.baseUrl);
    await expect(accessToken).toHaveValue(clinic.accessToken);
    await expect(jwt).toHaveValue(clinic.jwt);
    clinic.faults.clear();
    await signIn({});
    await expect(browser(page).count).toHaveText('60 requisitions');
  });
}

test('Wrong tokens are refused with an explanation', async ({ startApp, startClinic }) => {
  const clinic = await startClinic();
  const { page } = await startApp({ baseUrl: clinic.baseUrl });
  await accounts(page).signIn({ accessToken: 'not-the-token', jwt: clinic.jwt });
  await expect(
    accounts(page).notification.filter({ hasText: 'no longer accepts this sign-in' }),
  ).toBeVisible();
});

const addresses = [
  'http://clinic.example.org',
  'https://clinic.example.org/v2',
  'https://name:word@clinic.example.org',
  'https://192.168.1.10',
  'ftp://clinic.example.org',
  'clinic',
];

for (const address of addresses) {
  test(`The address ${address} is refused before anything is sent`, async ({ startApp, startClinic }) => {
    const clinic = await startClinic();
    const { page } = await startApp({ baseUrl: clinic.baseUrl });
    await accounts(page).signIn({ baseUrl: address, accessToken: clinic.accessToken, jwt: clinic.jwt });
    await expect(
      page.getByText('Enter an https address with a host name and no path.').first(),
    ).toBeVisible();
    expect(clinic.requests()).toHaveLength(0);
  });
}

test('An empty form names each missing field', async ({ startApp, startClinic }) => {
  const clinic = await startClinic();
  const { page } = await startApp({ baseUrl: clinic.baseUrl });
  await accounts(page).signIn({ baseUrl: '' });
  for (const words of ['Enter the base address.', 'Enter the access token.', 'Enter the JWT.'])
    await expect(page.getByText(words).first()).toBeVisible();
});
