import { expect, onTestFinished, test } from 'vitest';
import { err, ok, type Result } from '#contract/result.ts';
import { silentLog } from '#main/base/log.ts';
import { createSeededRandom } from '#main/base/random.ts';
import type { HttpClient, HttpRequest, HttpResult } from '#main/engine/api/http.ts';
import type { LocalClient } from '#main/engine/local/client.ts';
import { SendContext } from '#main/engine/sender/context.ts';
import { Sender } from '#main/engine/sender/sender.ts';
import { NEW_ORDER, rawList, rawRequisition, toBytes } from '../../../support/builders.ts';
import { manualClock } from '../../../support/clocks.ts';
import { temporaryFolder } from '../../../support/engine.ts';
import { testLocalStore } from '../../../support/local-store.ts';

const SECOND = 1_000;

/** A sender whose order the service has perhaps received: it gives no answer, and its lists are empty. */
async function loseOrder({
  keepsReconciling,
  saves = true,
  list = () => [],
}: {
  keepsReconciling: boolean;
  saves?: boolean;
  /** The records on a page of its lists, by the number of requests before. */
  list?: (before: number) => readonly unknown[];
}) {
  const folder = await temporaryFolder();
  const app = testLocalStore(folder.path);
  onTestFinished(() => {
    app.store.close();
    return folder.remove();
  });
  if (saves) app.save(NEW_ORDER);
  const clock = manualClock();
  const asked: string[] = [];
  const request = async ({ method }: HttpRequest): Promise<HttpResult> => {
    asked.push(method);
    if (method === 'POST') return { ...err('timeout'), mayHaveLeft: true };
    const bytes = Buffer.from(toBytes(rawList(list(asked.length - 1))));
    return ok({ status: 200, bytes, serverTime: null, etag: null });
  };
  const store = app.store as unknown as Record<string, (input: unknown) => Result<never>>; // every call is a method
  const call = (async (name: string, input: unknown) =>
    store[name]?.call(store, input) ?? err('internal')) as LocalClient['call'];
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
    createResultRecorder: () => () => {},
    classifyRefusal: async (error) => error,
    clock,
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
      getReachableTime: () => clock.monotonic(),
    },
    clock,
    random: createSeededRandom(1),
    log: silentLog,
    keepsReconciling,
  });
  return { app, clock, sender, asked };
}

/** Lets a run end; it waits for nothing that takes time. */
async function finish(running: Promise<void>, clock: ReturnType<typeof manualClock>): Promise<void> {
  const ended = running.then(() => true);
  while ((await Promise.race([ended, clock.pass(0)])) !== true);
}

test('an order that may have been received is looked for again after 30 seconds, then 2 minutes', async () => {
  const { app, clock, sender, asked } = await loseOrder({ keepsReconciling: true });
  await finish(sender.push(), clock);
  expect(app.all()).toMatchObject([{ state: 'uncertain' }]);
  expect([asked, clock.waits]).toEqual([['GET', 'POST', 'GET'], [30 * SECOND]]);
  await clock.pass(30 * SECOND);
  expect([asked.slice(3), clock.waits.slice(1)]).toEqual([['GET'], [90 * SECOND]]);
});

test('a command that ends after sending plans no further look', async () => {
  const { clock, sender } = await loseOrder({ keepsReconciling: false });
  await finish(sender.push(), clock);
  expect(clock.waits).toEqual([]);
});

test('no look is planned where nothing was lost, and none after the sender was stopped', async () => {
  const idle = await loseOrder({ keepsReconciling: true, saves: false });
  await finish(idle.sender.push(), idle.clock);
  expect(idle.clock.waits).toEqual([]);
  const stopped = await loseOrder({ keepsReconciling: true });
  await finish(stopped.sender.push(), stopped.clock);
  const last = stopped.sender.push();
  await stopped.sender.stop();
  await last;
  expect(stopped.clock.waits).toEqual([30 * SECOND]);
  await stopped.clock.pass(30 * SECOND);
  expect(stopped.asked).toEqual(['GET', 'POST', 'GET']);
});

test('the user is asked after two minutes, with what is known: whether the lists could be read to a certain end', async () => {
  const ask = async (list: (before: number) => readonly unknown[]): Promise<unknown> => {
    const { app, clock, sender } = await loseOrder({ keepsReconciling: true, list });
    await finish(sender.push(), clock);
    for (let looks = 0; looks < 3; looks += 1) await clock.pass(60 * SECOND);
    return app.all().map(({ state, question }) => [state, question]);
  };
  expect(await ask(() => [])).toEqual([['needs-you', 'none-found']]);
  // Before the order the list is empty; afterwards each page shows another record.
  const moving = (before: number): readonly unknown[] =>
    before === 0 ? [] : [rawRequisition({ id: `req_${before}`, patient: NEW_ORDER.data.patient })];
  expect(await ask(moving)).toEqual([['needs-you', 'not-listed']]);
});
