import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { InternalProcedureInput } from '#contract/internal-procedures.ts';
import { EMPTY_OUTBOX_COUNTS } from '#contract/outbox.ts';
import type { Policy } from '#contract/policy.ts';
import { err, ok } from '#contract/result.ts';
import { DEFAULT_SETTINGS } from '#contract/default-settings.ts';
import { AccountLocks } from '#main/vault/lock/account-locks.ts';
import type { MemoryKeychain } from '../../support/memory-keychain.ts';
import {
  BASE,
  app,
  dataDir,
  makeDataDir,
  OTHER,
  removeDataDir,
  RENEWED,
  signIn,
  TOKENS,
} from './session-app.ts';

beforeEach(makeDataDir);
afterEach(() => {
  vi.restoreAllMocks();
  removeDataDir();
});

const PIN = '271828';

/** A session with an open account that has a PIN. */
async function withPin(hasKeychain = true, policy: Partial<Policy> = {}) {
  const made = app({ policy });
  if (!hasKeychain) made.keychain.simulatedState = { state: 'unavailable', detail: '' };
  await made.session.signIn(signIn(BASE));
  const set = await made.session.locking.setPin(PIN, null);
  if (!set.ok) throw new Error(set.error.code);
  const id = made.session.getState().current ?? '';
  const names = (): readonly string[] => made.calls.map(({ name }) => name);
  const noted = (): readonly unknown[] =>
    made.calls
      .filter(({ name }) => name === 'accessLog.note')
      .map(({ input }) => {
        const { what, outcome } = input as InternalProcedureInput<'accessLog.note'>; // as the session calls it
        return `${what} ${outcome}`;
      });
  return { ...made, id, names, noted, recoveryCode: set.value.recoveryCode ?? '' };
}

describe('an account with a PIN', () => {
  test('is closed by a lock, after what can be sent was sent, and opens with its PIN only', async () => {
    const { session, calls, names, noted, opened } = await withPin();
    calls.length = 0;
    await session.locking.lock(11_000);
    expect(names()).toEqual(['engine.sendPending', 'accessLog.note', 'engine.close']);
    expect(session.getState()).toMatchObject({ session: 'locked', secrets: null, error: null });
    expect(await session.locking.unlock('999998')).toMatchObject({
      error: { code: 'wrong-pin', triesLeft: 9 },
    });
    expect(opened()).toEqual([]);
    expect(await session.locking.unlock(null)).toMatchObject({ error: { code: 'locked' } });
    expect(await session.locking.unlock(PIN)).toMatchObject({ ok: true });
    expect(session.getState().session).toBe('open');
    expect(opened()).toMatchObject([{ tokens: TOKENS }]);
    expect(noted()).toEqual(['lock ok', 'failed-unlock wrong-pin', 'unlock ok']);
  });

  test('has no text made of its key where only its state is asked, and when it is locked or left', async () => {
    const { session, id } = await withPin();
    const getKey = vi.spyOn(AccountLocks.prototype, 'getKey');
    expect(session.locking.describe()).toMatchObject({ account: id, hasPin: true });
    expect(await session.locking.setPin('314159', PIN)).toMatchObject({ ok: true });
    session.handleOutboxCounts({ ...EMPTY_OUTBOX_COUNTS, saved: 1 });
    session.locking.saveUnsent();
    await session.openDemo();
    expect(getKey).not.toHaveBeenCalled();
    await session.switchTo({ id });
    getKey.mockClear();
    await session.locking.unlock('314159');
    // The engine needs it once.
    expect(getKey).toHaveBeenCalledOnce();
    getKey.mockClear();
    await session.locking.lock(0);
    expect(session.locking.describe()).toMatchObject({ hasPin: true });
    expect(getKey).not.toHaveBeenCalled();
  });

  test('sends nothing before a sleep', async () => {
    const { session, calls, names } = await withPin();
    calls.length = 0;
    await session.locking.lock(0);
    expect(names()).not.toContain('engine.sendPending');
  });

  test('does not open because the engine has started again, or somebody signs in or renews tokens', async () => {
    const { session, id, opened } = await withPin();
    await session.locking.lock(0);
    const before = opened().length;
    expect(await session.reopen()).toMatchObject({ error: { code: 'locked' } });
    expect(await session.signIn(signIn(BASE))).toMatchObject({ error: { code: 'locked' } });
    expect(await session.renewTokens({ id, ...RENEWED, isSameUser: true })).toMatchObject({
      error: { code: 'locked' },
    });
    expect(await session.moveAway({ id })).toMatchObject({ error: { code: 'locked' } });
    expect(opened()).toHaveLength(before);
    expect(session.getState().session).toBe('locked');
  });

  test('is locked when another account is opened, and asks for its PIN when it is chosen again', async () => {
    const { session, id, calls, names, noted } = await withPin();
    calls.length = 0;
    await session.signIn(signIn(OTHER));
    expect(session.getState()).toMatchObject({ session: 'open' });
    expect(noted()).toEqual(['lock ok']);
    expect(names().slice(-4)).toEqual(['engine.close', 'accessLog.note', 'renew', 'engine.open']);
    expect(await session.switchTo({ id })).toMatchObject({ error: { code: 'locked' } });
    expect(session.getState()).toMatchObject({ current: id, session: 'locked' });
    expect(session.locking.describe()).toMatchObject({ account: id, hasPin: true, hasRecoveryCode: true });
    expect(await session.locking.unlock(PIN)).toMatchObject({ ok: true });
  });

  test('is locked also when the demo clinic is opened', async () => {
    const { session, id } = await withPin();
    await session.openDemo();
    expect(session.locking.describe()).toMatchObject({ account: 'demo', hasPin: false, canHavePin: false });
    expect(await session.switchTo({ id })).toMatchObject({ error: { code: 'locked' } });
  });

  test('is left for a sign-in and stays locked; what is open is not left this way', async () => {
    const { session, id } = await withPin();
    expect(await session.locking.leave()).toMatchObject({ error: { code: 'invalid-input' } });
    await session.locking.lock(0);
    expect(await session.locking.leave()).toMatchObject({ ok: true });
    expect(session.getState()).toMatchObject({ session: 'closed', current: null });
    expect(await session.signIn(signIn(OTHER))).toMatchObject({ ok: true });
    expect(await session.switchTo({ id })).toMatchObject({ error: { code: 'locked' } });
  });

  test('opens with its recovery code, which sets a new PIN', async () => {
    const { session, recoveryCode, noted } = await withPin();
    await session.locking.lock(0);
    expect(await session.locking.recover('0000', '314159')).toMatchObject({
      error: { code: 'wrong-recovery-code', detail: 'mistyped' },
    });
    expect(await session.locking.recover(recoveryCode, '111111')).toMatchObject({
      error: { code: 'weak-pin' },
    });
    expect(await session.locking.recover(recoveryCode, '314159')).toMatchObject({ ok: true });
    expect(session.getState().session).toBe('open');
    expect(noted()).toEqual(['lock ok', 'failed-unlock wrong-recovery-code', 'unlock ok']);
    await session.locking.lock(0);
    expect(await session.locking.unlock('314159')).toMatchObject({ ok: true });
  });

  test('is unlocked although its files do not open: the state says why', async () => {
    const { session, refusals } = await withPin();
    await session.locking.lock(0);
    refusals.set('engine.open', err('storage-newer'));
    expect(await session.locking.unlock(PIN)).toMatchObject({ ok: true });
    expect(session.getState()).toMatchObject({ session: 'failed', error: { code: 'storage-newer' } });
  });

  test('stays on this computer until its PIN has opened it, whatever loss is accepted', async () => {
    const { session, id, keychain, files, refusals } = await withPin();
    files.exist = true;
    refusals.set('engine.removeFiles', ok({ files: [], foreign: 0 }));
    await session.openDemo();
    const requests = [
      { what: 'remove', account: id, discards: [], acceptsUnreadable: true },
      { what: 'sign-out', account: id, discards: [], acceptsUnreadable: true },
      { what: 'wipe', acceptsUnreadable: true },
    ];
    const before = [...keychain.entries.keys()];
    for (const request of requests)
      expect(await session.remove(request as never)).toMatchObject({ error: { code: 'locked' } }); // ids come branded
    expect([...keychain.entries.keys()]).toEqual(before);
    await session.switchTo({ id });
    expect(await session.locking.unlock(PIN)).toMatchObject({ ok: true });
    refusals.set('outbox.list', ok({ items: [], next: null }));
    expect(await session.remove(requests[0] as never)).toMatchObject({ ok: true });
    expect([...keychain.entries.keys()]).toEqual([]);
    expect(session.getState().accounts.map((account) => account.id)).toEqual(['demo']);
  });
});

describe('an account without a PIN', () => {
  test('is closed by a lock and opens without one', async () => {
    const { session, opened } = app();
    await session.signIn(signIn(BASE));
    expect(session.locking.describe()).toMatchObject({ hasPin: false, canHavePin: true });
    await session.locking.lock(0);
    expect(session.getState().session).toBe('locked');
    expect(session.locking.describe()).toMatchObject({ hasPin: false, canHavePin: true, triesLeft: null });
    expect(await session.locking.unlock(null)).toMatchObject({ ok: true });
    expect(opened()).toHaveLength(2);
  });

  test('has no other way to open it either: no recovery code and no key of an administrator', async () => {
    const { session } = app();
    await session.signIn(signIn(BASE));
    const none = { hasRecoveryCode: false, hasAdministratorKey: false };
    expect(session.locking.describe()).toMatchObject(none);
    await session.locking.lock(0);
    expect(session.locking.describe()).toMatchObject(none);
  });

  test('is left for another one without a lock; page and engine end before the other one is opened', async () => {
    const { session, calls } = app();
    const names = (): readonly string[] => calls.map(({ name }) => name);
    await session.signIn(signIn(BASE));
    calls.length = 0;
    await session.openDemo();
    expect(names()).toEqual(['engine.close', 'renew', 'engine.open', 'directory.preset']);
    expect(names()).not.toContain('accessLog.note');
  });

  test('is no longer said to be open when the next page asks', async () => {
    const { session, calls } = app();
    await session.signIn(signIn(BASE));
    await session.openDemo();
    expect(calls.find(({ name }) => name === 'renew')?.input).toBe('opening');
  });

  test('keeps page and engine where it is opened again, and so does the demo clinic that is left', async () => {
    const { session, calls } = app();
    await session.openDemo();
    await session.signIn(signIn(BASE));
    await session.signIn(signIn(BASE));
    await session.reopen();
    await session.locking.lock(0);
    await session.locking.unlock(null);
    expect(calls.map(({ name }) => name)).not.toContain('renew');
  });
});

describe('a policy that requires a PIN', () => {
  const policy = { requirePin: true };

  test('wants one for every open account without one, and none of the demo clinic', async () => {
    const { session } = app({ policy });
    expect(session.locking.describe().needsPin).toBe(false);
    await session.signIn(signIn(BASE));
    expect(session.locking.describe()).toMatchObject({ hasPin: false, needsPin: true });
    await session.locking.lock(0);
    expect(session.locking.describe().needsPin).toBe(false);
    await session.locking.unlock(null);
    expect(session.locking.describe().needsPin).toBe(true);
    expect(await session.locking.setPin(PIN, null)).toMatchObject({ ok: true });
    expect(session.locking.describe()).toMatchObject({ hasPin: true, needsPin: false });
    await session.openDemo();
    expect(session.locking.describe().needsPin).toBe(false);
  });

  test('wants one also where there is no keychain', async () => {
    const { session } = await withPin(false, policy);
    expect(session.locking.describe()).toMatchObject({ hasPin: true, needsPin: false });
  });

  test('lets a PIN be changed and not removed', async () => {
    const { session } = await withPin(true, policy);
    expect(await session.locking.removePin(PIN)).toMatchObject({ error: { code: 'policy-refused' } });
    expect(await session.locking.setPin('314159', PIN)).toMatchObject({ ok: true });
    expect(session.locking.describe().hasPin).toBe(true);
  });
});

describe('without a keychain', () => {
  test('tokens and key survive a lock in memory, sealed by the PIN, and so do unsent changes', async () => {
    const { session, opened } = await withPin(false);
    session.handleOutboxCounts({ ...EMPTY_OUTBOX_COUNTS, saved: 2 });
    await session.locking.lock(0);
    expect(session.unsentOfRun).toBe(2);
    expect(await session.locking.unlock(PIN)).toMatchObject({ ok: true });
    const [first, second] = opened();
    expect(second).toEqual(first);
  });
});

test('the demo clinic is closed by a lock and opens without a PIN, over the same clinic', async () => {
  const { session, demos, opened } = app();
  await session.openDemo();
  await session.locking.lock(0);
  expect(await session.locking.setPin(PIN, null)).toMatchObject({ error: { code: 'not-signed-in' } });
  expect(await session.locking.unlock(null)).toMatchObject({ ok: true });
  expect(demos()).toBe(1);
  expect(opened()).toHaveLength(2);
  expect(await session.locking.setPin(PIN, null)).toMatchObject({ error: { code: 'policy-refused' } });
});

describe('a sign-out', () => {
  const GONE = ok({ files: [], foreign: 0 });
  const remove = (session: ReturnType<typeof app>['session'], account: string | null) =>
    session.remove({ what: 'sign-out', account, discards: [], acceptsUnreadable: false } as never); // ids come branded
  const withAccount = async () => {
    const opened = app();
    await opened.session.signIn(signIn(BASE));
    opened.refusals.set('engine.removeFiles', GONE);
    const names = (): readonly string[] => opened.calls.map(({ name }) => name);
    return { ...opened, id: opened.session.getState().current ?? '', names };
  };

  test('of another account leaves the demo clinic open, with page and engine', async () => {
    const { session, id, calls, names } = await withAccount();
    await session.openDemo();
    calls.length = 0;
    expect(await remove(session, id)).toMatchObject({ ok: true });
    expect(session.getState()).toMatchObject({ current: 'demo', session: 'open', secrets: 'demo' });
    expect(names()).not.toContain('renew');
  });

  test('of the open account ends page and engine once no account is open any more; the next page gets the receipt', async () => {
    const { session, id, calls, names, receiptsAtRenewal } = await withAccount();
    calls.length = 0;
    const done = await remove(session, id);
    expect(done).toMatchObject({ value: { receipts: [{ what: 'sign-out', account: id }] } });
    expect(names().filter((name) => name === 'renew')).toHaveLength(1);
    expect(names().indexOf('renew')).toBeGreaterThan(names().indexOf('engine.removeFiles'));
    expect(calls.find(({ name }) => name === 'renew')?.input).toBe('closed');
    expect(receiptsAtRenewal).toMatchObject([{ value: { receipts: [{ what: 'sign-out', account: id }] } }]);
  });

  test('of an account with a PIN ends them too', async () => {
    const { session, id, refusals, names } = await withPin();
    refusals.set('engine.removeFiles', GONE);
    expect(await remove(session, id)).toMatchObject({ ok: true });
    expect(names().at(-1)).toBe('renew');
  });

  test('that cannot be finished ends them, and the state of the account tells why', async () => {
    const { session, id, refusals, calls, receiptsAtRenewal } = await withAccount();
    refusals.set('engine.removeFiles', err('storage-read-only'));
    expect(await remove(session, id)).toMatchObject({ error: { code: 'removal-unfinished' } });
    expect(calls.findLast(({ name }) => name === 'renew')?.input).toBe('failed');
    expect(session.getState()).toMatchObject({ current: id, error: { code: 'removal-unfinished' } });
    expect(receiptsAtRenewal).toEqual([ok({ receipts: [] })]);
  });

  test('that is refused keeps them: the account is open again', async () => {
    const { session, id, files, refusals, names } = await withAccount();
    files.exist = true;
    refusals.set('outbox.list', err('storage-read-only'));
    expect(await remove(session, id)).toMatchObject({ ok: false });
    expect(session.getState()).toMatchObject({ current: id, session: 'open' });
    expect(names()).not.toContain('renew');
  });

  test.each([
    ['it is dismissed', (session) => session.dismissReceipts()],
    ['another removal is prepared', (session) => session.listContents({ account: null })],
    ['somebody signs in', (session) => session.signIn(signIn(OTHER))],
    ['an account is opened', (session) => session.switchTo({ id: 'demo' })],
    ['the demo clinic is opened', (session) => session.openDemo()],
  ] satisfies [string, (session: ReturnType<typeof app>['session']) => Promise<unknown>][])(
    'is told until %s',
    async (_, end) => {
      const { session, id } = await withAccount();
      await remove(session, id);
      expect(await session.getReceipts()).toMatchObject({ value: { receipts: [{ account: id }] } });
      await end(session);
      expect(await session.getReceipts()).toEqual(ok({ receipts: [] }));
    },
  );
});

describe('the number of unsent changes of a locked account', () => {
  const counts = { ...EMPTY_OUTBOX_COUNTS, saved: 2, uncertain: 1 };
  const restart = async (keychain: MemoryKeychain) => {
    const { session } = app({ keychain });
    await session.openAtStart({ ...DEFAULT_SETTINGS, openAtStart: 'last' }, null);
    expect(session.getState().session).toBe('locked');
    return session.locking.getUnsentOfLocked();
  };

  const readUnsent = (id: string): unknown =>
    JSON.parse(readFileSync(join(dataDir(), 'accounts', id, 'unsent.json'), 'utf8'));

  test('is known after a start, where the program has ended in good order', async () => {
    const { session, keychain, id } = await withPin();
    session.handleOutboxCounts(counts);
    await session.close();
    session.handleOutboxCounts({ ...counts, saved: 9 }); // an event that was under way
    expect(await restart(keychain)).toBe(3);
    expect(readUnsent(id)).toEqual({ version: 1, unsent: 3 });
  });

  test('is known after a lock and after a switch', async () => {
    const { session, keychain, id } = await withPin();
    session.handleOutboxCounts(counts);
    expect(await session.locking.lock(0)).toBe(3);
    expect(await restart(keychain)).toBe(3);
    await session.locking.unlock(PIN);
    session.handleOutboxCounts({ ...counts, saved: 0 });
    await session.openDemo();
    expect(readUnsent(id)).toEqual({ version: 1, unsent: 1 });
    await session.switchTo({ id });
    expect(session.locking.getUnsentOfLocked()).toBe(1);
  });

  test('is unknown, and not an old one, where the program was killed after it changed', async () => {
    const { session, keychain } = await withPin();
    session.handleOutboxCounts(counts);
    await session.locking.lock(0);
    await session.locking.unlock(PIN);
    session.handleOutboxCounts({ ...counts, saved: 7 });
    expect(await restart(keychain)).toBeNull();
  });

  test('is forgotten with the files of the account, however late they could be removed', async () => {
    const { session, refusals, id } = await withPin();
    session.handleOutboxCounts(counts);
    refusals.set('engine.removeFiles', err('storage-read-only'));
    const request = { what: 'sign-out', account: id, discards: [], acceptsUnreadable: false };
    const removed = await session.remove(request as never); // ids come branded
    expect(removed).toMatchObject({ error: { code: 'removal-unfinished' } });
    refusals.set('engine.removeFiles', ok({ files: [], foreign: 0 }));
    await session.signIn(signIn(BASE));
    await session.locking.setPin(PIN, null);
    expect(session.getState().current).toBe(id);
    expect(await session.locking.lock(0)).toBeNull();
  });

  test('is saved for no account without a PIN, whose changes everybody at the window can see', async () => {
    const { session } = app();
    await session.signIn(signIn(BASE));
    session.handleOutboxCounts(counts);
    await session.close();
    const id = session.getState().accounts.at(-1)?.id ?? '';
    expect(existsSync(join(dataDir(), 'accounts', id, 'unsent.json'))).toBe(false);
  });
});
