import { expect, test } from 'vitest';
import { isId, type Id } from '#contract/ids.ts';
import type { InboxTerm } from '#contract/inbox.ts';
import { until, valueOf } from '../../support/engine.ts';
import { deskAndClinic, type DeskAndClinic } from '../../support/desk-and-clinic.ts';

const SIZES = { seed: 23, requisitions: 12, forms: 2, notifications: 700, patients: 6 };

async function opened(): Promise<DeskAndClinic> {
  const desk = await deskAndClinic(SIZES);
  await desk.sync({ kinds: ['notification'] });
  return desk;
}

function idsOf(ids: readonly string[]): readonly Id<'notification'>[] {
  return ids.filter((id): id is Id<'notification'> => isId('notification', id));
}

async function unread(desk: DeskAndClinic): Promise<number> {
  return valueOf(await desk.engine().call('inbox.unread', {})).count;
}

/** The number that was told last. */
function told(desk: DeskAndClinic): unknown {
  return desk.engine().events.findLast(({ name }) => name === 'unread')?.payload;
}

const onServer = (desk: DeskAndClinic): number =>
  [...desk.truth('notification').values()].filter(({ read }) => read === false).length;

const mark = async (desk: DeskAndClinic, ids: readonly string[], read: boolean) =>
  valueOf(await desk.engine().call('inbox.mark', { ids: idsOf(ids), read })).changed;

/** All of a filter, piece after piece, as the inbox does it. */
async function markAll(desk: DeskAndClinic, terms: InboxTerm[], read: boolean): Promise<readonly string[]> {
  const changed: string[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const place: { after?: string } = after === undefined ? {} : { after };
    const toBecome = read ? 'read' : 'unread';
    const piece = valueOf(await desk.engine().call('inbox.ids', { terms, toBecome, limit: 40, ...place }));
    if (piece.ids.length > 0) changed.push(...(await mark(desk, piece.ids, read)));
    after = piece.next;
  }
  return changed;
}

test('nothing is marked by being listed, counted, opened or fetched', async () => {
  const desk = await opened();
  const engine = desk.engine();
  const { items } = valueOf(
    await engine.call('inbox.page', { terms: [], order: { unreadFirst: true }, limit: 20 }),
  );
  for (const id of idsOf(items.map((item) => item.id))) {
    valueOf(await engine.call('inbox.thread', { id }));
    valueOf(await engine.call('notifications.get', { id }));
  }
  valueOf(await engine.call('inbox.counts', { terms: [] }));
  await desk.sync();
  expect(await desk.outbox()).toEqual([]);
  expect(desk.done('POST', /notifications/)).toBe(0);
  expect(await unread(desk)).toBe(onServer(desk));
});

test('all of a filter are marked over every page at once, sent one by one, and undone', async () => {
  const desk = await opened();
  const engine = desk.engine();
  const before = await unread(desk);
  const terms: InboxTerm[] = [{ field: 'about', value: 'appointment', isNot: true }];
  const { unread: asked } = valueOf(await engine.call('inbox.counts', { terms }));
  const changed = await markAll(desk, terms, true);
  expect(changed).toHaveLength(asked);
  expect(new Set(changed).size).toBe(asked);
  expect(await unread(desk)).toBe(before - asked);
  expect(valueOf(await engine.call('inbox.counts', { terms })).unread).toBe(0);
  expect(onServer(desk)).toBe(before);
  const undone = await mark(desk, changed.slice(0, 5), false);
  expect(undone.toSorted()).toEqual(changed.slice(0, 5).toSorted());
  await desk.sync();
  expect(onServer(desk)).toBe(before - asked + 5);
  expect(desk.done('POST', /notifications/)).toBe(asked - 5);
  expect(await unread(desk)).toBe(onServer(desk));
});

test('what is kept unread on purpose is unread after a sync, here and at the service', async () => {
  const desk = await opened();
  const [id = ''] = [...desk.truth('notification').values()]
    .filter(({ read }) => read === true)
    .map((one) => one.id);
  expect(await mark(desk, [id], false)).toEqual([id]);
  await desk.sync();
  await desk.sync({ full: true });
  expect(desk.truth('notification').get(id)?.['read']).toBe(false);
  expect(valueOf(await desk.engine().call('inbox.ids', { terms: [], toBecome: 'read' })).ids).toContain(id);
});

test('the one number is told when marks are made here, when they are sent, and when another desk makes them', async () => {
  const desk = await opened();
  const before = await unread(desk);
  await until(() => JSON.stringify(told(desk)) === JSON.stringify({ count: before }), 'the first count');
  const { ids } = valueOf(await desk.engine().call('inbox.ids', { terms: [], toBecome: 'read', limit: 10 }));
  await mark(desk, ids.slice(0, 4), true);
  await until(
    () => JSON.stringify(told(desk)) === JSON.stringify({ count: before - 4 }),
    'the marks of here',
  );
  await desk.sync();
  expect(await unread(desk)).toBe(before - 4);
  for (const id of ids.slice(4, 7)) desk.clinic.elsewhere.updateNotification(id, { read: true });
  await desk.sync();
  await until(
    () => JSON.stringify(told(desk)) === JSON.stringify({ count: before - 7 }),
    'the marks of elsewhere',
  );
  expect(onServer(desk)).toBe(before - 7);
  const counts = desk.engine().events.flatMap(({ name, payload }) => (name === 'unread' ? [payload] : []));
  expect(counts.every((count, index) => JSON.stringify(count) !== JSON.stringify(counts[index - 1]))).toBe(
    true,
  );
});

test('the latest intent wins over a mark that another desk made meanwhile', async () => {
  const desk = await opened();
  const { ids } = valueOf(await desk.engine().call('inbox.ids', { terms: [], toBecome: 'read', limit: 1 }));
  const [id = ''] = ids;
  await mark(desk, [id], true);
  await desk.sync();
  desk.clinic.elsewhere.updateNotification(id, { read: false });
  await desk.sync();
  expect(valueOf(await desk.engine().call('inbox.ids', { terms: [], toBecome: 'read' })).ids).toContain(id);
  expect(await mark(desk, [id], true)).toEqual([id]);
  desk.clinic.elsewhere.updateNotification(id, { read: false });
  await desk.sync();
  expect(desk.truth('notification').get(id)?.['read']).toBe(true);
  expect(await unread(desk)).toBe(onServer(desk));
});

test('an alert that is not here is passed over', async () => {
  const desk = await opened();
  expect(await mark(desk, ['notf_nobody'], true)).toEqual([]);
  expect(await desk.outbox()).toEqual([]);
});
