import { expect, test } from 'vitest';
import { PROCEDURES_ALLOWED_WHILE_LOCKED, PROCEDURES_THAT_SAVE_INPUT } from '#contract/lock.ts';
import { PROCEDURE_NAMES } from '#contract/procedure-names.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { createDeferredPromise } from '#main/base/async.ts';
import { createLockHandlers, refuseWhileLocked } from '#main/lock/handlers.ts';

type LockOfHandlers = Parameters<typeof createLockHandlers>[0];

/** Records what the handlers ask of the lock, and answers with an error that names it. */
function recordLock() {
  const asked: unknown[] = [];
  let inputs = 0;
  const answer = (...call: unknown[]): Promise<Result<never>> => {
    asked.push(call);
    return Promise.resolve(err('locked'));
  };
  const account = new Proxy({}, { get: (_, name) => answer.bind(null, name) });
  const lock = {
    getState: () => 'the state',
    lock: async (reason: string) => void asked.push(['lock', reason]),
    unlock: answer.bind(null, 'unlock'),
    recover: answer.bind(null, 'recover'),
    leave: answer.bind(null, 'leave'),
    handlePageCovered: () => void asked.push(['covered']),
    handleInputSaved: (isSaved: boolean) => void asked.push(['saved', isSaved]),
    change: (work: (of: unknown) => Promise<unknown>) => work(account),
  } as unknown as LockOfHandlers; // what the handlers use of it
  const handlers = createLockHandlers(lock, { noteInput: () => (inputs += 1) });
  return { handlers, asked, inputs: () => inputs };
}

/** A route that answers every call, over a lock in the given state. */
function routeOver(lock: { isUnlocked: boolean; showsRecords: boolean; arePagesCovered?: boolean }) {
  const answered: string[] = [];
  const route = refuseWhileLocked(
    async (name) => {
      answered.push(name);
      return ok(name);
    },
    { arePagesCovered: false, ...lock },
  );
  return { route, answered };
}

test('each procedure asks the lock for what it names, with what the user has typed', async () => {
  const { handlers, asked } = recordLock();
  await handlers['lock.unlock']({ pin: '1' });
  await handlers['lock.unlock']({ pin: null });
  await handlers['lock.recover']({ code: 'C', newPin: '2' });
  await handlers['lock.leave']();
  await handlers['lock.setPin']({ newPin: '3', currentPin: '4' });
  await handlers['lock.removePin']({ pin: '5' });
  await handlers['lock.renewRecoveryCode']({ pin: '6' });
  expect(asked).toEqual([
    ['unlock', '1'],
    ['unlock', null],
    ['recover', 'C', '2'],
    ['leave'],
    ['setPin', '3', '4'],
    ['removePin', '5'],
    ['renewRecoveryCode', '6'],
  ]);
});

test('what a page does before a lock reaches the lock', async () => {
  const { handlers, asked } = recordLock();
  await handlers['lock.pageCovered']();
  await handlers['lock.inputSaved']({ isSaved: false });
  expect(asked).toEqual([['covered'], ['saved', false]]);
});

test('a lock that the user wants is answered with the state when it is done', async () => {
  const { handlers, asked } = recordLock();
  expect(await handlers['lock.now']()).toEqual(ok('the state'));
  expect(asked).toEqual([['lock', 'user']]);
  expect(await handlers['lock.state']()).toEqual(ok('the state'));
});

test('a user who wants to stay or opens the account counts as input', async () => {
  const { handlers, inputs } = recordLock();
  await handlers['lock.stay']();
  expect(inputs()).toBe(1);
  await handlers['lock.unlock']({ pin: null });
  expect(inputs()).toBe(2);
  await handlers['lock.recover']({ code: 'C', newPin: '2' });
  expect(inputs()).toBe(3);
});

test('of all procedures, a locked window is answered those of the list and no other', async () => {
  const { route, answered } = routeOver({ isUnlocked: false, showsRecords: false });
  for (const name of PROCEDURE_NAMES) await route(name, {});
  expect(answered.toSorted()).toEqual([...PROCEDURES_ALLOWED_WHILE_LOCKED].toSorted());
});

test('while the account needs a PIN, one can be set, and nothing else than in a locked window is answered', async () => {
  const { route, answered } = routeOver({ isUnlocked: true, showsRecords: false });
  for (const name of PROCEDURE_NAMES) await route(name, {});
  expect(answered.toSorted()).toEqual([...PROCEDURES_ALLOWED_WHILE_LOCKED, 'lock.setPin'].toSorted());
});

test('a page that has covered itself may save what is typed, and nothing else than in a locked window is answered', async () => {
  const { route, answered } = routeOver({ isUnlocked: true, showsRecords: true, arePagesCovered: true });
  for (const name of PROCEDURE_NAMES) await route(name, {});
  expect(answered.toSorted()).toEqual(
    [...PROCEDURES_ALLOWED_WHILE_LOCKED, ...PROCEDURES_THAT_SAVE_INPUT].toSorted(),
  );
});

test('a call that began before the account needed a PIN returns nothing of it', async () => {
  const lock = { isUnlocked: true, showsRecords: true, arePagesCovered: false };
  const read = createDeferredPromise<Result<unknown>>();
  const called = refuseWhileLocked(() => read.promise, lock)('requisitions.get', {});
  lock.showsRecords = false;
  read.resolve(ok('Amira'));
  expect(await called).toEqual(err('locked'));
});
