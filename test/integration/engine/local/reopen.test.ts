import { describe, expect, test } from 'vitest';
import { EMPTY_OUTBOX_COUNTS } from '#contract/outbox.ts';
import type { LocalStoreCalls } from '#main/engine/local/protocol.ts';
import { openTestApp, type TestApp } from '../../../support/app.ts';
import { getCode, until, unwrap, type TestEngine } from '../../../support/engine.ts';
import { endLocalThread } from '../../../support/ending-thread.ts';
import { ENDING_WORKER_URL } from '../../../support/worker-entries.ts';
import { NEW_ORDER } from '../../../support/builders.ts';

// Whole engines are started several times, which takes time on a busy machine.
const SIZES = { seed: 5, requisitions: 6, forms: 2, notifications: 3 };

let app: TestApp;
let engine: TestEngine;

/** Opens an account whose local thread ends after a call, without a response, as often as the test says. */
async function openWithEndingWorker(call: keyof LocalStoreCalls, { keepsFresh = false } = {}) {
  const death = endLocalThread(call);
  app = await openTestApp(SIZES, { workerUrl: ENDING_WORKER_URL, keepsFresh });
  engine = app.engine();
  return death;
}

/** Read by the engine's own thread: a call to the local thread could be the one without a response. */
const counts = async () => (await app.health()).outbox;
const creations = () => app.done('POST', '/v2/requisitions');

test('a save without a response is reported as failed, and the same save id is stored once', async () => {
  const death = await openWithEndingWorker('save');
  death.times(1);
  const change = { ...NEW_ORDER, saveId: 'one' } as const;
  expect(getCode(await engine.call('outbox.save', change))).toBe('engine-down');
  const again = unwrap(await engine.call('outbox.save', change));
  expect((await app.outbox()).map(({ number }) => number)).toEqual([again.number]);
});

test('health and counts are emitted again, and screens that show a record read again', async () => {
  const death = await openWithEndingWorker('list');
  unwrap(await engine.call('outbox.save', NEW_ORDER));
  death.times(1);
  engine.events.length = 0;
  expect(getCode(await engine.call('outbox.list', {}))).toBe('engine-down');
  expect(await app.outbox()).toHaveLength(1);
  const emitted = engine.events.filter(({ name }) => name === 'outbox' || name === 'changed');
  expect(emitted.map(({ payload }) => payload)).toEqual([
    expect.objectContaining({ saved: 1 }),
    ...['form', 'requisition', 'notification'].map((kind) => expect.objectContaining({ kind, ids: [] })),
  ]);
  expect(await app.health()).toMatchObject({
    outbox: { saved: 1 },
    localStore: { state: 'fine' },
  });
});

test('a thread that ends repeatedly is not restarted for a while, and every call gets a result', async () => {
  const death = await openWithEndingWorker('list');
  death.times(100);
  for (let turn = 0; turn < 4; turn++) await engine.call('outbox.list', {});
  expect(getCode(await engine.call('outbox.save', NEW_ORDER))).toBe('engine-down');
  expect(death.left()).toBe(96);
  expect(engine.logged.join('\n')).toContain('the local store broke too often and is opened again later');
  await until(async () => (await engine.call('outbox.save', NEW_ORDER)).ok, 'it is open again');
});

describe('sending continues after the thread ended at', () => {
  test.each(['getNextTask', 'markSending', 'closeConfirmedChange'] as const)(
    '%s, and the write arrives once',
    async (call) => {
      const death = await openWithEndingWorker(call, { keepsFresh: true });
      death.times(1);
      // The thread may end before it has responded to the save: the caller saves the same again.
      const change = { ...NEW_ORDER, saveId: 'one' } as const;
      await until(async () => (await engine.call('outbox.save', change)).ok, 'it is saved');
      await until(() => death.left() === 0, 'the thread ends');
      await until(async () => {
        const settled = await engine.call('outbox.closed', {});
        return settled.ok && settled.value.items.length === 1;
      }, 'it has left');
      expect({ waiting: await counts(), creations: creations() }).toEqual({
        waiting: EMPTY_OUTBOX_COUNTS,
        creations: 1,
      });
    },
  );

  test('work ends, and a refusal is still reported', async () => {
    const death = await openWithEndingWorker('storeAttempt', { keepsFresh: true });
    app.clinic.faults.add({ match: { method: 'POST' }, action: { kind: 'answer', status: 422, body: '{}' } });
    death.times(1);
    unwrap(await engine.call('outbox.save', NEW_ORDER));
    await until(() => death.left() === 0, 'the thread ends');
    await until(async () => (await counts()).rejected === 1, 'it is rejected');
    expect({ creations: creations(), left: death.left() }).toEqual({ creations: 0, left: 0 });
  });
});
