import { expect, test } from 'vitest';
import { err, ok, type Result } from '#contract/result.ts';
import { createDeferredPromise } from '#main/base/async.ts';
import { SECOND } from '#main/base/durations.ts';
import { createLockHandlers, refuseWhileLocked } from '#main/lock/handlers.ts';
import { setUp, settle } from './test-lock.ts';

test('locking covers first, then closes, and ends the engine', async () => {
  const { lock, steps, states } = setUp();
  await lock.lock('user');
  expect(steps).toEqual(['ask', 'cover', 'dismiss', 'remove traces', 'close within 8', 'renew']);
  expect(states.map(({ state }) => state)).toEqual(['locking', 'locked']);
  expect(lock.getState()).toMatchObject({ state: 'locked', reason: 'user', unsent: 2 });
});

test('the window is covered and calls are refused before anything has closed', async () => {
  const { lock, steps, closing } = setUp();
  closing.isImmediate = false;
  const locked = lock.lock('idle');
  await settle();
  expect(steps[1]).toBe('cover');
  expect(lock.isUnlocked).toBe(false);
  closing.done.resolve(0);
  await locked;
});

test('locking twice is locking once', async () => {
  const { lock, steps } = setUp();
  await Promise.all([lock.lock('user'), lock.lock('idle')]);
  await lock.lock('system');
  expect(steps.filter((step) => step === 'cover')).toHaveLength(1);
  expect(lock.getState().reason).toBe('user');
});

test('without an account nothing is locked', async () => {
  const { lock, steps } = setUp({ account: null });
  await lock.lock('idle');
  expect([steps, lock.isUnlocked]).toEqual([[], true]);
});

test('a service that does not answer delays the lock by nine seconds at most: the engine is ended', async () => {
  const { lock, clock, steps, closing } = setUp();
  closing.isImmediate = false;
  const locked = lock.lock('idle');
  await clock.pass(8 * SECOND);
  expect(steps).not.toContain('renew');
  await clock.pass(SECOND);
  expect(steps).toContain('renew');
  closing.done.resolve(null);
  await locked;
  expect(lock.getState()).toMatchObject({ state: 'locked', unsent: null });
});

test('the log says that an account did not close in time, and says nothing where it did', async () => {
  const { lock, clock, warnings, closing } = setUp();
  await lock.lock('idle');
  expect(warnings).toEqual([]);
  await lock.unlock('271828');
  closing.isImmediate = false;
  const locked = lock.lock('idle');
  await clock.pass(9 * SECOND);
  closing.done.resolve(null);
  await locked;
  expect(warnings).toEqual(['the account did not close in time; the engine is ended']);
});

test('before a sleep nothing is sent', async () => {
  const { lock, steps } = setUp();
  await lock.lock('suspend');
  expect(steps).toContain('close within 0');
});

test('a sleep while the window locks ends the sending', async () => {
  const { lock, steps, closing } = setUp();
  closing.isImmediate = false;
  const locked = lock.lock('idle');
  await settle();
  expect(steps).not.toContain('renew');
  void lock.lock('suspend');
  await settle();
  expect(steps).toContain('renew');
  closing.done.resolve(null);
  await locked;
});

test('a close that fails leaves the window locked', async () => {
  const { lock, closing } = setUp();
  closing.isImmediate = false;
  const locked = lock.lock('idle');
  closing.done.reject(new Error('broken'));
  await locked;
  expect(lock.getState().state).toBe('locked');
});

test.each([
  ['cover', 'the pages could not be covered'],
  ['dismiss', 'questions could not be closed'],
  ['remove traces', 'copies of documents could not be removed'],
  ['renew', 'the engine could not be replaced'],
])(
  'where the step "%s" of the lock fails, the others are taken, and the PIN opens',
  async (step, problem) => {
    const { lock, steps, broken, errors } = setUp();
    broken.add(step);
    await lock.lock('user');
    expect(steps).toEqual(['ask', 'cover', 'dismiss', 'remove traces', 'close within 8', 'renew']);
    expect(lock.getState()).toMatchObject({ state: 'locked', unsent: 2 });
    expect(errors).toEqual([problem]);
    broken.clear();
    expect(await lock.unlock('271828')).toMatchObject({ value: { state: 'unlocked' } });
  },
);

test.each([
  ['asked to save what is typed', 'ask'],
  ['told about the lock', 'announce'],
])('pages that cannot be %s are locked all the same', async (_what, step) => {
  const { lock, clock, steps, broken } = setUp();
  broken.add(step);
  const locked = lock.lock('idle');
  await clock.pass(10 * SECOND);
  await locked;
  expect(steps).toContain('renew');
  expect(lock.getState()).toMatchObject({ state: 'locked' });
});

test.each(['try 271828', 'renew'])(
  'a try whose step "%s" fails leaves the window locked for the next one',
  async (step) => {
    const { lock, broken, opening } = setUp();
    await lock.lock('user');
    broken.add(step);
    opening.answer = err('wrong-pin');
    expect((await lock.unlock('271828')).ok).toBe(false);
    expect(lock.getState()).toMatchObject({ state: 'locked', reason: 'user', unsent: 2 });
    broken.clear();
    opening.answer = ok(undefined);
    expect(await lock.unlock('271828')).toMatchObject({ value: { state: 'unlocked' } });
  },
);

test('the right PIN opens, a wrong one does not and leaves an empty engine', async () => {
  const { lock, steps, states, opening } = setUp();
  await lock.lock('user');
  steps.length = 0;
  opening.answer = err('wrong-pin', { triesLeft: 9 });
  expect(await lock.unlock('271828')).toMatchObject({ error: { code: 'wrong-pin', triesLeft: 9 } });
  expect(steps).toEqual(['try 271828', 'renew']);
  expect(lock.getState()).toMatchObject({ state: 'locked', reason: 'user', unsent: 2 });
  opening.answer = ok(undefined);
  expect(await lock.unlock('271828')).toMatchObject({ value: { state: 'unlocked', reason: null } });
  expect(states.map(({ state }) => state).slice(-2)).toEqual(['unlocking', 'unlocked']);
});

test('a window that is not locked tries no PIN', async () => {
  const { lock, steps } = setUp();
  expect(await lock.unlock('271828')).toMatchObject({ value: { state: 'unlocked' } });
  expect(await lock.recover('CODE', '271828')).toMatchObject({ error: { code: 'invalid-input' } });
  expect([steps, lock.isUnlocked]).toEqual([[], true]);
});

test('an unlocking while the window locks waits for it', async () => {
  const { lock, steps, closing } = setUp();
  closing.isImmediate = false;
  const locked = lock.lock('idle');
  await settle();
  const opened = lock.unlock('271828');
  await settle();
  expect(steps).not.toContain('try 271828');
  closing.done.resolve(0);
  await locked;
  expect(await opened).toMatchObject({ ok: true });
  expect(lock.isUnlocked).toBe(true);
});

test('a sleep during an unlocking leaves the window locked, whatever the PIN was', async () => {
  const { lock, opening } = setUp();
  await lock.lock('user');
  const tried = createDeferredPromise<void>();
  opening.done = tried.promise;
  const opened = lock.unlock('271828');
  await settle();
  const locked = lock.lock('suspend');
  tried.resolve();
  expect(await opened).toMatchObject({ error: { code: 'locked' } });
  await locked;
  expect(lock.getState()).toMatchObject({ state: 'locked', reason: 'suspend' });
});

test('two tries at once are one: the second is refused', async () => {
  const { lock, opening, steps } = setUp();
  await lock.lock('user');
  const tried = createDeferredPromise<void>();
  opening.done = tried.promise;
  const first = lock.unlock('271828');
  await settle();
  expect(await lock.unlock('314159')).toMatchObject({ error: { code: 'locked' } });
  tried.resolve();
  expect(await first).toMatchObject({ ok: true });
  expect(steps).not.toContain('try 314159');
});

test('an account is left once the lock has closed it', async () => {
  const { lock, closing, steps } = setUp();
  closing.isImmediate = false;
  const locked = lock.lock('user');
  await settle();
  const left = lock.leave();
  await settle();
  expect(steps).not.toContain('leave');
  closing.done.resolve(0);
  await locked;
  expect(await left).toMatchObject({ ok: true });
  expect(steps.at(-1)).toBe('leave');
});

test('a locked account can be left, and not while it is being opened', async () => {
  const { lock, opening, steps } = setUp();
  await lock.lock('user');
  const tried = createDeferredPromise<void>();
  opening.done = tried.promise;
  const opened = lock.unlock('271828');
  await settle();
  expect(await lock.leave()).toMatchObject({ error: { code: 'locked' } });
  opening.answer = err('wrong-pin');
  tried.resolve();
  await opened;
  expect(await lock.leave()).toMatchObject({ ok: true });
  expect(steps.filter((step) => step === 'leave')).toHaveLength(1);
  lock.handleSession('closed');
  expect(lock.isUnlocked).toBe(true);
});

test('an account with a PIN is locked after a start, another one after a switch', () => {
  const { lock } = setUp();
  lock.handleSession('locked');
  expect(lock.getState()).toMatchObject({ state: 'locked', reason: 'start', unsent: 5 });
  lock.handleSession('open');
  expect(lock.isUnlocked).toBe(true);
  lock.handleSession('locked');
  expect(lock.getState()).toMatchObject({ state: 'locked', reason: 'switch' });
});

test('a window whose account is closed is locked only after the engine has ended', async () => {
  const { lock, closing } = setUp();
  closing.isImmediate = false;
  const locked = lock.lock('idle');
  await settle();
  lock.handleSession('locked');
  expect(lock.getState().state).toBe('locking');
  closing.done.resolve(0);
  await locked;
  expect(lock.getState()).toMatchObject({ state: 'locked', reason: 'idle' });
});

test('the page hears of another open account, which may be protected in another way', () => {
  const { lock, states } = setUp();
  lock.handleSession('open');
  expect(states).toMatchObject([{ state: 'unlocked' }]);
});

test('the session does not open a window that is being locked', async () => {
  const { lock, closing } = setUp();
  closing.isImmediate = false;
  const locked = lock.lock('idle');
  await settle();
  lock.handleSession('open');
  lock.handleSession('failed');
  expect(lock.isUnlocked).toBe(false);
  closing.done.resolve(0);
  await locked;
  lock.handleSession('opening');
  expect(lock.isUnlocked).toBe(false);
});

test('while the window is locked, only the procedures of the lock and of choosing an account are answered', async () => {
  const { lock } = setUp();
  const asked: string[] = [];
  const route = refuseWhileLocked(async (name) => {
    asked.push(name);
    return ok('answer');
  }, lock);
  await lock.lock('user');
  for (const name of [
    'requisitions.get',
    'outbox.list',
    'accounts.remove',
    'settings.set',
    'lock.setPin',
  ] as const)
    expect(await route(name, {})).toMatchObject({ error: { code: 'locked' } });
  for (const name of ['lock.state', 'accounts.list', 'accounts.switch', 'policy.get'] as const)
    expect(await route(name, {})).toMatchObject({ ok: true });
  expect(asked).toEqual(['lock.state', 'accounts.list', 'accounts.switch', 'policy.get']);
});

test('a call that began before the lock returns nothing of the account after it', async () => {
  const { lock } = setUp();
  const answer = createDeferredPromise<Result<unknown>>();
  const route = refuseWhileLocked(() => answer.promise, lock);
  const called = route('requisitions.get', {});
  await lock.lock('user');
  answer.resolve(ok('Amira'));
  expect(await called).toMatchObject({ error: { code: 'locked' } });
});

test('a PIN is changed only while the window is open, and the page hears of it', async () => {
  const { lock, states } = setUp();
  const handlers = createLockHandlers(lock, { noteInput: () => {} });
  expect(await handlers['lock.setPin']({ newPin: '271828', currentPin: null })).toMatchObject({
    value: { recoveryCode: 'CODE' },
  });
  expect(states).toHaveLength(1);
  await handlers['lock.now']();
  expect(await handlers['lock.removePin']({ pin: '271828' })).toMatchObject({ error: { code: 'locked' } });
  expect(await handlers['lock.recover']({ code: 'CODE', newPin: '314159' })).toMatchObject({
    value: { recoveryCode: 'NEW' },
  });
});

test('a user who stays is noted, so that the window does not lock under their hands', async () => {
  const { lock } = setUp();
  let notes = 0;
  const handlers = createLockHandlers(lock, { noteInput: () => (notes += 1) });
  expect(await handlers['lock.stay']()).toEqual(ok({}));
  expect(notes).toBe(1);
});
