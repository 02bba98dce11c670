import { expect, test, vi } from 'vitest';
import { deskAndClinic, type DeskAndClinic } from '../../support/desk-and-clinic.ts';
import { until, valueOf } from '../../support/engine.ts';

// Each test starts an engine with its threads, and the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

const told = (desk: DeskAndClinic) =>
  desk.engine().events.flatMap(({ name, payload }) => (name === 'arrived' ? [payload] : []));

const open = (): Promise<DeskAndClinic> => deskAndClinic({}, { keepsFresh: true });

async function news(desk: DeskAndClinic, count: number): Promise<readonly string[]> {
  const ids = Array.from({ length: count }, () => desk.clinic.elsewhere.notify());
  await desk.sync();
  return ids;
}

test('the first fetch of all is no news; what comes later is told once, with its kinds and the newest', async () => {
  const desk = await open();
  await desk.sync();
  expect(told(desk)).toEqual([]);
  const ids = await news(desk, 3);
  await until(() => told(desk).length === 1, 'news');
  // They were made within one millisecond: any of them may be the newest.
  expect(told(desk)).toEqual([
    { kinds: [{ about: 'appointment', count: 3 }], newest: expect.toBeOneOf(ids) },
  ]);
  await desk.sync({ full: true });
  await news(desk, 1);
  await until(() => told(desk).length === 2, 'news');
  expect(told(desk)[1]).toMatchObject({ kinds: [{ count: 1 }] });
});

test('what came while nobody was here is told at the next start, and nothing twice', async () => {
  const desk = await open();
  await desk.sync();
  await news(desk, 1);
  await until(() => told(desk).length === 1, 'news');
  const missed = [desk.clinic.elsewhere.notify(), desk.clinic.elsewhere.notify()];
  await desk.restart({ keepsFresh: true });
  await desk.sync();
  await until(() => told(desk).length === 1, 'news');
  const [only] = told(desk) as readonly { kinds: readonly { count: number }[]; newest: string }[];
  expect(only?.kinds.reduce((sum, { count }) => sum + count, 0)).toBe(2);
  expect(missed).toContain(only?.newest);
});

test('what was read elsewhere before it came here is told to nobody', async () => {
  const desk = await open();
  await desk.sync();
  const id = desk.clinic.elsewhere.notify();
  desk.clinic.elsewhere.updateNotification(id, { read: true });
  await desk.sync();
  const unread = await news(desk, 1);
  await until(() => told(desk).length === 1, 'news');
  expect(told(desk)).toMatchObject([{ kinds: [{ count: 1 }], newest: unread[0] }]);
  expect(valueOf(await desk.engine().call('notifications.get', { id })).record.read).toBe(true);
});
