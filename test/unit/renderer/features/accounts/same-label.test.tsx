import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Account, AccountsState } from '#contract/accounts.ts';
import { ok } from '#contract/result.ts';
import { showApp, usePage } from '../../../../support/page/render.tsx';
import { CLINIC_ACCOUNT, createLockedState, SIGNED_OUT } from '../../../../support/values.ts';

usePage();

const WARD: Account = { ...CLINIC_ACCOUNT, label: 'Ward 3', userId: null };
/** Three accounts with one label: two of one clinic whose user is not known, and one of another clinic. */
const ACCOUNTS = [
  WARD,
  { ...WARD, id: 'b1b2c3d4e5f60718' },
  { ...WARD, id: 'c1b2c3d4e5f60718', baseUrl: 'https://other.example.org' },
] as const;
const STATE: AccountsState = {
  ...SIGNED_OUT,
  accounts: ACCOUNTS,
  current: WARD.id,
  session: 'open',
  secrets: 'keychain',
};

const LOCKED = createLockedState({ account: ACCOUNTS[1].id });

describe('three accounts with one label', () => {
  it('differ in the status bar, in their list and in what switches to them', async () => {
    showApp({ screen: 'account', accounts: STATE });
    await screen.findByText('Ward 3 (2)');
    const names = screen.getAllByText(/^Ward 3/);
    expect(names.map(({ textContent }) => textContent)).toEqual([
      'Ward 3 (1)',
      'Ward 3 (2)',
      'Ward 3',
      'Ward 3 (1)',
    ]);
    expect(within(screen.getByRole('contentinfo')).getByText('Ward 3 (1)')).toBeDefined();
    const switches = screen
      .getAllByRole('button', { name: /^Open Ward 3/ })
      .map((each) => each.getAttribute('aria-label'));
    expect(switches).toEqual(['Open Ward 3 (clinic.example.org) (2)', 'Open Ward 3 (other.example.org)']);
  });

  it('differ on the lock screen', async () => {
    showApp(
      { accounts: STATE },
      { 'lock.state': async () => ok(LOCKED), 'accounts.list': async () => ok(STATE) },
    );
    await screen.findByRole('heading', { level: 1, name: 'Intray is locked' });
    expect(screen.getByText('Ward 3 (2)')).toBeDefined();
    const others = screen.getAllByRole('button', { name: /Ward 3/ }).map(({ textContent }) => textContent);
    expect(others.map((words) => /Ward 3.*$/.exec(words ?? '')?.[0])).toEqual(['Ward 3 (1)', 'Ward 3']);
  });
});
