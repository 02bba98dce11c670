import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '#contract/default-settings.ts';
import {
  BASE,
  dataDir,
  app,
  makeDataDir,
  OTHER,
  removeDataDir,
  RENEWED,
  signIn,
  TOKENS,
} from './session-app.ts';

beforeEach(makeDataDir);
afterEach(removeDataDir);

function getJwt(claims: object): string {
  return `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.sig`;
}
const ANNA = getJwt({ sub: 'user_anna' });
const BERT = getJwt({ sub: 'user_bert' });

async function annasApp() {
  const made = app();
  await made.session.signIn(signIn(BASE, 'user_anna'));
  const id = made.session.getState().current ?? '';
  made.calls.length = 0;
  return { ...made, id };
}

describe('new tokens in place', () => {
  test('of another user are refused, and nothing is requested from the service with them', async () => {
    const { session, calls, keychain, id } = await annasApp();
    const before = new Map(keychain.entries);
    const renewed = await session.renewTokens({ id, accessToken: 'TOK-2', jwt: BERT, isSameUser: true });
    expect(renewed).toMatchObject({ error: { code: 'another-user' } });
    expect(calls).toEqual([]);
    expect(keychain.entries).toEqual(before);
    expect(session.getState()).toMatchObject({ current: id, session: 'open' });
  });

  test('of the same user are accepted without a question', async () => {
    const { session, id } = await annasApp();
    const renewed = await session.renewTokens({ id, accessToken: 'TOK-2', jwt: ANNA, isSameUser: false });
    expect(renewed.ok).toBe(true);
  });

  test.each([
    ['that say nothing', 'opaque'],
    ['that name something else than a user', getJwt({ sub: 'svc_scheduler', user_id: 7 })],
  ])('%s wait for the user to say whose they are, at every sign-in in place', async (_which, jwt) => {
    const { session, calls, id } = await annasApp();
    for (const accessToken of ['TOK-2', 'TOK-3']) {
      const tokens = { id, accessToken, jwt };
      expect(await session.renewTokens({ ...tokens, isSameUser: false })).toMatchObject({
        error: { code: 'user-unconfirmed' },
      });
      expect(calls).toEqual([]);
      expect((await session.renewTokens({ ...tokens, isSameUser: true })).ok).toBe(true);
      calls.length = 0;
    }
  });

  test('of an account without a known user lead to the question too', async () => {
    const { session } = app();
    await session.signIn(signIn(BASE, null));
    const id = session.getState().current ?? '';
    const renewed = await session.renewTokens({ id, accessToken: 'TOK-2', jwt: BERT, isSameUser: false });
    expect(renewed).toMatchObject({ error: { code: 'user-unconfirmed' } });
  });

  test('of another user become an account of their own', async () => {
    const { session, opened } = await annasApp();
    const bert = { baseUrl: BASE, accessToken: 'TOK-2', jwt: BERT, userId: 'user_bert' };
    expect((await session.signIn(bert as never)).ok).toBe(true); // ids come branded
    const [anna, other] = opened() as readonly { account: string; key: string }[]; // inputs of engine.open
    expect(other?.account).not.toBe(anna?.account);
    expect(other?.key).not.toBe(anna?.key);
  });

  test('a sign-in whose JWT names another user than the form is refused', async () => {
    const { session, calls } = app();
    const mixed = { baseUrl: BASE, accessToken: 'TOK-2', jwt: BERT, userId: 'user_anna' };
    expect(await session.signIn(mixed as never)).toMatchObject({ error: { code: 'another-user' } });
    expect(calls).toEqual([]);
  });
});

describe('tokens of the environment', () => {
  const variables = (jwt: string) => ({
    INTRAY_ACCESS_TOKEN: 'TOK-9',
    INTRAY_JWT: jwt,
    INTRAY_CACHE_KEY: 'ab'.repeat(32),
  });

  test('of another user do not open the account, and nothing of it is shown', async () => {
    await annasApp();
    const { session, opened } = app({ variables: variables(BERT) });
    await session.openAtStart(DEFAULT_SETTINGS, null);
    expect(session.getState()).toMatchObject({ session: 'failed', error: { code: 'another-user' } });
    expect(opened()).toEqual([]);
  });

  test('at a named address open the account of their user, a new one if there is none', async () => {
    const { id } = await annasApp();
    const first = app({ variables: variables(BERT) });
    await first.session.openAtStart(DEFAULT_SETTINGS, BASE);
    expect(first.opened()).toMatchObject([{ baseUrl: BASE, userId: 'user_bert' }]);
    const second = app({ variables: variables(ANNA) });
    await second.session.openAtStart(DEFAULT_SETTINGS, BASE);
    expect(second.opened()).toMatchObject([{ account: id, userId: 'user_anna' }]);
  });

  test('without a user open nothing until the user confirms them, and are then remembered', async () => {
    const { id } = await annasApp();
    const { session, opened } = app({ variables: variables('opaque') });
    await session.openAtStart(DEFAULT_SETTINGS, BASE);
    expect(session.getState()).toMatchObject({
      current: id,
      session: 'failed',
      error: { code: 'user-unconfirmed' },
    });
    expect(opened()).toEqual([]);
    expect((await session.confirmUser({ id })).ok).toBe(true);
    expect(opened()).toMatchObject([{ account: id, tokens: { accessToken: 'TOK-9' } }]);
    const again = app({ variables: variables('opaque') });
    await again.session.openAtStart(DEFAULT_SETTINGS, BASE);
    expect(again.opened()).toMatchObject([{ account: id }]);
    const others = app({ variables: variables('opaque-2') });
    await others.session.openAtStart(DEFAULT_SETTINGS, BASE);
    expect(others.opened()).toEqual([]);
  });
});

test('tokens of the environment without a user open the account that they were confirmed for, of several', async () => {
  const variables = { INTRAY_ACCESS_TOKEN: 'TOK-9', INTRAY_JWT: 'opaque', INTRAY_CACHE_KEY: 'ab'.repeat(32) };
  const { session, keychain, id } = await annasApp();
  await session.signIn(signIn(BASE, 'user_bert'));
  const bert = session.getState().current;
  await session.signIn(signIn(OTHER, 'user_cora'));
  const open = (account: string | null) => app({ keychain }).session.switchTo({ id: account ?? '' });
  await open(id);
  const first = app({ variables });
  await first.session.openAtStart(DEFAULT_SETTINGS, BASE);
  expect(first.session.getState()).toMatchObject({ current: id, error: { code: 'user-unconfirmed' } });
  await open(bert);
  const second = app({ variables });
  await second.session.openAtStart(DEFAULT_SETTINGS, BASE);
  expect((await second.session.confirmUser({ id: bert ?? '' })).ok).toBe(true);
  await open(id);
  const third = app({ variables });
  await third.session.openAtStart(DEFAULT_SETTINGS, BASE);
  expect(third.opened()).toMatchObject([{ account: bert, tokens: { accessToken: 'TOK-9' } }]);
});

describe('a list of accounts that was changed outside of Intray', () => {
  function change(from: string, to: string): void {
    const file = join(dataDir(), 'accounts.json');
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(from, to));
  }

  async function atNextStart(signedIn: ReturnType<typeof app>) {
    const next = app();
    signedIn.keychain.entries.forEach((value, name) => next.keychain.entries.set(name, value));
    await next.session.openAtStart(DEFAULT_SETTINGS, null);
    return next;
  }

  test.each([
    ['address of a known user', 'user_anna', BASE, OTHER],
    ['address of an unknown user', null, BASE, OTHER],
    ['user', 'user_anna', 'user_anna', 'user_bert'],
    ['user, who is made unknown', 'user_anna', '"user_anna"', 'null'],
  ])('does not get the tokens: another %s', async (_what, userId, from, to) => {
    const signedIn = app();
    await signedIn.session.signIn(signIn(BASE, userId));
    change(from, to);
    const { session, calls } = await atNextStart(signedIn);
    expect(session.getState()).toMatchObject({ session: 'failed', error: { code: 'account-mismatch' } });
    expect(JSON.stringify(calls)).not.toContain(TOKENS.accessToken);
    const id = session.getState().current ?? '';
    const renewed = await session.renewTokens({ id, ...RENEWED, isSameUser: true });
    expect(renewed).toMatchObject({ error: { code: 'account-mismatch' } });
    expect(JSON.stringify(calls)).not.toContain(RENEWED.accessToken);
  });

  test('leaves the way to a new account at the other address, which shares nothing with the first one', async () => {
    const signedIn = app();
    await signedIn.session.signIn(signIn(BASE, 'user_anna'));
    const first = signedIn.session.getState().current;
    change(BASE, OTHER);
    const { session, opened, keychain } = await atNextStart(signedIn);
    const before = keychain.entries.get(`${first}/cache-key`);
    expect((await session.signIn(signIn(OTHER, 'user_anna'))).ok).toBe(true);
    expect(opened()).toMatchObject([{ baseUrl: OTHER, userId: 'user_anna' }]);
    const { current } = session.getState();
    expect(current).not.toBe(first);
    expect(keychain.entries.get(`${first}/cache-key`)).toBe(before);
    expect(keychain.entries.get(`${current}/cache-key`)).toContain(OTHER);
  });

  test('is corrected by signing in again at the right address', async () => {
    const signedIn = app();
    await signedIn.session.signIn(signIn(BASE, 'user_anna'));
    change(BASE, OTHER);
    const { session, calls, opened } = await atNextStart(signedIn);
    await session.signIn(signIn(BASE, 'user_anna'));
    expect(opened()).toMatchObject([{ baseUrl: BASE }]);
    expect(JSON.stringify(calls)).not.toContain(OTHER);
  });
});
