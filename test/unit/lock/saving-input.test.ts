import { expect, test } from 'vitest';
import { ok } from '#contract/result.ts';
import { refuseWhileLocked } from '#main/lock/handlers.ts';
import { setUp, settle } from './test-lock.ts';

test.each(['idle', 'suspend', 'system', 'user'] as const)(
  'the page saves what is typed before a lock by %s, and its calls are answered until it has',
  async (reason) => {
    const { lock, steps, page } = setUp();
    page.answer = null;
    const locked = lock.lock(reason);
    await settle();
    expect([steps, lock.showsRecords]).toEqual([['ask'], true]);
    lock.handleInputSaved(true);
    await locked;
    expect(steps.slice(0, 2)).toEqual(['ask', 'cover']);
    expect(lock.getState()).toMatchObject({ reason, mayLackInput: false });
  },
);

test('a page that does not answer delays the lock by 300 milliseconds, and the lock screen says what may be lost', async () => {
  const { lock, clock, steps, page } = setUp();
  page.answer = null;
  const locked = lock.lock('idle');
  await clock.pass(299);
  expect(steps).toEqual(['ask']);
  await clock.pass(1);
  await locked;
  expect(lock.getState()).toMatchObject({ state: 'locked', mayLackInput: true });
  await lock.unlock('271828');
  expect(lock.getState()).toMatchObject({ state: 'unlocked', mayLackInput: false });
});

test('a page that has covered itself has two seconds to save, and may only save meanwhile', async () => {
  const { lock, clock, steps, page } = setUp();
  page.answer = null;
  const answered: string[] = [];
  const route = refuseWhileLocked(async (name) => ok(answered.push(name)), lock);
  const locked = lock.lock('idle');
  await route('requisitions.get', {});
  lock.handlePageCovered();
  await clock.pass(1_999);
  for (const name of ['requisitions.get', 'outbox.list', 'lock.setPin', 'drafts.save'] as const)
    await route(name, {});
  expect([steps, answered]).toEqual([['ask'], ['requisitions.get', 'drafts.save']]);
  lock.handleInputSaved(true);
  await locked;
  expect(lock.getState()).toMatchObject({ state: 'locked', mayLackInput: false });
});

test('a page that has covered itself and does not save delays the lock by two seconds at most', async () => {
  const { lock, clock, steps, page } = setUp();
  page.answer = null;
  const locked = lock.lock('idle');
  lock.handlePageCovered();
  await clock.pass(1_999);
  expect(steps).toEqual(['ask']);
  await clock.pass(1);
  await locked;
  expect(lock.getState()).toMatchObject({ state: 'locked', mayLackInput: true });
  expect(lock.arePagesCovered).toBe(false);
});

test.each([
  ['from the beginning', 'suspend', 300],
  ['while it saves', 'user', 1_000],
] as const)(
  'before a sleep a page has no longer to save because it is covered: %s',
  async (_when, reason, ms) => {
    const { lock, clock, steps, page } = setUp();
    page.answer = null;
    const locked = lock.lock(reason);
    lock.handlePageCovered();
    await clock.pass(ms - 1);
    expect(steps).toEqual(['ask']);
    await clock.pass(1);
    void lock.lock('suspend');
    await locked;
    expect(steps).toContain('close within 0');
    expect(lock.getState()).toMatchObject({ reason: 'suspend', mayLackInput: true });
  },
);

test('the time in which a page saves is part of that of the lock', async () => {
  const { lock, clock, steps, closing, page } = setUp();
  page.answer = null;
  closing.isImmediate = false;
  const locked = lock.lock('user');
  lock.handlePageCovered();
  await clock.pass(1_500);
  lock.handleInputSaved(true);
  await settle();
  expect(steps).toContain('close within 6.5');
  await clock.pass(7_499);
  expect(steps).not.toContain('renew');
  await clock.pass(1);
  expect(steps).toContain('renew');
  closing.done.resolve(null);
  await locked;
});

test('input that could not be saved is said on the lock screen', async () => {
  const { lock, page } = setUp();
  page.answer = false;
  await lock.lock('user');
  expect(lock.getState()).toMatchObject({ state: 'locked', mayLackInput: true });
});

test('without a page nothing is waited for', async () => {
  const { lock, steps, page } = setUp();
  page.count = 0;
  page.answer = null;
  await lock.lock('system');
  expect(steps.slice(0, 2)).toEqual(['ask', 'cover']);
  expect(lock.getState().mayLackInput).toBe(false);
});

test('a sleep while the page saves sends nothing', async () => {
  const { lock, steps, page } = setUp();
  page.answer = null;
  const locked = lock.lock('user');
  void lock.lock('suspend');
  lock.handleInputSaved(true);
  await locked;
  expect(steps).toContain('close within 0');
  expect(steps.filter((step) => step === 'ask')).toHaveLength(1);
});

test('with several pages the lock waits for the answers of all, and says so where one could not save', async () => {
  const { lock, page, steps } = setUp();
  Object.assign(page, { count: 2, answer: null });
  const locked = lock.lock('user');
  lock.handlePageCovered();
  expect(lock.arePagesCovered).toBe(false);
  lock.handleInputSaved(false);
  await settle();
  expect(steps).toEqual(['ask']);
  lock.handlePageCovered();
  expect(lock.arePagesCovered).toBe(true);
  lock.handleInputSaved(true);
  await locked;
  expect(steps).toContain('cover');
  expect(lock.getState().mayLackInput).toBe(true);
});
