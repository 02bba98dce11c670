import { expect, test, vi } from 'vitest';
import { deskAndClinic } from '../../support/desk-and-clinic.ts';
import { valueOf } from '../../support/engine.ts';

/** Longer than any test takes: what is held so long is never sent by itself here. */
const LONG = 60_000;

async function withHeldReview(holdMs: number) {
  const desk = await deskAndClinic();
  await desk.sync();
  const { id } = desk.first('requisition');
  const saved = await desk.save({
    operation: 'requisitions.update',
    data: { id, share_with_patient: true },
    holdMs,
  });
  const sent = (): number => desk.done('POST', `/v2/requisitions/${id}`);
  return { desk, saved, sent };
}

test('a change that can still be undone is on the disk and not sent, and discarding it undoes it', async () => {
  const { desk, saved, sent } = await withHeldReview(LONG);
  await desk.sync();
  expect(sent()).toBe(0);
  expect(await desk.outbox()).toMatchObject([{ number: saved.number, state: 'saved' }]);
  valueOf(await desk.engine().call('outbox.discard', { number: saved.number }));
  await desk.sync();
  expect(await desk.outbox()).toEqual([]);
  expect(sent()).toBe(0);
});

test('a held change outlives the engine, and goes with the next one', async () => {
  const { desk, sent } = await withHeldReview(LONG);
  await desk.restart();
  expect(await desk.outbox()).toHaveLength(1);
  await desk.sync();
  expect(sent()).toBe(1);
  expect(await desk.outbox()).toEqual([]);
});

test('a held change goes once the hold is over', async () => {
  const { desk, sent } = await withHeldReview(50);
  const goes = async (): Promise<void> => {
    await desk.sync();
    expect(sent()).toBe(1);
  };
  await vi.waitFor(goes, { timeout: 20_000 });
  expect(await desk.outbox()).toEqual([]);
});

test('a held change does not hold up those of other records', async () => {
  const { desk, sent } = await withHeldReview(LONG);
  const [, other] = [...desk.truth('requisition').keys()];
  await desk.save({ operation: 'requisitions.update', data: { id: other ?? '', name: 'Renamed' } });
  await desk.sync();
  expect(desk.done('POST', `/v2/requisitions/${other}`)).toBe(1);
  expect(sent()).toBe(0);
});
