import { expect, onTestFinished, test } from 'vitest';
import { err, ok, type AppError, type Result } from '#contract/result.ts';
import { HOUR, MINUTE, SECOND } from '#main/base/durations.ts';
import { silentLog } from '#main/base/log.ts';
import { createSeededRandom } from '#main/base/random.ts';
import type { HttpClient, HttpRequest, HttpResult } from '#main/engine/api/http.ts';
import type { LocalClient } from '#main/engine/local/client.ts';
import { SendContext } from '#main/engine/sender/context.ts';
import { Sender } from '#main/engine/sender/sender.ts';
import { CircuitBreaker } from '#main/engine/sync/circuit-breaker.ts';
import { HealthTracker } from '#main/engine/sync/health.ts';
import { SyncScheduler } from '#main/engine/sync/scheduler.ts';
import { NEW_ORDER, rawList } from '../../../support/builders.ts';
import { manualClock } from '../../../support/clocks.ts';
import { temporaryFolder } from '../../../support/engine.ts';
import { testLocalStore } from '../../../support/local-store.ts';
import { FORM } from '../../../support/sender-scene.ts';

const DOWN = err('server-error', { detail: '503' }).error;
const PUBLISH = { operation: 'forms.publish', data: { id: FORM.id } } as const;

/** An account whose first refresh has read an unordered list for three minutes: the next one is an hour away. */
async function openSlowAccount() {
  const folder = await temporaryFolder();
  const app = testLocalStore(folder.path);
  const clock = manualClock();
  const random = createSeededRandom(1);
  const health = new HealthTracker({ account: 'a', clock, log: silentLog, emit: () => {} });
  const tryTokens = async (): Promise<AppError | null> => scene.tokens;
  const breaker = new CircuitBreaker({ clock, random, health, tryTokens });
  const scene = {
    app,
    clock,
    breaker,
    /** The methods of all requests, each with its time after the save. */
    asked: [] as { readonly method: string; readonly at: number }[],
    /** Returns the error of a request at a time after the save; null where it succeeds. */
    findError: (_at: number, _method: string): AppError | null => null,
    /** Calls of the local store that fail for now, as on a full disk. */
    failing: new Set<string>(),
    /** The service's verdict on the tokens. */
    tokens: null as AppError | null,
    savedAt: 0,
    refreshes: 0,
  };
  let form = FORM;
  const request = async ({ method, path }: HttpRequest): Promise<HttpResult> => {
    const at = clock.monotonic() - scene.savedAt;
    scene.asked.push({ method, at });
    const error = scene.findError(at, method);
    if (error !== null) return { ok: false, error, mayHaveLeft: true };
    if (method === 'POST') form = { ...form, published_version: form.latest_version };
    const body = path.includes(FORM.id) ? form : rawList([]);
    return ok({ status: 200, bytes: Buffer.from(JSON.stringify(body)), serverTime: null, etag: null });
  };
  const store = app.store as unknown as Record<string, (input: unknown) => Result<never>>; // every call is a method
  const call = (async (name: string, input: unknown) =>
    scene.failing.has(name)
      ? err('storage-full')
      : (store[name]?.call(store, input) ?? err('internal'))) as LocalClient['call'];
  const context = new SendContext({
    http: { request } as HttpClient, // nothing else of it is called
    cache: {
      read: async () => err('not-found'),
      writeSequence: () => 0,
      storeOne: async () => ok({ id: '', isOlder: false }),
      removeOne: async () => ok(null as never), // its result is not used
      commitDeferred: async () => ok(null),
    },
    local: {
      call,
      markSending: async (input) => {
        const left = app.store.markSending(input);
        return left.ok ? ok(null) : left;
      },
    },
    createResultRecorder: () => breaker.writes.createResultRecorder(),
    classifyRefusal: (error) => breaker.writes.classifyRefusal(error),
    clock,
    userId: 'user_me',
  });
  const shared = { clock, random, log: silentLog };
  const sender = new Sender({
    ...shared,
    context,
    local: { call },
    breaker: breaker.writes,
    keepsReconciling: true,
  });
  const pull = async (): Promise<number> => {
    scene.refreshes += 1;
    await clock.wait(3 * MINUTE);
    return clock.monotonic();
  };
  const scheduler = new SyncScheduler({ ...shared, push: () => sender.push(), pull, breaker, health });
  const close = async (): Promise<void> => {
    const stopped = Promise.all([scheduler.stop(), sender.stop()]);
    await clock.pass(0);
    await stopped;
  };
  onTestFinished(async () => {
    await close();
    app.store.close();
    await folder.remove();
  });
  scheduler.start();
  await clock.pass(4 * MINUTE);
  scene.savedAt = clock.monotonic();
  scene.asked.length = 0;
  /** Saves a change as the user does. */
  const save = (change: typeof PUBLISH | typeof NEW_ORDER = PUBLISH): void => {
    app.save(change, change === PUBLISH ? FORM : null);
    scheduler.handleSaved();
  };
  return Object.assign(scene, { save, close });
}

type SlowAccount = Awaited<ReturnType<typeof openSlowAccount>>;

const listPosts = ({ asked }: Pick<SlowAccount, 'asked'>): readonly number[] =>
  asked.filter(({ method }) => method === 'POST').map(({ at }) => at);

test.each([
  ['answers 503', DOWN],
  ['refuses connections', err('offline', { detail: 'ECONNREFUSED' }).error],
])('a change is sent within a minute where the service %s for 15 seconds, and once', async (_how, error) => {
  const account = await openSlowAccount();
  account.findError = (at) => (at < 15 * SECOND ? error : null);
  account.save();
  await account.clock.pass(MINUTE);
  expect(account.app.all()).toEqual([]);
  await account.clock.pass(30 * MINUTE);
  expect([listPosts(account).length, account.refreshes]).toEqual([1, 1]);
});

test('a change is sent at the end of the time for which the service asks, not before', async () => {
  const account = await openSlowAccount();
  const limited = err('rate-limited', { waitMs: 30 * SECOND }).error;
  account.findError = (at) => (at < 30 * SECOND ? limited : null);
  account.save();
  await account.clock.pass(29 * SECOND);
  expect(account.asked).toHaveLength(1);
  await account.clock.pass(3 * SECOND);
  expect([account.app.all(), listPosts(account).length, account.refreshes]).toEqual([[], 1, 1]);
});

test('a change that is saved during a pause, which a request for a list has begun, is sent at its end', async () => {
  const account = await openSlowAccount();
  account.breaker.reads.recordResult(err('rate-limited', { waitMs: 2 * MINUTE }).error);
  account.save();
  await account.clock.pass(2 * MINUTE);
  expect(account.asked).toEqual([]);
  await account.clock.pass(2 * SECOND);
  expect([account.app.all(), listPosts(account).length, account.refreshes]).toEqual([[], 1, 1]);
});

test.each([
  ['answers 503', DOWN, 60],
  ['refuses connections', err('offline', { detail: 'ECONNREFUSED' }).error, 60],
  ['asks for a second again and again', err('rate-limited', { waitMs: SECOND }).error, 100],
])('a service that %s for an hour is asked seldom', async (_how, error, most) => {
  const account = await openSlowAccount();
  account.findError = () => error;
  account.save();
  await account.clock.pass(50 * MINUTE);
  expect(account.refreshes).toBe(1);
  expect(account.asked.length).toBeLessThan(most);
  const inLastMinutes = account.asked.filter(({ at }) => at > 40 * MINUTE);
  expect(inLastMinutes.length).toBeGreaterThan(0);
  expect(inLastMinutes.length).toBeLessThan(20);
});

test('nothing is planned with an empty outbox, and nothing after the account was closed', async () => {
  const account = await openSlowAccount();
  // Only the next refresh is waited for.
  expect(account.clock.countWaiting()).toBe(1);
  account.findError = () => DOWN;
  account.save();
  await account.clock.pass(5 * MINUTE);
  const before = account.asked.length;
  expect(account.clock.countWaiting()).toBe(2);
  await account.close();
  expect(account.clock.countWaiting()).toBe(0);
  await account.clock.pass(HOUR);
  expect(account.asked).toHaveLength(before);
});

test('a change is not tried again by itself while the tokens are refused, and is sent at once when they are accepted', async () => {
  const account = await openSlowAccount();
  account.tokens = err('unauthorised').error;
  account.findError = () => account.tokens;
  account.save();
  await account.clock.pass(11 * MINUTE);
  expect([account.asked.length, account.breaker.isSignedOut]).toEqual([1, true]);
  account.tokens = null;
  await account.clock.pass(5 * MINUTE);
  expect([account.app.all(), listPosts(account).length]).toEqual([[], 1]);
});

test('an order that may have been received is not looked for in short turns while the network is gone', async () => {
  const account = await openSlowAccount();
  account.findError = (_at, method) => (method === 'POST' ? err('timeout').error : null);
  account.save(NEW_ORDER);
  // 20 milliseconds before the look that is due after 30 seconds, the network is gone.
  await account.clock.pass(30 * SECOND + 100 - 20);
  account.findError = () => err('offline', { detail: 'ENETUNREACH' }).error;
  account.breaker.reads.recordResult(err('offline').error);
  const before = account.clock.waits.length;
  await account.clock.pass(30 * MINUTE);
  expect(account.clock.waits.length - before).toBeLessThan(40);
  expect(account.app.all()).toMatchObject([{ state: 'uncertain' }]);
});

test('an outcome that a full disk has refused is recorded without a further change, once there is space', async () => {
  const account = await openSlowAccount();
  account.failing.add('storeAttempt');
  account.findError = (_at, method) => (method === 'POST' ? err('rejected').error : null);
  account.save();
  await account.clock.pass(MINUTE);
  expect(account.app.all()).toMatchObject([{ state: 'sending' }]);
  account.failing.clear();
  await account.clock.pass(10 * MINUTE);
  expect(account.app.all()).toMatchObject([{ state: 'rejected' }]);
  expect([listPosts(account).length, account.refreshes]).toEqual([1, 1]);
});
