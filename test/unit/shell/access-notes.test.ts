import { describe, expect, test, vi } from 'vitest';
import type { AccountsState } from '#contract/accounts.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { withAccessLogOfSignInsAndPrints } from '#main/shell/access-notes.ts';

const ID = 'a1b2c3d4e5f60718';
const STATE: AccountsState = {
  accounts: [{ id: ID, kind: 'service', baseUrl: 'https://a.example.org', userId: 'user_1', addedAt: null }],
  current: ID,
  session: 'open',
  secrets: 'keychain',
  error: null,
  isKeychainAsking: false,
};
const SIGN_IN = { baseUrl: 'https://a.example.org', accessToken: 'TOK', jwt: 'JWT', userId: 'user_1' };

/** Runs a call of the page that ends with an answer. Returns what was recorded. */
async function record(
  name: Parameters<ReturnType<typeof withAccessLogOfSignInsAndPrints>>[0],
  input: unknown,
  answer: Result<unknown>,
): Promise<unknown[]> {
  const note = vi.fn();
  const route = withAccessLogOfSignInsAndPrints(async () => answer, {
    accessLog: { note },
    session: { getState: () => STATE },
  });
  expect(await route(name, input)).toBe(answer);
  return note.mock.calls.map(([access]) => access as unknown);
}

describe('What the main process serves itself', () => {
  test('a sign-in is recorded with its account, and never with a token', async () => {
    const noted = await record('accounts.signIn', SIGN_IN, ok(STATE));
    expect(noted).toEqual([{ what: 'sign-in', outcome: 'ok', account: ID, user: 'user_1' }]);
  });

  test('a refused sign-in is recorded with the reason and the user that was named', async () => {
    const noted = await record('accounts.signIn', SIGN_IN, err('unauthorised', { serverWords: 'TOK' }));
    expect(noted).toEqual([{ what: 'sign-in', outcome: 'unauthorised', account: null, user: 'user_1' }]);
  });

  test('new tokens and a confirmed user are sign-ins of their account', async () => {
    const renewed = await record(
      'accounts.renewTokens',
      { id: ID, accessToken: 'TOK', jwt: 'JWT', isSameUser: true },
      err('another-user'),
    );
    expect(renewed).toEqual([{ what: 'sign-in', outcome: 'another-user', account: ID, user: 'user_1' }]);
    const confirmed = await record('accounts.confirmUser', { id: ID }, ok(STATE));
    expect(confirmed).toEqual([{ what: 'sign-in', outcome: 'ok', account: ID, user: 'user_1' }]);
  });

  test('a printing is recorded with its records and what became of it', async () => {
    const noted = await record('app.print', { records: ['req_1'] }, ok({ outcome: 'cancelled' }));
    expect(noted).toEqual([{ what: 'print', outcome: 'cancelled', records: ['req_1'] }]);
  });

  test('other calls leave no entry here', async () => {
    expect(await record('settings.get', {}, ok({}))).toEqual([]);
  });
});
