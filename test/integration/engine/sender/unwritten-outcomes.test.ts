import { expect, onTestFinished, test } from 'vitest';
import { err, ok, type Result } from '#contract/result.ts';
import { systemClock } from '#main/base/clock.ts';
import { createSeededRandom } from '#main/base/random.ts';
import type { LocalClient } from '#main/engine/local/client.ts';
import { SendContext } from '#main/engine/sender/context.ts';
import { Sender } from '#main/engine/sender/sender.ts';
import type { HttpClient, HttpRequest, HttpResult } from '#main/engine/api/http.ts';
import { rawList } from '../../../support/builders.ts';
import { temporaryFolder, unwrap } from '../../../support/engine.ts';
import { steppingClock } from '../../../support/clocks.ts';
import { type TestLocalStore, testLocalStore } from '../../../support/local-store.ts';

const FORM = {
  id: 'form_1',
  object: 'form',
  name: 'Intake',
  description: '',
  published_version: 'version_1',
  latest_version: 'version_2',
  has_unpublished_changes: false,
  usable_by: null,
  request_completion_from: [],
  created_by: 'user_me',
  created_at: '2026-01-01T00:00:00.000Z',
  last_updated_at: '2026-01-02T00:00:00.000Z',
};

interface Scene {
  readonly app: TestLocalStore;
  /** Calls of the local store, and `storeOne` of the cache, that fail for now, as on a full disk. */
  readonly failing: Set<string>;
  readonly push: () => Promise<void>;
  /** Returns the number of requests that change something. */
  readonly countSent: () => number;
}

/**
 * A local store that may be full, a cache that may be, and a service.
 * @param answer returns the body of a response, by the method and the number of requests that were to change something
 */
async function scene(answer: (method: HttpRequest['method'], sent: number) => unknown): Promise<Scene> {
  const folder = await temporaryFolder();
  const app = testLocalStore(folder.path);
  onTestFinished(() => {
    app.store.close();
    return folder.remove();
  });
  let sent = 0;
  const failing = new Set<string>();
  const request = async ({ method }: HttpRequest): Promise<HttpResult> => {
    if (method === 'POST') sent += 1;
    const bytes = Buffer.from(JSON.stringify(answer(method, sent)));
    return ok({ status: 200, bytes, serverTime: null, etag: null });
  };
  const store = app.store as unknown as Record<string, (input: unknown) => Result<never>>; // every call is a method
  const call = (async (name: string, input: unknown) =>
    failing.has(name)
      ? err('storage-full')
      : (store[name]?.call(store, input) ?? err('internal'))) as LocalClient['call'];
  const markSending: LocalClient['markSending'] = async (input) => {
    const left = app.store.markSending(input);
    return left.ok ? ok(null) : left;
  };
  const ground = new SendContext({
    http: { request } as HttpClient, // nothing else of it is called
    cache: {
      read: async () => err('not-found'),
      writeSequence: () => 0,
      storeOne: async () => (failing.has('storeOne') ? err('storage-full') : ok({ id: '', isOlder: false })),
      commitDeferred: async () => ok(null),
      removeOne: async () => ok(null as never), // its result is not used
    },
    local: { call, markSending },
    createResultRecorder: () => () => {},
    clock: systemClock,
    userId: 'user_me',
  });
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const sender = new Sender({
    context: ground,
    local: { call },
    breaker: {
      mayRequest: () => true,
      pausedUntil: null,
      isSignedOut: false,
      getReachableTime: () => systemClock.monotonic(),
    },
    clock: steppingClock(),
    random: createSeededRandom(1),
    log,
    keepsReconciling: false,
  });
  return { app, failing, push: () => sender.push(), countSent: () => sent };
}

/** A pending publish, and a service that accepts it. */
async function publishing(): Promise<Scene> {
  const made = await scene((_method, sent) =>
    sent === 0 ? FORM : { ...FORM, published_version: FORM.latest_version },
  );
  made.app.save({ operation: 'forms.publish', data: { id: FORM.id } }, FORM);
  return made;
}

test('an outcome that could not be written is written by the next run, and nothing is sent twice', async () => {
  const { app, failing, push, countSent } = await publishing();
  failing.add('closeConfirmedChange').add('storeAttempt');
  await push();
  expect(app.all()).toMatchObject([{ state: 'sending' }]);
  failing.clear();
  await push();
  expect(app.all()).toEqual([]);
  expect(countSent()).toBe(1);
});

test('a write whose outcome repeatedly cannot be written is reconciled', async () => {
  const { app, failing, push, countSent } = await publishing();
  failing.add('closeConfirmedChange');
  await push();
  await push();
  expect(app.all()).toMatchObject([{ state: 'uncertain' }]);
  failing.clear();
  await push();
  expect(app.all()).toEqual([]);
  expect(countSent()).toBe(1);
});

test('a create that the service has confirmed is done, with the id of the service, though the cache is full', async () => {
  const { app, failing, push, countSent } = await scene((method, sent) =>
    method === 'POST' ? FORM : rawList(sent === 0 ? [] : [FORM]),
  );
  const { id } = app.save({ operation: 'forms.create', data: { name: FORM.name } });
  failing.add('storeOne');
  await push();
  expect(app.all()).toEqual([]);
  const { items } = unwrap(app.store.listClosedChanges({ limit: 5 }));
  expect(items).toMatchObject([{ operation: 'forms.create', ending: 'sent', id: FORM.id }]);
  expect(id).not.toBe(FORM.id);
  expect(countSent()).toBe(1);
});
