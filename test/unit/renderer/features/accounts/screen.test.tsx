import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { err, ok } from '#contract/result.ts';
import { switchPageToLocale } from '#renderer/text/text.ts';
import type { Steering } from '../../../../support/page/page.ts';
import { showApp, usePage } from '../../../../support/page/render.tsx';
import { aHealth, CLINIC_ACCOUNT, SIGNED_OUT, openDemo } from '../../../../support/values.ts';

usePage();
afterEach(async () => act(async () => switchPageToLocale('en-GB')));

const demo = openDemo().accounts;
const atClinic = openDemo({
  accounts: [...demo, CLINIC_ACCOUNT],
  current: CLINIC_ACCOUNT.id,
  secrets: 'keychain',
});
const signedOut = {
  'sync.health': () => Promise.resolve(ok(aHealth({ account: null, connection: 'signed-out' }))),
};

const JWT = `e30.${btoa('{"sub":"user_hinted"}')}.sig`;
const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

async function filledForm(): Promise<void> {
  await screen.findByRole('heading', { name: 'Sign in to your clinic' });
  fill('Base address', 'https://clinic.example.org');
  fill('Access token', 'TOK-SENTINEL');
  fill('JWT', JWT);
}

describe('Intray without an account', () => {
  it('opens the demo clinic in one press', async () => {
    const page = showApp(
      { accounts: SIGNED_OUT },
      { 'accounts.openDemo': () => Promise.resolve(ok(openDemo())) },
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Open the demo clinic' }));
    await screen.findByRole('navigation', { name: 'Navigation' });
    expect(page.asked.some(({ name }) => name === 'accounts.openDemo')).toBe(true);
  });

  it('names every missing field, beside it and in a summary that links to it', async () => {
    const page = showApp({ accounts: SIGNED_OUT });
    fireEvent.click(await screen.findByRole('button', { name: 'Sign in' }));
    const summary = await screen.findByRole('alert');
    expect(summary.textContent).toContain('3 fields need your attention:');
    expect(screen.getAllByText('Enter the JWT.')).toHaveLength(2);
    fireEvent.click(within(summary).getByRole('button', { name: 'JWT' }));
    expect(document.activeElement).toBe(screen.getByLabelText('JWT'));
    expect(page.asked.some(({ name }) => name === 'accounts.signIn')).toBe(false);
  });

  it('offers the address that this start was given', async () => {
    const baseUrlHint = 'http://127.0.0.1:4010';
    const tellHint: NonNullable<Steering['app.info']> = async (input, real) => {
      const info = await real(input);
      return info.ok ? ok({ ...info.value, baseUrlHint }) : info;
    };
    showApp({ accounts: SIGNED_OUT }, { 'app.info': tellHint });
    expect(await screen.findByLabelText('Base address')).toHaveProperty('value', baseUrlHint);
  });

  it('hides the tokens and takes the user id from the JWT as a suggestion', async () => {
    showApp({ accounts: SIGNED_OUT });
    await filledForm();
    expect(screen.getByLabelText('Access token').getAttribute('type')).toBe('password');
    expect(screen.getByLabelText('JWT').getAttribute('type')).toBe('password');
    expect(screen.getByLabelText('Your user id')).toHaveProperty('value', 'user_hinted');
    expect(screen.getByText(/not verified/)).toBeDefined();
    fill('Your user id', 'user_own');
    fill('JWT', `${JWT}x`);
    expect(screen.getByLabelText('Your user id')).toHaveProperty('value', 'user_own');
  });

  it('submits the form, and keeps no token afterwards', async () => {
    const page = showApp({ accounts: SIGNED_OUT }, { 'accounts.signIn': async () => ok(atClinic) });
    await filledForm();
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    await screen.findByRole('navigation', { name: 'Navigation' });
    expect(page.inputs('accounts.signIn')).toEqual([
      {
        baseUrl: 'https://clinic.example.org',
        accessToken: 'TOK-SENTINEL',
        jwt: JWT,
        userId: 'user_hinted',
      },
    ]);
    fireEvent.click(screen.getByRole('button', { name: /^Accounts/ }));
    await screen.findByRole('heading', { name: 'Add a clinic' });
    expect(screen.getByLabelText('Access token')).toHaveProperty('value', '');
    expect(document.documentElement.outerHTML).not.toContain('TOK-SENTINEL');
  });

  it.each([
    ['unauthorised', 'The service does not accept these tokens. Check both and try again.'],
    ['offline', 'The service cannot be reached. Check the base address and the network'],
    ['certificate', 'The certificate of the service cannot be trusted.'],
  ] as const)('explains that the service answered %s, and keeps the input', async (code, words) => {
    showApp({ accounts: SIGNED_OUT }, { 'accounts.signIn': () => Promise.resolve(err(code)) });
    await filledForm();
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    expect((await screen.findByRole('alert')).textContent).toContain(words);
    expect(screen.getByLabelText('Base address')).toHaveProperty('value', 'https://clinic.example.org');
  });

  it('shows what the service said to tokens that it refuses, and blames neither of the two', async () => {
    const refused = err('unauthorised', { serverWords: 'unknown client' });
    showApp({ accounts: SIGNED_OUT }, { 'accounts.signIn': () => Promise.resolve(refused) });
    await filledForm();
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    const notification = await screen.findByRole('alert');
    expect(notification.textContent).toContain('Check both and try again. It said: unknown client');
    expect(notification.textContent).not.toContain('Access token');
    for (const name of ['Access token', 'JWT'])
      expect(screen.getByLabelText(name).getAttribute('aria-invalid')).not.toBe('true');
  });

  it('says why an account could not be opened, and tries again', async () => {
    const failed = openDemo({
      accounts: [CLINIC_ACCOUNT],
      current: CLINIC_ACCOUNT.id,
      session: 'failed',
      error: { code: 'keychain-locked' },
    });
    const page = showApp({ accounts: failed }, { 'accounts.reopen': () => Promise.resolve(ok(atClinic)) });
    const notification = await screen.findByRole('alert');
    expect(notification.textContent).toContain('The keychain of this computer is locked.');
    expect(notification.textContent).toContain('Nothing was deleted.');
    fireEvent.click(within(notification).getByRole('button', { name: 'Try again' }));
    await screen.findByRole('navigation', { name: 'Navigation' });
    expect(page.asked).toContainEqual({ name: 'accounts.reopen', input: {} });
  });
});

describe('files without a matching key', () => {
  const failed = (code: 'key-missing' | 'key-mismatch' | 'keychain-locked') =>
    openDemo({ accounts: [CLINIC_ACCOUNT], current: CLINIC_ACCOUNT.id, session: 'failed', error: { code } });
  const choice = 'Move the old files away and start again';

  it.each(['key-missing', 'key-mismatch'] as const)('%s leave two choices', async (code) => {
    showApp({ accounts: failed(code) });
    const notification = await screen.findByRole('alert');
    expect(
      within(notification)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Try again', choice]);
  });

  it('are moved away after the user was told what that means', async () => {
    const page = showApp(
      { accounts: failed('key-missing') },
      { 'accounts.moveAway': () => Promise.resolve(ok(atClinic)) },
    );
    fireEvent.click(await screen.findByRole('button', { name: choice }));
    const dialog = await screen.findByRole('alertdialog', {
      name: 'Move the files of clinic.example.org away?',
    });
    expect(dialog.textContent).toContain('can be read only with the old key');
    expect(page.asked.some(({ name }) => name === 'accounts.moveAway')).toBe(false);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Move them away and start again' }));
    await screen.findByRole('navigation', { name: 'Navigation' });
    expect(page.asked).toContainEqual({ name: 'accounts.moveAway', input: { id: CLINIC_ACCOUNT.id } });
  });

  it('are left alone if the user cancels, and the choice is missing while the keychain is locked', async () => {
    const page = showApp({ accounts: failed('key-mismatch') });
    fireEvent.click(await screen.findByRole('button', { name: choice }));
    fireEvent.click(await screen.findByRole('button', { name: 'Keep the files' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(page.asked.some(({ name }) => name === 'accounts.moveAway')).toBe(false);
    page.emit('accounts', failed('keychain-locked'));
    await waitFor(() => expect(screen.queryByRole('button', { name: choice })).toBeNull());
  });
});

describe('several accounts', () => {
  it('are listed, and another one opens in one press', async () => {
    const page = showApp(
      { accounts: atClinic },
      { 'accounts.switch': () => Promise.resolve(ok(openDemo())) },
    );
    fireEvent.click(await screen.findByRole('button', { name: /^Accounts/ }));
    fireEvent.click(await screen.findByRole('button', { name: 'Open Demo clinic' }));
    await waitFor(() => expect(document.title).toBe('Home – Intray'));
    expect(page.asked).toContainEqual({ name: 'accounts.switch', input: { id: 'demo' } });
  });
});

describe('the name of an account', () => {
  const accountOf = (id: string, host: string, userId: string) => ({
    ...CLINIC_ACCOUNT,
    id,
    baseUrl: `https://${host}`,
    userId,
    label: 'Clinic',
  });
  const [north, south, nurse] = [
    accountOf('a'.repeat(16), 'north.example.org', 'user_doctor'),
    accountOf('b'.repeat(16), 'south.example.org', 'user_doctor'),
    accountOf('c'.repeat(16), 'south.example.org', 'user_nurse'),
  ];

  it('is given in the list, and shown there and in the status bar', async () => {
    const named = { ...atClinic, accounts: [...demo, { ...CLINIC_ACCOUNT, label: 'Ward 3' }] };
    const page = showApp(
      { accounts: atClinic, screen: 'account' },
      {
        'accounts.setLabel': async () => {
          page.emit('accounts', named);
          return ok(named);
        },
      },
    );
    fireEvent.click(await screen.findByRole('button', { name: /^Name of clinic.example.org/ }));
    const field = await screen.findByLabelText('Name of this account');
    fireEvent.change(field, { target: { value: 'x'.repeat(61) } });
    fireEvent.click(screen.getByRole('button', { name: 'Save the name' }));
    await screen.findByText('A name has at most 60 characters and no line breaks.');
    expect(page.inputs('accounts.setLabel')).toEqual([]);
    fireEvent.change(field, { target: { value: ' Ward 3 ' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save the name' }));
    await waitFor(() => expect(screen.queryByLabelText('Name of this account')).toBeNull());
    expect(page.inputs('accounts.setLabel')).toEqual([{ id: CLINIC_ACCOUNT.id, label: 'Ward 3' }]);
    expect(await screen.findAllByText('Ward 3')).toHaveLength(2);
    expect(screen.getByText('clinic.example.org')).toBeDefined();
  });

  it('is removed by an empty one, and stays where it cannot be saved, with the reason in the chosen language', async () => {
    const accounts = { ...atClinic, accounts: [{ ...CLINIC_ACCOUNT, label: 'Ward 3' }] };
    const page = showApp(
      { accounts, screen: 'account' },
      { 'accounts.setLabel': async () => err('storage-full') },
    );
    fireEvent.click(await screen.findByRole('button', { name: /^Name of Ward 3/ }));
    fireEvent.change(await screen.findByLabelText('Name of this account'), { target: { value: ' ' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save the name' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('full');
    expect(page.inputs('accounts.setLabel')).toEqual([{ id: CLINIC_ACCOUNT.id, label: null }]);
    expect(await screen.findAllByText('Ward 3')).toHaveLength(2);
    await act(async () => switchPageToLocale('de-AT'));
    expect(alert.textContent).toContain('Der Datenträger ist voll.');
  });

  it('leaves three accounts of the same name apart by host and user, in the list and in the status bar', async () => {
    showApp({
      accounts: { ...atClinic, accounts: [north, south, nurse], current: north.id },
      screen: 'account',
    });
    await screen.findByRole('button', { name: 'Open Clinic (south.example.org, user_doctor)' });
    await screen.findByRole('button', { name: 'Open Clinic (south.example.org, user_nurse)' });
    const bar = screen.getAllByRole('contentinfo').find(({ dataset }) => dataset['pane'] === 'status');
    expect(bar?.textContent).toMatch(/Clinic.*north\.example\.org.*octor/);
  });
});

describe('a sign-in that has ended', () => {
  /** Types new tokens into the open account and submits them. */
  async function enterNewTokens(): Promise<HTMLElement> {
    const banner = await screen.findByRole('alert');
    expect(banner.textContent).toContain('All records on this computer stay readable.');
    fireEvent.click(within(banner).getByRole('button', { name: 'Enter new tokens' }));
    const form = (await screen.findByRole('heading', { name: /New tokens for/ })).closest('form');
    if (form === null) throw new Error('the heading stands in its form');
    fireEvent.change(within(form).getByLabelText('Access token'), { target: { value: 'new' } });
    fireEvent.change(within(form).getByLabelText('JWT'), { target: { value: 'a.b.c' } });
    fireEvent.click(within(form).getByRole('button', { name: 'Save tokens' }));
    return form;
  }
  const NEW = { id: CLINIC_ACCOUNT.id, accessToken: 'new', jwt: 'a.b.c' };

  it('is shown prominently, with a way to enter new tokens in place', async () => {
    const page = showApp(
      { accounts: atClinic },
      { ...signedOut, 'accounts.renewTokens': async () => ok(atClinic) },
    );
    await enterNewTokens();
    await waitFor(() => expect(screen.queryByRole('heading', { name: /New tokens for/ })).toBeNull());
    expect(page.inputs('accounts.renewTokens')).toEqual([{ ...NEW, isSameUser: false }]);
  });

  it('asks by name whose the tokens are if they do not say so, and accepts them once the user confirms', async () => {
    const page = showApp(
      { accounts: atClinic },
      {
        ...signedOut,
        'accounts.renewTokens': async ({ isSameUser }) =>
          isSameUser ? ok(atClinic) : err('user-unconfirmed'),
      },
    );
    const form = await enterNewTokens();
    await within(form).findByText('Do these tokens belong to user_nurse01?');
    fireEvent.click(within(form).getByRole('button', { name: 'They belong to user_nurse01' }));
    await waitFor(() => expect(screen.queryByRole('heading', { name: /New tokens for/ })).toBeNull());
    expect(page.inputs('accounts.renewTokens').at(-1)).toEqual({ ...NEW, isSameUser: true });
  });

  it('refuses the tokens of another user in place, and offers another account', async () => {
    const page = showApp(
      { accounts: atClinic },
      {
        ...signedOut,
        'accounts.renewTokens': async () => err('another-user'),
        'accounts.signIn': async () => ok(atClinic),
      },
    );
    const form = await enterNewTokens();
    fireEvent.click(await within(form).findByRole('button', { name: 'Add as another account' }));
    await waitFor(() => expect(page.inputs('accounts.signIn')).toHaveLength(1));
    expect(page.inputs('accounts.renewTokens')).toHaveLength(1);
  });
});
