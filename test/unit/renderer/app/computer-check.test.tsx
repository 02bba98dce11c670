import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { CheckLine } from '#contract/computer-check.ts';
import { POLICY_FOR_UNUSABLE_FILE, type PolicyStatus } from '#contract/policy.ts';
import { err, ok } from '#contract/result.ts';
import { showApp, usePage } from '../../../support/page/render.tsx';
import { SIGNED_OUT } from '../../../support/values.ts';
import { NO_POLICY, policyOf } from '../../../support/policy.ts';

usePage();

const LINES: readonly CheckLine[] = [
  { id: 'versions', state: 'fine', found: 'Intray 1.2.3.', advice: null },
  { id: 'keychain', state: 'wrong', found: 'Locked.', advice: 'Unlock it.' },
  { id: 'printing', state: 'attention', found: 'No printer was found.', advice: 'Add one.' },
];
const BROKEN: PolicyStatus = {
  ...NO_POLICY,
  policy: POLICY_FOR_UNUSABLE_FILE,
  source: 'strict',
  problems: [{ line: 3, reason: '"savePdf" is not an entry of a policy' }],
};

describe('the check of this computer', () => {
  it('opens from the native menu, says what was found and what to do, and can be copied', async () => {
    const page = showApp({ check: LINES });
    await screen.findByRole('navigation', { name: 'Navigation' });
    act(() => page.emit('command', { id: 'help.check' }));
    const dialog = await screen.findByRole('dialog', { name: 'Check this computer' });
    await within(dialog).findByText('One thing does not work.');
    expect(within(dialog).getByText('Unlock it.')).toBeDefined();
    expect(within(dialog).getAllByRole('listitem')).toHaveLength(3);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Copy' }));
    const report = [
      '[Fine]      Versions: Intray 1.2.3.',
      '[Does not work] Keychain: Locked. Unlock it.',
      '[Worth knowing] Printing: No printer was found. Add one.',
    ];
    expect(page.inputs('app.copyText')).toEqual([{ text: report.join('\n'), isPrivate: false }]);
  });

  it('works where no account is open', async () => {
    const page = showApp({ accounts: SIGNED_OUT, check: LINES.slice(0, 1) });
    await screen.findByRole('heading', { level: 1 });
    act(() => page.emit('command', { id: 'help.check' }));
    expect(await screen.findByText('Nothing is wrong.')).toBeDefined();
  });

  it('runs again each time it is opened, and says where it could not run', async () => {
    let isBroken = true;
    const page = showApp(
      {},
      { 'computer.check': async () => (isBroken ? err('engine-down') : ok({ lines: LINES })) },
    );
    await screen.findByRole('navigation', { name: 'Navigation' });
    act(() => page.emit('command', { id: 'help.check' }));
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByRole('alert');
    isBroken = false;
    fireEvent.click(within(dialog).getByRole('button', { name: 'Check again' }));
    await within(dialog).findByText('Locked.');
    expect(page.inputs('computer.check')).toHaveLength(2);
  });

  it('is offered in the settings', async () => {
    showApp({ check: LINES });
    await screen.findByRole('navigation', { name: 'Navigation' });
    fireEvent.keyDown(document.body, { key: ',', ctrlKey: true });
    fireEvent.click(await screen.findByRole('button', { name: 'Check this computer' }));
    expect(await screen.findByText('Unlock it.')).toBeDefined();
  });
});

describe('a policy that cannot be used', () => {
  const bar = () => screen.findByText(/^The policy of this computer cannot be used/);

  it('is named with file, line and reason above every screen', async () => {
    showApp({ policy: BROKEN });
    expect((await bar()).textContent).toMatch(
      /Everything stays readable\. \/etc\/intray\/policy\.json, line 3: "savePdf" is not an entry/,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Check this computer' }));
    await screen.findByRole('dialog');
  });

  it('is named without an account as well, and says where the last good one applies', async () => {
    showApp({ accounts: SIGNED_OUT, policy: { ...BROKEN, source: 'last-good' } });
    expect((await bar()).textContent).toContain('the last usable one still applies');
  });

  it('could not be read, which is said until it is', async () => {
    let isDown = true;
    showApp({}, { 'policy.get': (input, real) => (isDown ? Promise.resolve(err('internal')) : real(input)) });
    await screen.findByText(/^What the administrator of this computer allows could not be read/);
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText(/^What the administrator/)).toBeNull());
  });

  it('is no bar where there is none', async () => {
    showApp();
    await screen.findByRole('navigation', { name: 'Navigation' });
    expect(screen.queryByText(/policy of this computer/)).toBeNull();
  });
});

describe('a policy for signing in', () => {
  it('fixes the base address and offers no demo clinic', async () => {
    const policy = policyOf({ baseUrl: 'https://records.example.org', demoClinic: false });
    const page = showApp({ accounts: SIGNED_OUT, policy });
    const address = await screen.findByRole<HTMLInputElement>('textbox', { name: /Base address/ });
    await waitFor(() => expect(address.value).toBe('https://records.example.org'));
    expect(address.readOnly).toBe(true);
    expect(screen.getByText('Fixed by the administrator of this computer.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Open the demo clinic' })).toBeNull();
    fireEvent.change(screen.getByLabelText(/Access token/), { target: { value: 'TOK' } });
    fireEvent.change(screen.getByLabelText(/JWT/), { target: { value: 'JWT' } });
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() =>
      expect(page.inputs('accounts.signIn')).toMatchObject([{ baseUrl: 'https://records.example.org' }]),
    );
  });

  it('says in the settings how much a notification may say', async () => {
    showApp({ policy: policyOf({ notifications: 'kind' }) });
    await screen.findByRole('navigation', { name: 'Navigation' });
    fireEvent.keyDown(document.body, { key: ',', ctrlKey: true });
    expect(await screen.findByText(/does not allow more than “Number and kind”/)).toBeDefined();
  });
});
