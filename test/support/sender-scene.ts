import { onTestFinished } from 'vitest';
import { err, ok, type Result } from '#contract/result.ts';
import { systemClock } from '#main/base/clock.ts';
import type { LogFacts } from '#main/base/log.ts';
import { createSeededRandom } from '#main/base/random.ts';
import type { LocalClient } from '#main/engine/local/client.ts';
import { SendContext } from '#main/engine/sender/context.ts';
import { Sender } from '#main/engine/sender/sender.ts';
import type { HttpClient, HttpRequest, HttpResult } from '#main/engine/api/http.ts';
import { steppingClock } from './clocks.ts';
import { temporaryFolder } from './engine.ts';
import { type TestLocalStore, testLocalStore } from './local-store.ts';

/** A form as the service has it. */
export const FORM = {
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

/** A sender over a local store and a service that a test plays. */
export interface SenderScene {
  readonly app: TestLocalStore;
  /** Calls of the local store, and `storeOne` of the cache, that fail for now, as on a full disk. */
  readonly failing: Set<string>;
  readonly push: () => Promise<void>;
  /** Returns the number of requests that change something. */
  readonly countSent: () => number;
  /** The errors that were logged. */
  readonly logged: { readonly message: string; readonly facts: LogFacts | undefined }[];
}

/**
 * A local store that may be full, a cache that may be, and a service.
 * @param answer returns the body of a response, by the request and the number of requests that were to change something; where
 *   it throws, the attempt does
 */
export async function createSenderScene(
  answer: (request: Pick<HttpRequest, 'method' | 'path' | 'body'>, sent: number) => unknown,
): Promise<SenderScene> {
  const folder = await temporaryFolder();
  const app = testLocalStore(folder.path);
  onTestFinished(() => {
    app.store.close();
    return folder.remove();
  });
  let sent = 0;
  const failing = new Set<string>();
  const request = async (given: HttpRequest): Promise<HttpResult> => {
    if (given.method === 'POST') sent += 1;
    const bytes = Buffer.from(JSON.stringify(answer(given, sent)));
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
    classifyRefusal: async (error) => error,
    clock: systemClock,
    userId: 'user_me',
  });
  const logged: { message: string; facts: LogFacts | undefined }[] = [];
  const log = {
    info() {},
    warn() {},
    error: (message: string, facts?: LogFacts) => void logged.push({ message, facts }),
  };
  const sender = new Sender({
    context: ground,
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
    log,
    keepsReconciling: false,
  });
  return { app, failing, push: () => sender.push(), countSent: () => sent, logged };
}
