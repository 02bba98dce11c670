import { expect, test } from 'vitest';
import { systemClock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';
import { openTestApp, type OpenOptions, type TestApp } from '../../support/app.ts';
import { NEW_ORDER } from '../../support/builders.ts';
import { tokensOf } from '../../support/clinic.ts';
import { until, unwrap } from '../../support/engine.ts';
import { PIN } from '../../support/locks.ts';
import { ORDERS, posted } from '../../support/lost-orders.ts';
import { memoryKeychain } from '../../support/memory-keychain.ts';

/** An app whose open account has a PIN. */
async function openWithPin(options: OpenOptions = {}): Promise<TestApp> {
  const app = await openTestApp({}, { keychain: memoryKeychain(), hasSession: true, ...options });
  const { clinic } = app;
  const given = { baseUrl: clinic.baseUrl, ...tokensOf(clinic), userId: clinic.userId };
  unwrap(await app.session().signIn(given as never)); // ids come branded
  unwrap(await app.session().locking.setPin(PIN, null));
  return app;
}

/** Unlocks, sends what is left, and returns how many orders the service carried out and how many changes are left. */
async function finish(app: TestApp): Promise<{ readonly orders: number; readonly left: number }> {
  unwrap(await app.session().locking.unlock(PIN));
  await app.sync();
  await app.sync();
  return { orders: posted(app), left: (await app.outbox()).length };
}

test('an order that is on its way when the window locks arrives once, and the lock waits for it', async () => {
  const app = await openWithPin({ clock: systemClock });
  app.clinic.faults.add({
    match: { method: 'POST', path: ORDERS, times: 1 },
    action: { kind: 'delay', ms: 300 },
  });
  await app.save(NEW_ORDER);
  expect(await app.session().locking.lock(11 * SECOND)).toBe(0);
  expect(posted(app)).toBe(1);
  expect(await app.engine().call('outbox.list', {})).toMatchObject({ error: { code: 'not-signed-in' } });
  expect(await finish(app)).toEqual({ orders: 1, left: 0 });
});

test('an order whose response does not come is cut off by the lock, and is neither lost nor doubled', async () => {
  // The waits of this clock return at once, so that the time for sending is over.
  const app = await openWithPin();
  app.clinic.faults.add({
    match: { method: 'POST', path: ORDERS, times: 1 },
    action: { kind: 'stall', after: true },
  });
  await app.save(NEW_ORDER);
  await until(() => posted(app) === 1, 'the order at the service');
  await app.session().locking.lock(11 * SECOND);
  app.clinic.faults.clear();
  expect(await finish(app)).toEqual({ orders: 1, left: 0 });
});

test('an order that cannot be sent stays pending and is counted on the lock screen', async () => {
  const app = await openWithPin();
  app.clinic.faults.add({ match: {}, action: { kind: 'close' } });
  await app.save(NEW_ORDER);
  expect(await app.session().locking.lock(11 * SECOND)).toBe(1);
  app.clinic.faults.clear();
  expect(await finish(app)).toEqual({ orders: 1, left: 0 });
});

async function waitTurns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
}

test.each([-8, -4, -2, -1, 0, 1, 2, 4, 8])(
  'an order whose save meets a lock is kept or refused, and saved again it arrives once (lock at turn %i)',
  async (turn) => {
    const app = await openWithPin();
    app.clinic.faults.add({ match: {}, action: { kind: 'close' } });
    const order = { ...NEW_ORDER, saveId: 'save-at-lock' };
    const locked = waitTurns(turn).then(() => app.session().locking.lock(0));
    await waitTurns(-turn);
    const saved = await app.engine().call('outbox.save', order);
    await locked;

    unwrap(await app.session().locking.unlock(PIN));
    const kept = (await app.outbox()).map(({ number, label }) => ({ number, label }));
    const whole = saved.ok ? [{ number: saved.value.number, label: NEW_ORDER.data.name }] : [];
    expect(kept).toEqual(whole);
    expect(['saved', 'not-signed-in']).toContain(saved.ok ? 'saved' : saved.error.code);
    // The page has ended before it received the result, so it saves its draft again.
    await app.save(order);
    expect(await app.outbox()).toHaveLength(1);
    app.clinic.faults.clear();
    await app.sync();
    expect(posted(app)).toBe(1);
  },
);

test('a change that waits a minute for undo is kept by a lock, and sent after unlocking', async () => {
  const app = await openWithPin({ clock: systemClock });
  await app.sync();
  const { id } = app.first('requisition');
  const sent = (): number => app.done('POST', `/v2/requisitions/${id}`);
  await app.save({
    operation: 'requisitions.update',
    data: { id, share_with_patient: true },
    holdMs: 60_000,
  });
  expect(await app.session().locking.lock(11 * SECOND)).toBe(1);
  expect(sent()).toBe(0);
  expect(await finish(app)).toMatchObject({ left: 0 });
  expect(sent()).toBe(1);
});

test('a change that waits for undo is kept when the computer goes to sleep', async () => {
  const app = await openWithPin({ clock: systemClock });
  await app.sync();
  const { id } = app.first('requisition');
  await app.save({
    operation: 'requisitions.update',
    data: { id, share_with_patient: true },
    holdMs: 60_000,
  });
  await app.session().locking.lock(0);
  expect(app.done('POST', `/v2/requisitions/${id}`)).toBe(0);
  expect(await finish(app)).toMatchObject({ left: 0 });
  expect(app.done('POST', `/v2/requisitions/${id}`)).toBe(1);
});
