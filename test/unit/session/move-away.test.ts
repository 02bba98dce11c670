import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { err } from '#contract/result.ts';
import { app, makeDataDir, removeDataDir, signIn, TOKENS, type Call } from './session-app.ts';

beforeEach(makeDataDir);
afterEach(removeDataDir);

describe('moving files away that no key opens', () => {
  const asideCalls = (calls: readonly Call[]) => calls.filter(({ name }) => name === 'engine.moveAway');

  test('creates a key only after they were moved, and opens the account with the stored tokens', async () => {
    const { session, calls, keychain, opened } = app({ hasFiles: true });
    await session.signIn(signIn());
    const id = session.getState().current ?? '';
    expect(session.getState()).toMatchObject({ session: 'failed', error: { code: 'key-missing' } });
    expect(keychain.entries.has(`${id}/cache-key`)).toBe(false);
    expect((await session.moveAway({ id })).ok).toBe(true);
    expect(asideCalls(calls)).toEqual([{ name: 'engine.moveAway', input: { account: id, key: null } }]);
    expect(keychain.entries.has(`${id}/cache-key`)).toBe(true);
    expect(opened()).toMatchObject([{ account: id, tokens: TOKENS }]);
  });

  test('never replaces a stored key: other files may need it', async () => {
    const { session, calls, keychain, refusals } = app();
    refusals.set('engine.open', err('key-mismatch'));
    await session.signIn(signIn());
    const id = session.getState().current ?? '';
    const before = new Map(keychain.entries);
    await session.moveAway({ id });
    expect(asideCalls(calls)).toMatchObject([{ input: { key: expect.stringMatching(/^[0-9a-f]{64}$/) } }]);
    expect(keychain.entries).toEqual(before);
  });

  test.each(['storage-newer', 'storage-read-only', 'held', 'storage-full', 'engine-down'] as const)(
    'is not done for %s',
    async (code) => {
      const { session, calls, refusals } = app();
      refusals.set('engine.open', err(code));
      await session.signIn(signIn());
      expect(await session.moveAway({ id: session.getState().current ?? '' })).toMatchObject({
        error: { code },
      });
      expect(asideCalls(calls)).toEqual([]);
    },
  );

  test('is not done for a locked keychain, an open account, the demo clinic, or an unknown account', async () => {
    const { session, calls, keychain } = app();
    await session.signIn(signIn());
    const id = session.getState().current ?? '';
    expect(await session.moveAway({ id })).toMatchObject({ value: { session: 'open' } });
    await session.openDemo();
    keychain.simulatedState = { state: 'locked', detail: '' };
    expect(await session.moveAway({ id })).toMatchObject({ error: { code: 'keychain-locked' } });
    for (const other of ['demo', 'a'.repeat(16)]) {
      expect(await session.moveAway({ id: other })).toMatchObject({ error: { code: 'not-found' } });
    }
    expect(asideCalls(calls)).toEqual([]);
  });

  test('reports that the disk refuses, and creates no key', async () => {
    const { session, keychain, refusals } = app({ hasFiles: true });
    await session.signIn(signIn());
    refusals.set('engine.moveAway', err('storage-read-only'));
    const id = session.getState().current ?? '';
    expect(await session.moveAway({ id })).toMatchObject({ error: { code: 'storage-read-only' } });
    expect(session.getState()).toMatchObject({ session: 'failed', error: { code: 'storage-read-only' } });
    expect(keychain.entries.has(`${id}/cache-key`)).toBe(false);
  });
});
