import { expect, test, vi } from 'vitest';
import { toEpochMs } from '#contract/time.ts';
import { until, unwrap } from '../../../support/engine.ts';
import { type TestApp, openTestApp } from '../../../support/app.ts';

// Each test starts an engine with its threads, and the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

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
