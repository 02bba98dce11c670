import { expect, onTestFinished, test } from 'vitest';
import { err, ok, type Result } from '#contract/result.ts';
import { systemClock } from '#main/base/clock.ts';
import { silentLog } from '#main/base/log.ts';
import { createSeededRandom } from '#main/base/random.ts';
import type { HttpClient, HttpRequest, HttpResult } from '#main/engine/api/http.ts';
import type { LocalClient } from '#main/engine/local/client.ts';
import type { ReadFlagTarget } from '#main/engine/local/protocol.ts';
import { SendContext } from '#main/engine/sender/context.ts';
import { Sender } from '#main/engine/sender/sender.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { NEW_ORDER, rawNotification } from '../../../support/builders.ts';
import { testCache, type TestCache } from '../../../support/cache.ts';
import { steppingClock } from '../../../support/clocks.ts';
import { unwrap } from '../../../support/engine.ts';
import { type TestLocalStore, testLocalStore } from '../../../support/local-store.ts';

interface Scene {
  readonly cache: TestCache;
  readonly app: TestLocalStore;
  readonly sender: Sender;
  /** The paths of the requests, oldest first. */
  readonly paths: string[];
  /** Runs before the response to each request; a result replaces the response. */
  onRequest: (request: HttpRequest) => HttpResult | undefined;
  /** Calls of the local store that fail. */
  readonly failing: Set<string>;
  readonly states: () => readonly string[];
  /** How many notifications are unread in the cache. */
  readonly unread: () => number;
}

/** A cache and a local store with unread notifications that are marked as read, and a service that accepts that. */
async function scene(count: number): Promise<Scene> {
  const cache = await testCache();
  const app = testLocalStore(cache.file.folder);
  onTestFinished(async () => {
    app.store.close();
    await cache.close();
  });
  const ids = Array.from({ length: count }, (_none, n) => `notf_${n}`);
  cache.sweep(
    'notification',
    ids.map((id) => rawNotification({ id })),
  );
  const notifications = ids.map(
    (id) => ({ id, title: id, isRead: false, waiting: [] }) as unknown as ReadFlagTarget, // the builder's own ids
  );
  unwrap(app.store.saveReadFlags({ notifications, read: true, userId: 'user_me' }));
  app.emitted.splice(0);
  cache.emitted.splice(0);
  const failing = new Set<string>();
  const store = app.store as unknown as Record<string, (input: unknown) => Result<never>>; // every call is a method
  const call = (async (name: string, input: unknown) =>
    failing.has(name)
      ? err('storage-full')
      : (store[name]?.call(store, input) ?? err('internal'))) as LocalClient['call'];
  const here: Omit<Scene, 'sender'> = {
    cache,
    app,
    paths: [],
    onRequest: () => undefined,
    failing,
    states: () => app.all().map(({ state }) => state),
    unread: () =>
      cache.reader.get(sql<{ n: number }>`SELECT count(*) AS n FROM notification WHERE read = 0`)?.n ?? -1,
  };
  const request = async (asked: HttpRequest): Promise<HttpResult> => {
    here.paths.push(asked.path);
    const id = asked.path.split('/').at(-1);
    const replaced = scened.onRequest(asked);
    if (replaced !== undefined) return replaced;
    const bytes = Buffer.from(JSON.stringify(rawNotification({ id, read: true })));
    return ok({ status: 200, bytes, serverTime: null, etag: null });
  };
  let sequence = 0;
  const context = new SendContext({
    http: { request } as HttpClient, // nothing else of it is called
    cache: {
      read: async () => err('not-found'),
      writeSequence: () => sequence,
      storeOne: async (one) => cache.writer.storeOne({ ...one, writeSequence: ++sequence }),
      commitDeferred: async (input) => cache.writer.commitDeferred(input),
      removeOne: async (one) => cache.writer.removeOne({ ...one, writeSequence: ++sequence }),
    },
    local: { call, markSending: async () => err('internal') },
    createResultRecorder: () => () => {},
    classifyRefusal: async (error) => error,
    clock: systemClock,
    userId: 'user_me',
  });
  const sender = new Sender({
    context,
    local: { call },
    breaker: {
      mayRequest: () => true,
      pausedUntil: null,
      isSignedOut: false,
      isUnreachable: false,
      getReachableTime: () => systemClock.monotonic(),
    },
    clock: steppingClock(),
    random: createSeededRandom(1),
    log: silentLog,
    keepsReconciling: false,
  });
  const scened: Scene = Object.assign(here, { sender });
  return scened;
}

test('a hundred read flags are a hundred requests, in their order, and few commits', async () => {
  const { sender, paths, app, cache, unread } = await scene(100);
  await sender.push();
  expect(paths).toEqual(Array.from({ length: 100 }, (_none, n) => `/v2/notifications/notf_${n}`));
  expect(app.all()).toEqual([]);
  expect(unwrap(app.store.listClosedChanges({ limit: 200 })).items.map(({ ending }) => ending)).toEqual(
    Array.from({ length: 100 }, () => 'sent'),
  );
  expect(unread()).toBe(0);
  // Of each twenty, one commit says that they leave, and one that they have arrived; the cache has one.
  expect(app.emitted).toHaveLength(10);
  expect(cache.changes()).toHaveLength(5);
});

test('before the first byte of a read flag leaves, the local store says that it is being sent', async () => {
  const scened = await scene(3);
  const seen: string[] = [];
  scened.onRequest = ({ path }) => {
    const sent = scened.app.all().find(({ id }) => path.endsWith(id));
    seen.push(sent?.state ?? 'none');
    return undefined;
  };
  await scened.sender.push();
  expect(seen).toEqual(['sending', 'sending', 'sending']);
});

test('a change that is saved meanwhile is sent before the read flags that are left, which are as they were', async () => {
  const scened = await scene(30);
  const { app, sender, paths } = scened;
  scened.onRequest = () => {
    if (paths.length === 5) {
      app.save(NEW_ORDER);
      void sender.push();
    }
    if (paths.length !== 6) return undefined;
    expect(scened.states().toSorted()).toEqual(
      ['saved', ...Array.from({ length: 25 }, () => 'saved')].toSorted(),
    );
    expect(app.all().filter(({ attempts, mayHaveArrived }) => attempts > 0 || mayHaveArrived)).toEqual([]);
    return err('forbidden');
  };
  await sender.push();
  expect(paths[5]).toContain('/v2/requisitions');
  expect(paths.filter((path) => path.includes('notf_'))).toHaveLength(30);
  expect(new Set(paths.filter((path) => path.includes('notf_'))).size).toBe(30);
});

test('read flags whose records were lost in the cache are sent again', async () => {
  const scened = await scene(10);
  const { cache, sender, app, paths, unread } = scened;
  const failures: unknown[] = [];
  scened.onRequest = () => {
    const failure = new Error('the write fails');
    try {
      if (paths.length === 4)
        cache.writer.change('form', () => {
          throw failure;
        });
    } catch (thrown) {
      failures.push(thrown); // The rollback of this change takes the deferred ones with it.
    }
    return undefined;
  };
  await sender.push();
  expect(failures).toHaveLength(1);
  expect(unread()).toBe(0);
  expect(app.all()).toEqual([]);
  expect(paths.length).toBeGreaterThan(10);
});

test('one that is refused is asked about, and the others arrive', async () => {
  const scened = await scene(5);
  scened.onRequest = ({ path }) => (path.endsWith('_2') ? err('forbidden') : undefined);
  await scened.sender.push();
  expect(scened.app.all().map(({ id, state }) => [id, state])).toEqual([['notf_2', 'rejected']]);
  expect(scened.unread()).toBe(1);
});

test('where the local store cannot take the outcomes, they are recorded later, and none is sent twice', async () => {
  const scened = await scene(25);
  const { sender, failing, paths, app } = scened;
  scened.onRequest = () => {
    if (paths.length === 3)
      for (const name of ['closeOrReleaseReadFlags', 'closeConfirmedChange', 'storeAttempt'])
        failing.add(name);
    return undefined;
  };
  await sender.push();
  failing.clear();
  await sender.push();
  expect(app.all()).toEqual([]);
  expect(new Set(paths).size).toBe(25);
  expect(paths).toHaveLength(25);
});

test('a flag of another user is sent on its own, and waits for the answer to a question', async () => {
  const { sender, app, paths } = await scene(3);
  const notifications = [
    { id: 'notf_1', title: '', isRead: false, waiting: [] } as unknown as ReadFlagTarget,
  ];
  unwrap(app.store.discard({ number: app.all()[1]?.number ?? 0 }));
  unwrap(app.store.saveReadFlags({ notifications, read: true, userId: 'user_other' }));
  await sender.push();
  expect(paths).toEqual(['/v2/notifications/notf_0', '/v2/notifications/notf_2']);
  expect(app.all()).toMatchObject([{ id: 'notf_1', state: 'needs-you', question: 'another-user' }]);
});
