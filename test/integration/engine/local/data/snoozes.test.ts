import { expect, test } from 'vitest';
import { idSchema } from '#contract/record-schemas.ts';
import { toEpochMs } from '#contract/time.ts';
import { MINUTE } from '#main/base/durations.ts';
import { silentLog } from '#main/base/log.ts';
import { DueSnoozeEnder } from '#main/engine/watchers/snoozes.ts';
import { openTestApp } from '../../../../support/app.ts';
import { unwrap } from '../../../../support/engine.ts';
import { type LocalDataStore, localDataStore } from '../../../../support/local-store.ts';

const ids = ['notf_1', 'notf_2'].map((id) => idSchema('notification').parse(id));
const [one] = ids;
if (one === undefined) throw new Error('there is no id');

const snooze = ({ kept, clock }: LocalDataStore, ms: number | null) =>
  unwrap(kept['inbox.snooze']({ ids, until: ms === null ? null : toEpochMs(clock.at + ms) }));
const read = ({ kept }: LocalDataStore) => unwrap(kept['inbox.getSnooze']({ id: one })).snooze;

/** A watcher of the snoozes of a store, and the counts that it emitted. */
function watch({ kept }: LocalDataStore) {
  const counts: number[] = [];
  const watcher = new DueSnoozeEnder({
    local: { call: async () => kept.endSnoozes(null) }, // the one call of the watcher
    clock: { now: () => 0 } as never, // not used by one check
    log: silentLog,
    emit: (_name, { count }) => counts.push(count),
  });
  return { watcher, counts };
}

test('a notification is snoozed until its time, over a restart too, and is then back, once', async () => {
  const local = await localDataStore();
  snooze(local, 10 * MINUTE);
  expect(local.changedLocalData.at(-1)).toEqual({ what: 'snoozes', ids });
  const again = local.again();
  const { watcher, counts } = watch(again);
  again.clock.at += 10 * MINUTE - 1;
  await watcher.endDue();
  expect(read(again)).toMatchObject({ isOver: false });
  again.clock.at += 1;
  await watcher.endDue();
  await watcher.endDue();
  expect(read(again)).toMatchObject({ isOver: true });
  expect(counts).toEqual([2]);
  expect(again.changedLocalData).toEqual([{ what: 'snoozes', ids }]);
});

test('a snooze is undone, and one that is over is forgotten', async () => {
  const local = await localDataStore();
  snooze(local, 10 * MINUTE);
  snooze(local, null);
  expect(read(local)).toBeNull();
  const [, two] = ids;
  unwrap(local.kept['inbox.snooze']({ ids: [one], until: toEpochMs(local.clock.at + MINUTE) }));
  expect(snooze(local, null).before).toEqual([
    { id: one, until: local.clock.at + MINUTE },
    { id: two, until: null },
  ]);
  snooze(local, -1);
  expect(read(local)).toMatchObject({ isOver: true });
  snooze(local, null);
  expect(read(local)).toBeNull();
});

test('a snoozed notification is neither listed nor counted, is first once it is back, and marking it as read ends that', async () => {
  const app = await openTestApp();
  await app.sync();
  const page = async (terms: readonly object[] = []) =>
    unwrap(await app.engine().call('inbox.page', { terms: terms as never, order: { unreadFirst: true } }))
      .items;
  const unread = async () => unwrap(await app.engine().call('inbox.unread', {})).count;
  const rows = await page();
  const last = rows.findLast(({ notifications }) => notifications === 1);
  const first = rows.find(({ unread: count, notifications }) => count === 1 && notifications === 1);
  if (last === undefined || first === undefined) throw new Error('the clinic has no such rows');
  const before = await unread();
  const set = (id: string, until: number | null) =>
    app.engine().call('inbox.snooze', {
      ids: [idSchema('notification').parse(id)],
      until: until === null ? null : toEpochMs(until),
    });
  unwrap(await set(first.id, 9e12));
  expect((await page()).map(({ id }) => id)).not.toContain(first.id);
  expect(await unread()).toBe(before - 1);
  const snoozed = [{ field: 'snoozed', value: true, isNot: false }];
  expect(await page(snoozed)).toMatchObject([{ id: first.id, snoozedUntil: 9e12, isBack: false }]);
  unwrap(await set(first.id, null));
  expect(await unread()).toBe(before);

  unwrap(await set(last.id, 1));
  expect((await page())[0]).toMatchObject({ id: last.id, isBack: true, snoozedUntil: null });
  unwrap(
    await app.engine().call('inbox.markRead', { ids: [idSchema('notification').parse(last.id)], read: true }),
  );
  expect((await page())[0]).not.toMatchObject({ isBack: true });
});
