import { expect, test } from 'vitest';
import { ok } from '#contract/result.ts';
import { toEpochMs } from '#contract/time.ts';
import { silentLog } from '#main/base/log.ts';
import { DueReminderWatcher } from '#main/engine/watchers/due-reminders.ts';
import { standingClock } from '../../../support/clocks.ts';
import { until, unwrap } from '../../../support/engine.ts';
import { type TestApp, openTestApp } from '../../../support/app.ts';

// Each test starts an engine with its threads, and the machine may be busy.
const published = (app: TestApp) =>
  app.engine().events.flatMap(({ name, payload }) => (name === 'dueReminders' ? [payload] : []));

test('reminders that are due are published at a start, once, and those of later days are not', async () => {
  const app = await openTestApp({ requisitions: 3, forms: 1 });
  await app.sync();
  const [first, second, third] = unwrap(
    await app.engine().call('worklist.ids', {
      tab: 'all',
      terms: [],
      order: { by: 'updated', descending: true },
      limit: 3,
    }),
  ).ids;
  const day = 86_400_000;
  for (const [id, at] of [
    [first, Date.now() - day],
    [second, Date.now() - 1],
    [third, Date.now() + day],
  ] as const) {
    const mark = { kind: 'requisition', id: id ?? '', note: '', remindOn: toEpochMs(at) } as const;
    unwrap(await app.engine().call('followUps.set', mark));
  }
  expect(published(app)).toEqual([]);
  await app.restart({ keepsFresh: true });
  await until(() => published(app).length > 0, 'reminders');
  await app.sync();
  expect(published(app)).toEqual([{ count: 2 }]);
});

test('after a clock that was a day ahead is corrected, the reminders of that day are published when they become due', async () => {
  const hour = 3_600_000;
  const clock = standingClock();
  const today = 1_000 * 24 * hour;
  const remindAt = [1, 5, 9].map((after) => today + after * hour);
  const counts: number[] = [];
  const watcher = new DueReminderWatcher({
    clock,
    log: silentLog,
    local: { call: async () => ok({ items: remindAt.map((remindOn) => ({ remindOn })) }) as never }, // nothing else of it is read
    cache: { read: async () => ok({ items: [] }) as never }, // nothing else of it is read
    emit: (_name, { count }) => counts.push(count),
  });
  for (const hours of [2, 24, 3, 4, 6, 7, 10]) {
    clock.at = today + hours * hour;
    unwrap(await watcher.publishDue());
  }
  // The first one, then the two others too early, then each of them when it is due.
  expect(counts).toEqual([1, 2, 1, 1]);
});
