import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { err } from '#contract/result.ts';
import { app, BASE, makeDataDir, removeDataDir, signIn } from './session-app.ts';

beforeEach(makeDataDir);
afterEach(removeDataDir);

const LOCKED = { state: 'locked', detail: '' } as const;
const FILE = { path: '/exports/a.intray', passphrase: 'a passphrase of some length' };

type Session = ReturnType<typeof app>['session'];

/** A session with an open account that has a PIN. */
async function withPin() {
  const made = app();
  await made.session.signIn(signIn(BASE));
  await made.session.locking.setPin('271828', null);
  return { ...made, id: made.session.getState().current ?? '' };
}

describe('an account that is closed for a short time while the keychain locks itself', () => {
  test.each([
    ['its contents are listed', (session, id) => session.listContents({ account: id })],
    ['it is exported', (session, id) => session.exportAccount(id, FILE)],
    ['an export is imported', (session, id) => session.importAccount(id, FILE, true)],
  ] satisfies [string, (session: Session, id: string) => Promise<unknown>][])(
    'stays the current one when %s, and its state says why it is not open',
    async (_, work) => {
      const { session, id, keychain } = await withPin();
      keychain.simulatedState = LOCKED;
      await work(session, id);
      expect(session.getState()).toMatchObject({
        current: id,
        session: 'failed',
        error: { code: 'keychain-locked' },
      });
      keychain.simulatedState = null;
      expect(await session.reopen()).toMatchObject({ value: { current: id, session: 'open' } });
    },
  );

  test('can be locked, and opens with its PIN only', async () => {
    const { session, id, keychain } = await withPin();
    keychain.simulatedState = LOCKED;
    await session.listContents({ account: id });
    keychain.simulatedState = null;
    expect(session.locking.describe()).toMatchObject({ account: id, hasPin: true });
    await session.locking.lock(0);
    expect(await session.switchTo({ id })).toEqual(err('locked'));
  });
});

test('An account whose tokens have gone from the keychain says so after its contents were listed', async () => {
  const { session, id, keychain } = await withPin();
  for (const name of keychain.entries.keys()) if (name.includes('tokens')) keychain.entries.delete(name);
  await session.listContents({ account: id });
  expect(session.getState()).toMatchObject({ current: id, error: { code: 'not-signed-in' } });
});
