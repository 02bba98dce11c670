import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { err, ok } from '#contract/result.ts';
import { DEFAULT_SETTINGS } from '#contract/default-settings.ts';
import { createDeferredPromise } from '#main/base/async.ts';
import type { KeychainReadResult } from '#main/vault/keychain-result.ts';
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

describe('at the start', () => {
  test('the demo clinic starts with its names, once for each of its runs', async () => {
    const { session, calls, endDemo } = app();
    const presets = () => calls.filter(({ name }) => name === 'directory.preset').map(({ input }) => input);
    await session.openAtStart(DEFAULT_SETTINGS, null);
    await session.openDemo();
    const changes = [{ id: 'user_p1', name: 'Grace Marsh', identifier: '12 Mar 1980' }];
    expect(presets()).toEqual([{ changes }]);
    endDemo();
    await session.openDemo();
    expect(presets()).toHaveLength(2);
  });

  test('a new user sees the demo clinic, under a key of this run', async () => {
    const { session, opened } = app();
    expect((await session.openAtStart(DEFAULT_SETTINGS, null)).ok).toBe(true);
    expect(opened()).toMatchObject([{ account: 'demo', lifetime: 'run', userId: 'user_demo' }]);
    expect(session.getState()).toMatchObject({ current: 'demo', session: 'open', secrets: 'demo' });
  });

  test('the account that was open last opens again with the keychain’s secrets', async () => {
    const first = app();
    await first.session.signIn(signIn());
    const second = app();
    first.keychain.entries.forEach((value, name) => second.keychain.entries.set(name, value));
    await second.session.openAtStart(DEFAULT_SETTINGS, null);
    expect(second.opened()).toEqual(first.opened());
  });

  test('nothing opens when the user wants to be asked', async () => {
    const { session, opened } = app();
    await session.openAtStart({ ...DEFAULT_SETTINGS, openAtStart: 'ask' }, null);
    expect(opened()).toEqual([]);
    expect(session.getState()).toMatchObject({ session: 'closed', error: null });
  });

  test('an unavailable engine is reported even if nothing opens, until it is available', async () => {
    const { session, refusals } = app();
    refusals.set('sync.health', err('held'));
    await session.openAtStart({ ...DEFAULT_SETTINGS, openAtStart: 'ask' }, null);
    expect(session.getState()).toMatchObject({ session: 'failed', error: { code: 'held' } });
    refusals.clear();
    await session.reopen();
    expect(session.getState()).toMatchObject({ session: 'closed', error: null });
  });

  test('an address on the command line opens with tokens from the environment variables, which are not stored', async () => {
    const { session, opened, keychain } = app({
      variables: { INTRAY_ACCESS_TOKEN: 'TOK-9', INTRAY_JWT: 'JWT-9', INTRAY_CACHE_KEY: 'ab'.repeat(32) },
    });
    await session.openAtStart(DEFAULT_SETTINGS, BASE);
    expect(opened()).toMatchObject([
      {
        baseUrl: BASE,
        tokens: { accessToken: 'TOK-9', jwt: 'JWT-9' },
        key: 'ab'.repeat(32),
        lifetime: 'keep',
      },
    ]);
    expect(keychain.entries.size).toBe(0);
  });

  test('an address on the command line opens the account that is known there with its saved tokens', async () => {
    const first = app();
    await first.session.signIn(signIn());
    const second = app();
    first.keychain.entries.forEach((value, name) => second.keychain.entries.set(name, value));
    await second.session.openAtStart(DEFAULT_SETTINGS, BASE);
    expect(second.opened()).toEqual(first.opened());
  });

  test('one variable without the other is named', async () => {
    const { session } = app({ variables: { INTRAY_JWT: 'JWT-9' } });
    expect(await session.openAtStart(DEFAULT_SETTINGS, BASE)).toMatchObject({
      error: { code: 'not-signed-in', detail: 'set INTRAY_ACCESS_TOKEN' },
    });
  });

  test('a locked keychain is reported, and no secret is created', async () => {
    const first = app();
    await first.session.signIn(signIn());
    const second = app({ hasFiles: true });
    second.keychain.simulatedState = { state: 'locked', detail: '' };
    expect(await second.session.openAtStart(DEFAULT_SETTINGS, null)).toMatchObject({
      error: { code: 'keychain-locked' },
    });
    expect(second.opened()).toEqual([]);
    expect(second.session.getState()).toMatchObject({
      session: 'failed',
      error: { code: 'keychain-locked' },
    });
  });
});

describe('errors at the start', () => {
  test('a damaged account file is reported, and Intray does not appear new', async () => {
    writeFileSync(join(dataDir(), 'accounts.json'), '{');
    const { session, opened } = app();
    await session.openAtStart(DEFAULT_SETTINGS, null);
    expect(session.getState()).toMatchObject({ session: 'failed', error: { code: 'file-unreadable' } });
    expect(opened()).toEqual([]);
    expect((await session.signIn(signIn())).ok).toBe(true);
  });

  test('a cache that does not open is reported, and may be tried again', async () => {
    const { session, refusals, states } = app();
    refusals.set('engine.open', err('key-mismatch'));
    expect(await session.signIn(signIn())).toMatchObject({ error: { code: 'key-mismatch' } });
    expect(states.map(({ session: state }) => state)).toEqual(['opening', 'failed']);
    refusals.clear();
    expect((await session.switchTo({ id: session.getState().current ?? '' })).ok).toBe(true);
    expect(session.getState()).toMatchObject({ session: 'open', error: null });
  });

  test('an account whose tokens are gone accepts new ones', async () => {
    const first = app();
    first.keychain.simulatedState = { state: 'unavailable', detail: '' };
    await first.session.signIn(signIn());
    const { session, opened } = app();
    await session.openAtStart(DEFAULT_SETTINGS, null);
    expect(session.getState()).toMatchObject({ session: 'failed', error: { code: 'not-signed-in' } });
    await session.renewTokens({ id: session.getState().current ?? '', ...RENEWED, isSameUser: true });
    expect(opened()).toMatchObject([{ tokens: RENEWED }]);
  });
});

describe('signing in', () => {
  test('checks the tokens first; what the service refuses leaves nothing behind', async () => {
    const { session, refusals, keychain } = app();
    refusals.set('engine.probe', err('unauthorised'));
    expect(await session.signIn(signIn())).toMatchObject({ error: { code: 'unauthorised' } });
    expect(session.getState().accounts.map(({ id }) => id)).toEqual(['demo']);
    expect(keychain.entries.size).toBe(0);
  });

  test.each([
    'http://clinic.example.com',
    'https://u:p@clinic.example.com',
    'https://10.0.0.1',
    'clinic',
    'https://clinic.example.com/v2',
  ])('refuses %s before anything is sent', async (baseUrl) => {
    const { session, calls } = app();
    expect(await session.signIn(signIn(baseUrl))).toMatchObject({ error: { code: 'insecure-address' } });
    expect(calls).toEqual([]);
  });

  test('stores tokens and a new key in the keychain, and opens an account that refreshes automatically', async () => {
    const { session, calls, keychain, opened } = app();
    await session.signIn(signIn());
    expect(calls.map(({ name }) => name)).toEqual(['engine.probe', 'engine.close', 'engine.open']);
    expect(opened()).toMatchObject([{ userId: 'user_1', keepsFresh: true }]);
    expect([...keychain.entries.keys()].map((name) => name.split('/')[1])).toEqual(
      expect.arrayContaining(['tokens', 'cache-key']),
    );
    expect(session.getState()).toMatchObject({ session: 'open', secrets: 'keychain' });
  });

  test('without a keychain the account is usable for this run, and says so', async () => {
    const { session, keychain, opened } = app();
    keychain.simulatedState = { state: 'unavailable', detail: '' };
    await session.signIn(signIn());
    expect(session.getState()).toMatchObject({ session: 'open', secrets: 'memory' });
    expect(opened()).toMatchObject([{ lifetime: 'run' }]);
  });

  test('never creates a new key if files need an old one', async () => {
    const { session, opened } = app({ hasFiles: true });
    expect(await session.signIn(signIn())).toMatchObject({ error: { code: 'key-missing' } });
    expect(opened()).toEqual([]);
  });

  test('twice as the same user is one account; as an unknown user it is another', async () => {
    const { session } = app();
    await session.signIn(signIn());
    await session.signIn(signIn());
    await session.signIn(signIn(BASE, null));
    expect(session.getState().accounts).toHaveLength(3);
  });
});

describe('several accounts', () => {
  test('never share a key or tokens, and one is closed before another opens', async () => {
    const { session, calls, opened } = app();
    await session.signIn(signIn(BASE));
    await session.signIn(signIn(OTHER));
    const [one, other] = opened() as readonly { account: string; key: string; baseUrl: string }[]; // inputs of engine.open
    expect(one?.key).not.toBe(other?.key);
    await session.switchTo({ id: one?.account ?? '' });
    expect(opened()[2]).toEqual(one);
    expect(calls.map(({ name }) => name).join(' ')).not.toMatch(/engine\.open engine\.open/);
  });

  test('tokens from variables are used for the account they were given for and for no other', async () => {
    const kept = app();
    await kept.session.signIn(signIn(OTHER));
    const other = kept.session.getState().current ?? '';
    const { session, opened, keychain } = app({
      variables: { INTRAY_ACCESS_TOKEN: 'TOK-9', INTRAY_JWT: 'JWT-9' },
    });
    kept.keychain.entries.forEach((value, name) => keychain.entries.set(name, value));
    await session.openAtStart(DEFAULT_SETTINGS, BASE);
    await session.switchTo({ id: other });
    expect(opened().slice(-1)).toMatchObject([{ baseUrl: OTHER, tokens: TOKENS }]);
  });

  test('overlapping clicks are handled one after the other', async () => {
    const { session, demos } = app();
    await Promise.all([session.openDemo(), session.openDemo(), session.signIn(signIn()), session.openDemo()]);
    expect(demos()).toBe(1);
    expect(session.getState()).toMatchObject({ current: 'demo', session: 'open' });
  });
});

describe('retrying', () => {
  test('restarts the engine first, then opens what could not be opened', async () => {
    const { session, refusals, calls } = app();
    refusals.set('engine.open', err('held'));
    expect(await session.signIn(signIn())).toMatchObject({ error: { code: 'held' } });
    expect(await session.reopen()).toMatchObject({ error: { code: 'held' } });
    expect(session.getState()).toMatchObject({ session: 'failed', error: { code: 'held' } });
    refusals.clear();
    calls.length = 0;
    expect((await session.reopen()).ok).toBe(true);
    expect(session.getState()).toMatchObject({ session: 'open', error: null });
    expect(calls[0]?.name).toBe('revive');
  });

  test('opens the former account with the same secrets, though the keychain has been locked since', async () => {
    const { session, opened, keychain, states } = app();
    await session.signIn(signIn());
    keychain.simulatedState = { state: 'locked', detail: '' };
    states.length = 0;
    expect((await session.reopen()).ok).toBe(true);
    expect(opened()[1]).toEqual(opened()[0]);
    expect(states.map(({ session: state }) => state)).toEqual(['opening', 'open']);
  });

  test('starts a demo clinic that has ended', async () => {
    const { session, demos, endDemo, opened } = app();
    await session.openDemo();
    await session.reopen();
    expect(demos()).toBe(1);
    for (const again of [
      () => session.reopen(),
      () => session.openDemo(),
      () => session.switchTo({ id: 'demo' }),
    ]) {
      const before = demos();
      endDemo();
      await again();
      expect(demos()).toBe(before + 1);
    }
    expect(opened()).toHaveLength(5);
    expect(session.getState()).toMatchObject({ current: 'demo', session: 'open' });
  });

  test('does not make a damaged account file look new', async () => {
    writeFileSync(join(dataDir(), 'accounts.json'), '{');
    const { session } = app();
    await session.openAtStart(DEFAULT_SETTINGS, null);
    await session.reopen();
    expect(session.getState()).toMatchObject({ session: 'failed', error: { code: 'file-unreadable' } });
  });
});

describe('renewing tokens', () => {
  test('replaces them in place while the account stays open', async () => {
    const { session, calls, opened } = app();
    await session.signIn(signIn());
    const id = session.getState().current ?? '';
    expect((await session.renewTokens({ id, ...RENEWED, isSameUser: true })).ok).toBe(true);
    expect(opened()).toHaveLength(1);
    expect(calls.at(-1)).toEqual({ name: 'engine.setTokens', input: RENEWED });
  });

  test('with tokens that are refused leaves the old ones', async () => {
    const { session, refusals, keychain } = app();
    await session.signIn(signIn());
    const before = new Map(keychain.entries);
    refusals.set('engine.probe', err('unauthorised'));
    await session.renewTokens({ id: session.getState().current ?? '', ...RENEWED, isSameUser: true });
    expect(keychain.entries).toEqual(before);
  });

  test('is used by a restarted engine', async () => {
    const { session, opened } = app();
    await session.signIn(signIn());
    await session.renewTokens({ id: session.getState().current ?? '', ...RENEWED, isSameUser: true });
    await session.reopen();
    expect(opened()[1]).toMatchObject({ tokens: RENEWED });
  });
});

describe('a question of the keychain', () => {
  test('is a part of the state until it has been answered', () => {
    const { session, states } = app();
    expect(session.getState().isKeychainAsking).toBe(false);
    session.handleKeychainQuestion(true);
    expect(session.getState().isKeychainAsking).toBe(true);
    session.handleKeychainQuestion(false);
    expect(states.map(({ isKeychainAsking }) => isKeychainAsking)).toEqual([true, false]);
  });

  test('can be given up while an account is being opened, which then fails as locked', async () => {
    const { session, keychain } = app();
    await session.signIn(signIn());
    const id = session.getState().current ?? '';
    await session.openDemo();
    const asked = createDeferredPromise<KeychainReadResult<string>>();
    keychain.get = () => asked.promise;
    keychain.cancel = () => asked.resolve({ state: 'locked', detail: 'cancelled' });
    const opening = session.switchTo({ id });
    expect(await session.cancelKeychain()).toEqual(ok({}));
    expect(await opening).toMatchObject({ ok: false, error: { code: 'keychain-locked' } });
    expect(session.getState()).toMatchObject({ session: 'failed', error: { code: 'keychain-locked' } });
  });
});

describe('the end of the program', () => {
  test('closes what is open before the files of this run are removed', async () => {
    const { session, calls } = app();
    await session.signIn(signIn(BASE));
    calls.length = 0;
    await session.close();
    expect(calls.map(({ name }) => name)).toEqual(['engine.close', 'engine.endRun']);
  });

  test('ends the demo clinic: another opening starts a new one', async () => {
    const { session, demos } = app();
    await session.openDemo();
    await session.close();
    await session.openDemo();
    expect(demos()).toBe(2);
  });
});

describe('an export file', () => {
  const place = { path: '/home/nurse/unsent.intray-export', passphrase: 'correct horse battery' };

  test('of one account is written over its opened files, and the account is opened again afterwards', async () => {
    const { session, calls, refusals, files } = app();
    await session.signIn(signIn());
    files.exist = true;
    refusals.set('outbox.list', ok({ items: [], next: null }));
    refusals.set('localStore.export', ok({ bytes: 'ab', changes: 0 }));
    const { current } = session.getState();
    calls.length = 0;
    expect(await session.exportAccount(current ?? '', place)).toEqual(ok({ bytes: 'ab', changes: 0 }));
    const names = calls.map(({ name }) => name).filter((name) => /open|close|export/.test(name));
    const at = names.indexOf('localStore.export');
    expect([names.slice(0, at), names.slice(at).at(-1)]).toEqual([
      ['engine.close', 'engine.open'],
      'engine.open',
    ]);
    expect(session.getState()).toMatchObject({ session: 'open', current });
  });
});
