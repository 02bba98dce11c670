import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { LockState } from '#contract/lock.ts';
import { err, ERROR_SENTENCES, ok, type Result } from '#contract/result.ts';
import { showApp, usePage } from '../../../../support/page/render.tsx';
import { CLINIC_ACCOUNT, createLockedState, SIGNED_OUT } from '../../../../support/values.ts';
import { waitUntilPasses } from '../../../../support/wait.ts';

usePage();

const LOCKED = createLockedState({ unsent: 3 });
const UNLOCKED: LockState = { ...LOCKED, state: 'unlocked', reason: null, unsent: null };
const CODE = '0123-4567-89AB-CDEF-GHJK-MNPQ-RSTV';

/** Shows a locked window, whose PIN is answered by `unlock`. */
async function showLocked(
  lock: Partial<LockState> = {},
  unlock: (pin: string | null) => Result<LockState> = () => ok(UNLOCKED),
) {
  const page = showApp(
    {},
    {
      'lock.state': async () => ok({ ...LOCKED, ...lock }),
      'lock.unlock': async ({ pin }) => unlock(pin),
    },
  );
  await screen.findByRole('heading', { level: 1, name: 'Intray is locked' });
  return page;
}

function typePin(pin: string): void {
  fireEvent.change(screen.getByLabelText('PIN'), { target: { value: pin } });
  fireEvent.click(screen.getByRole('button', { name: 'Unlock' }));
}

describe('the lock screen', () => {
  it('loads nothing of the account and shows no navigation until the window is unlocked', async () => {
    const page = await showLocked();
    expect(screen.queryByRole('navigation')).toBeNull();
    const asked = [...new Set(page.asked.map(({ name }) => name))];
    expect(asked.toSorted()).toEqual([
      'accounts.list',
      'app.info',
      'lock.state',
      'settings.get',
      'windows.getRecord',
    ]);
    expect(document.title).toBe('Intray');
    typePin('482913');
    await screen.findByRole('navigation', { name: 'Navigation' });
    expect(page.inputs('lock.unlock')).toEqual([{ pin: '482913' }]);
  });

  it.each([
    [3, /^3 changes have not been sent yet/],
    [0, /^All changes are on the service/],
    [null, /^Whether changes wait to be sent is not known/],
  ])('says why the window is locked, and that %s changes are not sent', async (unsent, words) => {
    await showLocked({ unsent });
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.getByText('This window was not used for a while.')).toBeTruthy();
  });

  it('empties the field after a wrong PIN and says how many tries are left', async () => {
    await showLocked({}, () => err('wrong-pin', { triesLeft: 4 }));
    typePin('111222');
    await screen.findByText(/4 tries are left/);
    expect(screen.getByLabelText<HTMLInputElement>('PIN').value).toBe('');
    expect(document.activeElement).toBe(screen.getByLabelText('PIN'));
  });

  it('allows no try while one has to wait, and says how long', async () => {
    const page = await showLocked({ triesLeft: 0, waitMs: 5 * 60_000 });
    expect(screen.getAllByText(/The next one is possible in (5:00|4:59)/)).not.toEqual([]);
    typePin('482913');
    expect(page.inputs('lock.unlock')).toEqual([]);
  });

  it('opens an account without a PIN by one button', async () => {
    const page = await showLocked({ hasPin: false });
    expect(screen.queryByLabelText('PIN')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Open' }));
    await screen.findByRole('navigation', { name: 'Navigation' });
    expect(page.inputs('lock.unlock')).toEqual([{ pin: null }]);
  });

  it('lets another person sign in, while the account stays locked', async () => {
    const page = showApp(
      { accounts: SIGNED_OUT },
      {
        'lock.state': async () => ok(LOCKED),
        'lock.leave': async () => ok({ ...UNLOCKED, account: null, hasPin: false }),
      },
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Sign in to another account' }));
    await screen.findByRole('textbox', { name: /address/i });
    expect(page.inputs('lock.leave')).toEqual([{}]);
  });

  it('names the user of each other account, because two people use one clinic', async () => {
    const other = { ...CLINIC_ACCOUNT, id: 'b1b2c3d4e5f60718', userId: 'user_nurse02' };
    showApp(
      { accounts: { ...SIGNED_OUT, accounts: [CLINIC_ACCOUNT, other] } },
      { 'lock.state': async () => ok(LOCKED) },
    );
    const buttons = await screen.findAllByRole('button', { name: /^Open clinic/ });
    expect(buttons.map((each) => each.getAttribute('aria-label'))).toEqual([
      'Open clinic.example.org (user_nurse01)',
      'Open clinic.example.org (user_nurse02)',
    ]);
  });

  it('covers the window again when it is locked', async () => {
    const page = await showLocked();
    typePin('482913');
    await screen.findByRole('navigation', { name: 'Navigation' });
    act(() => page.emit('lock', { ...LOCKED, reason: 'system' }));
    await screen.findByText('This computer was locked.');
    expect(screen.queryByRole('navigation')).toBeNull();
  });
});

describe('a forgotten PIN', () => {
  it('is replaced with the recovery code, and the new code is shown before anything else', async () => {
    const page = showApp(
      {},
      {
        'lock.state': async () => ok(LOCKED),
        'lock.recover': async () => {
          page.emit('lock', UNLOCKED);
          return ok({ recoveryCode: CODE });
        },
      },
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Forgotten the PIN?' }));
    fireEvent.change(screen.getByLabelText('Recovery code'), { target: { value: 'abcd' } });
    fireEvent.change(screen.getByLabelText('New PIN'), { target: { value: '482913' } });
    fireEvent.change(screen.getByLabelText('New PIN again'), { target: { value: '482914' } });
    fireEvent.click(screen.getByRole('button', { name: 'Open with the code' }));
    await screen.findByText('The two entries are different.');
    expect(page.inputs('lock.recover')).toEqual([]);
    fireEvent.change(screen.getByLabelText('New PIN again'), { target: { value: '482913' } });
    fireEvent.click(screen.getByRole('button', { name: 'Open with the code' }));
    await screen.findByText(CODE);
    expect(screen.queryByRole('navigation')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'I have written it down' }));
    await screen.findByRole('navigation', { name: 'Navigation' });
    expect(screen.queryByText(CODE)).toBeNull();
  });

  it('of an account without a recovery code is explained, and nothing is offered that does nothing', async () => {
    await showLocked({ hasRecoveryCode: false });
    fireEvent.click(screen.getByRole('button', { name: 'Forgotten the PIN?' }));
    expect(screen.getByText(/Nothing is deleted; ask the administrator/)).toBeTruthy();
    expect(screen.queryByLabelText('Recovery code')).toBeNull();
  });
});

describe('the warning before the lock', () => {
  it('offers to stay and saves what is typed', async () => {
    const page = showApp();
    await screen.findByRole('navigation', { name: 'Navigation' });
    fireEvent.keyDown(document.body, { key: 'n' });
    fireEvent.change(await screen.findByRole('combobox', { name: 'Name' }), {
      target: { value: 'Ferritin' },
    });
    act(() => page.emit('lockSoon', { inMs: 60_000 }));
    const warning = await screen.findByText(/locks in less than a minute/);
    await waitUntilPasses(() =>
      expect(page.inputs('drafts.save')).toMatchObject([{ fields: { name: 'Ferritin' } }]),
    );
    const banner = warning.closest('[role="alert"]');
    fireEvent.click(within(banner as HTMLElement).getByRole('button', { name: 'Stay' })); // an element of the page
    expect(page.inputs('lock.stay')).toEqual([{}]);
    expect(screen.queryByText(/locks in less than a minute/)).toBeNull();
  });

  it('comes back with the reason where the wish to stay did not arrive', async () => {
    const page = showApp({}, { 'lock.stay': async () => err('internal') });
    await screen.findByRole('navigation', { name: 'Navigation' });
    act(() => page.emit('lockSoon', { inMs: 60_000 }));
    fireEvent.click(await screen.findByRole('button', { name: 'Stay' }));
    expect(
      await screen.findByText(
        (words) => words.includes('locks in less than a minute') && words.includes(ERROR_SENTENCES.internal),
      ),
    ).toBeDefined();
  });

  it('is announced once, while the seconds are only seen', async () => {
    const page = showApp();
    await screen.findByRole('navigation', { name: 'Navigation' });
    act(() => page.emit('lockSoon', { inMs: 60_000 }));
    const seconds = await screen.findByText('1:00');
    const warning = screen.getByText(/locks in less than a minute/).closest('[role="alert"]');
    const said = (): string =>
      [...(warning?.childNodes ?? [])]
        .filter((node) => !(node instanceof Element && node.getAttribute('aria-hidden') === 'true'))
        .map((node) => node.textContent)
        .join(' ');
    const before = said();
    act(() => page.emit('lockSoon', { inMs: 20_000 }));
    await waitUntilPasses(() => expect(seconds.textContent).toBe('0:20'));
    expect(said()).toBe(before);
  });
});

describe('a switch to an account with a PIN', () => {
  it('is followed by its lock screen, and no error is shown meanwhile', async () => {
    const page = showApp({}, { 'accounts.switch': async () => err('locked') });
    await screen.findByRole('navigation', { name: 'Navigation' });
    act(() => page.emit('command', { id: 'go.account' }));
    const other = { id: 'a1b2c3d4e5f60718', baseUrl: 'https://north.example', userId: null };
    act(() =>
      page.emit('accounts', {
        accounts: [{ ...other, kind: 'service', addedAt: null }],
        current: 'demo',
        session: 'open',
        secrets: null,
        error: null,
        isKeychainAsking: false,
      }),
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Open north.example' }));
    await waitUntilPasses(() => expect(page.inputs('accounts.switch')).toEqual([{ id: other.id }]));
    await screen.findByRole('button', { name: 'Open north.example' });
    expect(screen.queryByRole('alert')).toBeNull();
    act(() => page.emit('lock', { ...LOCKED, account: other.id, reason: 'switch' }));
    await screen.findByText('This account has a PIN.');
  });
});

describe('the key of the lock', () => {
  it('says why the window was not locked, and tries again', async () => {
    const page = showApp({}, { 'lock.now': async () => err('engine-down') });
    await screen.findByRole('navigation', { name: 'Navigation' });
    fireEvent.keyDown(document.body, { key: 'l', ctrlKey: true });
    const failure = await screen.findByText(/^This window was not locked\./);
    const banner = failure.closest<HTMLElement>('[role="alert"]') ?? document.body;
    fireEvent.click(within(banner).getByRole('button', { name: 'Try again' }));
    await waitUntilPasses(() => expect(page.inputs('lock.now')).toHaveLength(2));
    fireEvent.click(within(banner).getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText(/^This window was not locked\./)).toBeNull();
  });
});

describe('the PIN in the settings', () => {
  async function showSettings(lock: Partial<LockState>, answers: Parameters<typeof showApp>[1] = {}) {
    const page = showApp({}, { 'lock.state': async () => ok({ ...UNLOCKED, ...lock }), ...answers });
    await screen.findByRole('navigation', { name: 'Navigation' });
    act(() => page.emit('command', { id: 'go.settings' }));
    await screen.findByRole('heading', { name: 'Lock' });
    return page;
  }

  it('is set with two equal entries that are not easy to guess, and the recovery code is shown once', async () => {
    const page = await showSettings(
      { hasPin: false },
      { 'lock.setPin': async () => ok({ recoveryCode: CODE }) },
    );
    fireEvent.click(screen.getByRole('button', { name: 'Set a PIN' }));
    const enter = (pin: string, repeated: string): void => {
      fireEvent.change(screen.getByLabelText('New PIN'), { target: { value: pin } });
      fireEvent.change(screen.getByLabelText('New PIN again'), { target: { value: repeated } });
      fireEvent.click(screen.getByRole('button', { name: 'Save the PIN' }));
    };
    enter('123456', '123456');
    await screen.findByText('Digits in a row are easy to guess. Choose another PIN.');
    expect(page.inputs('lock.setPin')).toEqual([]);
    enter('482913', '482913');
    await screen.findByText(CODE);
    expect(page.inputs('lock.setPin')).toEqual([{ newPin: '482913', currentPin: null }]);
    fireEvent.click(screen.getByRole('button', { name: 'I have written it down' }));
    await screen.findByText('The PIN was saved.');
    expect(screen.queryByText(CODE)).toBeNull();
  });

  it('is removed only with the current PIN', async () => {
    const page = await showSettings({}, { 'lock.removePin': async () => err('wrong-pin', { triesLeft: 1 }) });
    fireEvent.click(screen.getByRole('button', { name: 'Remove the PIN' }));
    fireEvent.click(screen.getByRole('button', { name: 'Remove the PIN' }));
    await screen.findByText('Enter the PIN.');
    expect(page.inputs('lock.removePin')).toEqual([]);
    fireEvent.change(screen.getByLabelText('Current PIN'), { target: { value: '482914' } });
    fireEvent.click(screen.getByRole('button', { name: 'Remove the PIN' }));
    await screen.findByText(/1 try is left/);
    expect(page.inputs('lock.removePin')).toEqual([{ pin: '482914' }]);
  });

  it('is not offered for the demo clinic', async () => {
    await showSettings({ hasPin: false, canHavePin: false });
    expect(screen.getByText(/The demo clinic has no PIN/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Set a PIN' })).toBeNull();
  });

  it('keeps a recovery code that is not written down in sight when the user leaves the settings', async () => {
    const page = await showSettings({}, { 'lock.renewRecoveryCode': async () => ok({ recoveryCode: CODE }) });
    fireEvent.click(screen.getByRole('button', { name: 'New recovery code' }));
    fireEvent.change(screen.getByLabelText('Current PIN'), { target: { value: '482913' } });
    fireEvent.click(screen.getByRole('button', { name: 'New recovery code' }));
    await screen.findByText(CODE);
    act(() => page.emit('command', { id: 'go.account' }));
    expect(screen.queryByText(CODE)).toBeNull();
    fireEvent.click(await screen.findByRole('button', { name: 'Show the code' }));
    await screen.findByText(CODE);
    fireEvent.click(screen.getByRole('button', { name: 'I have written it down' }));
    act(() => page.emit('command', { id: 'go.account' }));
    expect(screen.queryByRole('button', { name: 'Show the code' })).toBeNull();
  });

  it('keeps no PIN in a field after a try', async () => {
    await showSettings({}, { 'lock.removePin': async () => err('wrong-pin', { triesLeft: 3 }) });
    fireEvent.click(screen.getByRole('button', { name: 'Remove the PIN' }));
    fireEvent.change(screen.getByLabelText('Current PIN'), { target: { value: '482914' } });
    fireEvent.click(screen.getByRole('button', { name: 'Remove the PIN' }));
    await screen.findByText(/3 tries are left/);
    expect(screen.getByLabelText<HTMLInputElement>('Current PIN').value).toBe('');
  });
});
