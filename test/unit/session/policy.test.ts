import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '#contract/default-settings.ts';
import { err, ok } from '#contract/result.ts';
import { silentLog, type Log, type LogFacts } from '#main/base/log.ts';
import type { ImportableTokenFile } from '#main/vault/import-tokens.ts';
import { app, BASE, makeDataDir, OTHER, removeDataDir, RENEWED, signIn, TOKENS } from './session-app.ts';

beforeEach(makeDataDir);
afterEach(removeDataDir);

const FIXED = { policy: { baseUrl: BASE } };
const REFUSED = { ok: false, error: { code: 'policy-refused' } };

describe('a policy that fixes the base address', () => {
  it('lets users sign in there', async () => {
    expect(await app(FIXED).session.signIn(signIn(BASE))).toMatchObject({ ok: true });
  });

  it('lets nobody sign in elsewhere: no token is sent or saved', async () => {
    const { session, calls, keychain } = app(FIXED);
    expect(await session.signIn(signIn(OTHER))).toMatchObject(REFUSED);
    expect(calls).toEqual([]);
    expect(keychain.entries.size).toBe(0);
  });

  it('opens no account of another address, at the start, by switching, or with new tokens', async () => {
    const before = app();
    await before.session.signIn(signIn(OTHER));
    const { session, opened, calls } = app(FIXED);
    const id = before.session.getState().current ?? '';
    expect(await session.openAtStart(DEFAULT_SETTINGS, null)).toMatchObject(REFUSED);
    expect(session.getState()).toMatchObject({ session: 'failed', current: id });
    expect(await session.switchTo({ id })).toMatchObject(REFUSED);
    expect(await session.renewTokens({ id, ...RENEWED, isSameUser: true })).toMatchObject(REFUSED);
    expect(opened()).toEqual([]);
    expect(calls.map(({ name }) => name)).not.toContain('engine.probe');
  });

  it('opens no other address that the command line names', async () => {
    const { session, opened } = app({ ...FIXED, variables: { INTRAY_ACCESS_TOKEN: 'a', INTRAY_JWT: 'b' } });
    expect(await session.openAtStart(DEFAULT_SETTINGS, OTHER)).toMatchObject(REFUSED);
    expect(opened()).toEqual([]);
    expect(session.getState().accounts.map(({ kind }) => kind)).toEqual(['demo']);
  });
});

describe('a policy without the demo clinic', () => {
  it('neither offers nor starts it', async () => {
    const { session, demos } = app({ policy: { demoClinic: false } });
    await session.openAtStart(DEFAULT_SETTINGS, null);
    await session.openAtStart({ ...DEFAULT_SETTINGS, openAtStart: 'demo' }, null);
    expect(await session.openDemo()).toMatchObject(REFUSED);
    expect(await session.switchTo({ id: 'demo' })).toMatchObject(REFUSED);
    expect(session.getState()).toMatchObject({ session: 'closed', accounts: [] });
    expect(demos()).toBe(0);
  });
});

/** A file with tokens; `isThere` says whether it was removed. */
function brought(tokens: object = { ...TOKENS, userId: 'user_7' }) {
  const state = { isThere: true };
  const file: ImportableTokenFile = {
    read: () => ok(state.isThere ? (tokens as typeof TOKENS) : null), // as the file's schema returns it
    remove: () => {
      state.isThere = false;
      return ok(undefined);
    },
  };
  return { state, file };
}

describe('tokens that an administrator brings', () => {
  it('are imported at the start, open their account, and their file is removed', async () => {
    const { state, file } = brought();
    const { session, calls, keychain } = app({ ...FIXED, tokenFile: file });
    await session.openAtStart(DEFAULT_SETTINGS, null);
    expect(session.getState()).toMatchObject({ session: 'open', secrets: 'keychain' });
    expect(session.getState().accounts.at(-1)).toMatchObject({ baseUrl: BASE, userId: 'user_7' });
    expect(calls.find(({ name }) => name === 'engine.probe')?.input).toEqual({
      baseUrl: BASE,
      tokens: TOKENS,
    });
    expect(keychain.entries.size).toBeGreaterThan(0);
    expect(state.isThere).toBe(false);
  });

  it.each([
    ['the service accepts', ok({}), 'ok'],
    ['the service refuses', err('not-signed-in'), 'not-signed-in'],
  ])('that %s leave an entry of a sign-in in the access log', async (_, probed, outcome) => {
    const { file } = brought();
    const { session, calls, refusals } = app({ ...FIXED, tokenFile: file });
    refusals.set('engine.probe', probed);
    await session.openAtStart(DEFAULT_SETTINGS, null);
    const entries = calls.filter(({ name }) => name === 'accessLog.note').map(({ input }) => input);
    const account = expect.stringMatching(/^[0-9a-f]{16}$/);
    expect(entries).toEqual([{ what: 'sign-in', outcome, account, user: 'user_7' }]);
  });

  it('renew those of an account that is there already', async () => {
    await app().session.signIn(signIn(BASE, 'user_7'));
    const { file } = brought({ ...RENEWED, userId: 'user_7' });
    const { session, opened } = app({ ...FIXED, tokenFile: file });
    await session.openAtStart(DEFAULT_SETTINGS, null);
    expect(session.getState().accounts).toHaveLength(2);
    expect(opened()).toMatchObject([{ tokens: RENEWED }]);
  });

  it('stay in their file where the service cannot be reached or refuses them', async () => {
    const { state, file } = brought();
    const { session, refusals, keychain } = app({ ...FIXED, tokenFile: file });
    refusals.set('engine.probe', err('offline'));
    await session.openAtStart(DEFAULT_SETTINGS, null);
    expect(state.isThere).toBe(true);
    expect(keychain.entries.size).toBe(0);
    expect(session.getState().session).not.toBe('failed');
  });

  it('stay in their file where there is no keychain', async () => {
    const { state, file } = brought();
    const { session, keychain } = app({ ...FIXED, tokenFile: file });
    keychain.simulatedState = { state: 'unavailable', detail: 'none' };
    await session.openAtStart(DEFAULT_SETTINGS, null);
    expect(state.isThere).toBe(true);
  });

  it.each([
    [
      'what the file lacks',
      ok({ ...TOKENS, jwt: 'opaque' }),
      'it needs "userId", because the JWT names no user',
    ],
    ['why the file cannot be read', err('file-unreadable', { detail: 'EACCES' }), 'EACCES'],
    [
      'no path, which may contain a name',
      err('policy-refused', { detail: '/tokens/mary is open' }),
      undefined,
    ],
  ])('that are not imported leave in the log %s', async (_what, read, detail) => {
    const lines: LogFacts[] = [];
    const log: Log = { ...silentLog, warn: (_message, facts = {}) => lines.push(facts) };
    const { session } = app({ ...FIXED, log, tokenFile: { read: () => read, remove: () => ok(undefined) } });
    await session.openAtStart(DEFAULT_SETTINGS, null);
    expect(lines).toEqual([{ code: read.ok ? 'file-unreadable' : read.error.code, detail }]);
  });

  it('are not taken where they are of another user than the file says', async () => {
    const jwt = `e.${Buffer.from('{"sub":"user_9"}').toString('base64url')}.s`;
    const { state, file } = brought({ ...TOKENS, jwt, userId: 'user_7' });
    const { session, calls } = app({ ...FIXED, tokenFile: file });
    await session.openAtStart(DEFAULT_SETTINGS, null);
    expect(calls.map(({ name }) => name)).not.toContain('engine.probe');
    expect(state.isThere).toBe(true);
  });
});
