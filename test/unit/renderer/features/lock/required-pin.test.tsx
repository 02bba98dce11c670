import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { LockState } from '#contract/lock.ts';
import { POLICY_WITHOUT_FILE } from '#contract/policy.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { showApp, usePage } from '../../../../support/page/render.tsx';

usePage();

const NEEDS_PIN: LockState = {
  state: 'unlocked',
  reason: null,
  account: 'demo',
  hasPin: false,
  canHavePin: true,
  needsPin: true,
  hasRecoveryCode: false,
  hasAdministratorKey: false,
  unsent: null,
  mayLackInput: false,
  triesLeft: null,
  waitMs: 0,
};
const HAS_PIN: LockState = { ...NEEDS_PIN, hasPin: true, needsPin: false, hasRecoveryCode: true };
const CODE = '0123-4567-89AB-CDEF-GHJK-MNPQ-RSTV';

/** Shows a window whose open account needs a PIN. */
async function showRequired(setPin: () => Result<{ readonly recoveryCode: string }>) {
  const page = showApp(
    {},
    {
      'lock.state': async () => ok(NEEDS_PIN),
      'lock.setPin': async () => {
        const set = setPin();
        // Main tells the page before it answers.
        if (set.ok) page.emit('lock', HAS_PIN);
        return set;
      },
    },
  );
  await screen.findByRole('heading', { level: 1, name: 'This account needs a PIN' });
  return page;
}

function typeTwice(pin: string): void {
  fireEvent.change(screen.getByLabelText('New PIN'), { target: { value: pin } });
  fireEvent.change(screen.getByLabelText('New PIN again'), { target: { value: pin } });
  fireEvent.click(screen.getByRole('button', { name: 'Save the PIN' }));
}

it('asks for the PIN and shows its recovery code before anything of the account is loaded', async () => {
  const page = await showRequired(() => ok({ recoveryCode: CODE }));
  const asked = [...new Set(page.asked.map(({ name }) => name))];
  expect(asked.toSorted()).toEqual([
    'accounts.list',
    'app.info',
    'lock.state',
    'settings.get',
    'windows.getRecord',
  ]);
  expect(document.activeElement).toBe(screen.getByLabelText('New PIN'));
  typeTwice('123456');
  await screen.findByText('Digits in a row are easy to guess. Choose another PIN.');
  expect(page.inputs('lock.setPin')).toEqual([]);
  typeTwice('482913');
  await screen.findByText(CODE);
  expect(page.inputs('lock.setPin')).toEqual([{ newPin: '482913', currentPin: null }]);
  expect(screen.queryByRole('navigation')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'I have written it down' }));
  await screen.findByRole('navigation', { name: 'Navigation' });
});

it('says why a PIN could not be set, and still shows nothing else', async () => {
  await showRequired(() => err('keychain-locked'));
  typeTwice('482913');
  await screen.findByRole('alert');
  expect(screen.getByLabelText<HTMLInputElement>('New PIN').value).toBe('482913');
  expect(screen.queryByRole('navigation')).toBeNull();
});

it('can be locked instead', async () => {
  const page = await showRequired(() => err('internal'));
  fireEvent.click(screen.getByRole('button', { name: 'Lock now' }));
  await waitFor(() => expect(page.inputs('lock.now')).toEqual([{}]));
});

it('offers no removal of the PIN in the settings', async () => {
  const policy = {
    policy: { ...POLICY_WITHOUT_FILE, requirePin: true },
    source: 'file',
    file: '/p',
    problems: [],
  };
  const page = showApp(
    {},
    { 'lock.state': async () => ok(HAS_PIN), 'policy.get': async () => ok(policy as never) }, // one of its shapes
  );
  await screen.findByRole('navigation', { name: 'Navigation' });
  act(() => page.emit('command', { id: 'go.settings' }));
  await screen.findByText(/requires a PIN for every account/);
  screen.getByRole('button', { name: 'Change the PIN' });
  expect(screen.queryByRole('button', { name: 'Remove the PIN' })).toBeNull();
});
