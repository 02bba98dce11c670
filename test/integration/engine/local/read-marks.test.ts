import { beforeEach, expect, test } from 'vitest';
import { isId, type ServiceId } from '#contract/records.ts';
import type { ReadFlagTarget } from '#main/engine/local/protocol.ts';
import { err } from '#contract/result.ts';
import { unwrap } from '../../../support/engine.ts';
import { NEW_ORDER } from '../../../support/builders.ts';
import { type LocalDataStore, localDataStore } from '../../../support/local-store.ts';

let local: LocalDataStore;
beforeEach(async () => {
  local = await localDataStore();
});

function getId(n: number): ServiceId<'notification'> {
  const id = `notf_${n}`;
  if (!isId('notification', id)) throw new Error('no id');
  return id;
}

/** A notification as the reader returns it now. */
function found(n: number, isRead: boolean): ReadFlagTarget {
  const waiting = local.all().flatMap(({ id, number }) => (id === getId(n) ? [number] : []));
  return { id: getId(n), title: `Notification ${n}`, isRead, waiting };
}

const mark = (read: boolean, ...notifications: readonly ReadFlagTarget[]): readonly string[] =>
  unwrap(local.store.saveReadFlags({ notifications, read, userId: 'user_me' }));
const waiting = () =>
  local.all().map(({ id, state, fields }) => [id, state, fields.map(({ mine }) => mine).join()]);

test('many marks are stored in one commit, with one event, each with its title', () => {
  expect(mark(true, found(1, false), found(2, false), found(3, false))).toEqual([
    'notf_1',
    'notf_2',
    'notf_3',
  ]);
  expect(waiting()).toEqual([
    ['notf_1', 'saved', 'true'],
    ['notf_2', 'saved', 'true'],
    ['notf_3', 'saved', 'true'],
  ]);
  expect(local.all()[0]).toMatchObject({ label: 'Notification 1', operation: 'notifications.update' });
  expect(local.emitted.map(({ touched, counts }) => [touched.length, counts.saved])).toEqual([[3, 3]]);
});

test('notifications that already have or will have the mark are skipped, and no event is emitted if all have it', () => {
  expect(mark(true, found(1, true))).toEqual([]);
  expect(mark(true, found(1, false), found(2, true))).toEqual(['notf_1']);
  expect(mark(true, found(1, false))).toEqual([]);
  expect(waiting()).toEqual([['notf_1', 'saved', 'true']]);
  expect(local.emitted).toHaveLength(1);
});

test('an unsent mark is removed by the opposite one: nothing is sent', () => {
  mark(true, found(1, false));
  expect(mark(false, found(1, false))).toEqual(['notf_1']);
  expect(waiting()).toEqual([]);
  expect(unwrap(local.store.listClosedChanges({ limit: 5 })).items).toMatchObject([
    { id: 'notf_1', ending: 'gave-way' },
  ]);
});

test('one that may have been sent is reversed, and the latest one is sent', () => {
  mark(true, found(1, false));
  const [{ number, data } = { number: 0, data: {} }] = local.all().map(({ number: n }) => local.one(n));
  local.leave(number);
  unwrap(local.store.storeAttempt({ number, data, rest: { state: 'saved', error: err('timeout').error } }));
  expect(mark(false, found(1, false))).toEqual(['notf_1']);
  expect(waiting()).toEqual([['notf_1', 'saved', 'false']]);
});

test.each(['rejected', 'needs-you'] as const)('one that is %s is replaced by the latest one', (state) => {
  mark(true, found(1, false));
  const [{ number, data } = { number: 0, data: {} }] = local.all().map(({ number: n }) => local.one(n));
  local.leave(number);
  unwrap(local.store.storeAttempt({ number, data, rest: { state, error: err('rejected').error } }));
  expect(mark(true, found(1, false))).toEqual(['notf_1']);
  expect(waiting()).toEqual([['notf_1', 'saved', 'true']]);
  expect(local.one(number)).toMatchObject({ state: 'saved', error: null });
  local.leave(number);
  unwrap(local.store.storeAttempt({ number, data, rest: { state, error: err('rejected').error } }));
  expect(mark(false, found(1, false))).toEqual(['notf_1']);
  expect(waiting()).toEqual([]);
});

test('while one is being sent the opposite one waits behind it', () => {
  mark(true, found(1, false));
  local.leave(local.all()[0]?.number ?? 0);
  expect(mark(true, found(1, false))).toEqual([]);
  expect(mark(false, found(1, false))).toEqual(['notf_1']);
  expect(waiting()).toEqual([
    ['notf_1', 'sending', 'true'],
    ['notf_1', 'saved', 'false'],
  ]);
});

test('a notification that was read before another mark was sent is marked nevertheless', () => {
  mark(true, found(1, false));
  const before = found(1, false);
  const [{ number, data } = { number: 0, data: {} }] = local.all().map(({ number: n }) => local.one(n));
  local.leave(number);
  unwrap(
    local.store.closeConfirmedChange({ number, data, ending: 'sent', answer: { id: 'notf_1', read: true } }),
  );
  // By the earlier cache it is unread, which it no longer is.
  expect(mark(false, before)).toEqual(['notf_1']);
  expect(waiting()).toEqual([['notf_1', 'saved', 'false']]);
});

test('a create is sent before thousands of older marks', () => {
  mark(true, ...Array.from({ length: 2_000 }, (_none, n) => found(n, false)));
  const { number } = local.save(NEW_ORDER);
  expect(unwrap(local.store.getNextTask({ except: [] }))).toMatchObject({ change: { number } });
  expect(unwrap(local.store.getNextTask({ except: [number] }))).toMatchObject({
    change: { target: 'notf_0' },
  });
});

test('with thousands pending the rest of the outbox is listed and counted as before', () => {
  const first = local.save(NEW_ORDER);
  mark(
    true,
    ...Array.from({ length: 700 }, (_none, n) => ({ ...found(0, false), id: getId(n), waiting: [] })),
  );
  const again = local.save(NEW_ORDER);
  const page = unwrap(local.store.list({ limit: 500 }));
  expect(page.items.map(({ waitsFor }) => waitsFor)).toEqual(page.items.map(() => null));
  const rest = unwrap(local.store.list({ limit: 500, after: page.next ?? 0 })).items;
  expect(rest.at(-1)).toMatchObject({ number: again.number, waitsFor: first.number });
  expect(local.emitted.at(-1)?.counts).toMatchObject({ saved: 702 });
});

test('a read mark that can still be undone is not sent with others', () => {
  const mark = (id: string) => ({ operation: 'notifications.update', data: { id, read: true } }) as const;
  const held = local.save({ ...mark('notf_1'), holdMs: 60_000 });
  const other = local.save(mark('notf_2'));
  const send = () => unwrap(local.store.markNextReadFlagsSending({ except: [], limit: 10, userId: null }));
  expect(send().map(({ number }) => number)).toEqual([other.number]);
  expect(local.one(held.number)).toMatchObject({ state: 'saved', attempts: 0 });
  local.clock.at += 60_000;
  expect(send().map(({ number }) => number)).toEqual([held.number]);
});
