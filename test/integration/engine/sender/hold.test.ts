import { expect, test } from 'vitest';
import { unwrap } from '../../../support/engine.ts';
import { openTestApp } from '../../../support/app.ts';
import { waitUntilPasses } from '../../../support/wait.ts';

/** Longer than any test takes: a change held this long is never sent automatically here. */
const LONG = 60_000;

async function withHeldReview(holdMs: number) {
  const app = await openTestApp();
  await app.sync();
  const { id } = app.first('requisition');
  const saved = await app.save({
    operation: 'requisitions.update',
    data: { id, share_with_patient: true },
    holdMs,
  });
  const sent = (): number => app.done('POST', `/v2/requisitions/${id}`);
  return { app, saved, sent };
}

test('a change that can still be undone is on the disk and not sent, and discarding it undoes it', async () => {
  const { app, saved, sent } = await withHeldReview(LONG);
  await app.sync();
  expect(sent()).toBe(0);
  expect(await app.outbox()).toMatchObject([{ number: saved.number, state: 'saved' }]);
  unwrap(await app.engine().call('outbox.discard', { number: saved.number }));
  await app.sync();
  expect(await app.outbox()).toEqual([]);
  expect(sent()).toBe(0);
});

test('a held change survives a restart of the engine, and is sent by the next one', async () => {
  const { app, sent } = await withHeldReview(LONG);
  await app.restart();
  expect(await app.outbox()).toHaveLength(1);
  await app.sync();
  expect(sent()).toBe(1);
  expect(await app.outbox()).toEqual([]);
});

test('a held change is sent once the hold is over', async () => {
  const { app, sent } = await withHeldReview(50);
  const goes = async (): Promise<void> => {
    await app.sync();
    expect(sent()).toBe(1);
  };
  await waitUntilPasses(goes);
  expect(await app.outbox()).toEqual([]);
});

test('a held change does not delay those of other records', async () => {
  const { app, sent } = await withHeldReview(LONG);
  const [, other] = [...app.serviceRecords('requisition').keys()];
  await app.save({ operation: 'requisitions.update', data: { id: other ?? '', name: 'Renamed' } });
  await app.sync();
  expect(app.done('POST', `/v2/requisitions/${other}`)).toBe(1);
  expect(sent()).toBe(0);
});
