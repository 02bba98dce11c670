import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CallOutput, ValidatedInput } from '#contract/api.ts';
import type { InboxSearchTerm } from '#contract/notifications.ts';
import { toEpochMs } from '#contract/time.ts';
import { deleteStoredChange } from '#main/engine/local/outbox/stored-changes.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { howMuch } from '../../../../../faults/size.ts';
import { rawNotification } from '../../../../../support/builders.ts';
import { getCode, unwrap } from '../../../../../support/engine.ts';
import { cacheAndLocal, type CacheAndLocal } from '../../../../../support/overlay.ts';
import {
  ACCOUNT_USER,
  found,
  getThread,
  hideSnoozed,
  isMine,
  isUnread,
  lines,
  type PlainNotification,
} from './plain-inbox.ts';
import { term, word } from './any-term.ts';
import { nameId } from '../../../../../support/lists.ts';

const USERS = ['user_anna', ACCOUNT_USER, 'user_carl', ''];
const MAKERS = ['user_anna', 'user_maker', 'actr_system'];
const DATES = [
  '2026-03-01 00:00:00.000+00',
  '2026-02-28 23:59:59.999+00',
  '2026-03-01 09:30:00.123456+00',
  '2026-03-01 23:59:59.999+00',
  '2026-03-02 00:00:00.000+00',
  '2026-03-01 09:30:00',
];
const raw = fc.record({
  user: fc.constantFrom(...USERS),
  created_by: fc.constantFrom(...MAKERS),
  title: word,
  text: word.map((text) => `${text} ${'.'.repeat(text.length * 60)} END`),
  read: fc.boolean(),
  created_at: fc.constantFrom(...DATES),
  props: fc.record(
    { object: fc.constantFrom('message', 'Requisition'), id: fc.constantFrom('x_1', 'x_2') },
    { requiredKeys: [] },
  ),
});

/** One step; numbers choose among what exists: the fewer there are, the more happens to each. */
const createStep = (most: number) =>
  fc.oneof(
    fc.record({ is: fc.constant('arrives' as const), n: fc.nat(most), change: raw }),
    fc.record({ is: fc.constant('flood' as const), n: fc.nat(most), change: raw }),
    fc.record({ is: fc.constant('goes' as const), n: fc.nat(most) }),
    fc.record({ is: fc.constant('marked' as const), n: fc.nat(most), read: fc.boolean() }),
    fc.record({ is: fc.constant('sent' as const), n: fc.nat(most) }),
    fc.record({
      is: fc.constant('snoozed' as const),
      n: fc.nat(most),
      snooze: fc.constantFrom('active' as const, 'over' as const, null),
    }),
    fc.record({
      is: fc.constant('named' as const),
      id: fc.constantFrom(...MAKERS, 'user_bert'),
      name: fc.constantFrom('Anna Lab', 'Bert'),
    }),
  );
type Step = ReturnType<typeof createStep> extends fc.Arbitrary<infer S> ? S : never;

interface ReferenceModel {
  readonly notifications: Map<string, PlainNotification>;
  readonly names: Map<string, string>;
  readonly numbers: Map<string, number[]>;
  /** What is snoozed stays so while its notification is away. */
  readonly snoozes: Map<string, 'active' | 'over'>;
  turn: number;
}

/** This many others, so that the change event names no ids. */
const FLOOD = 210;

function arrive(
  cache: CacheAndLocal,
  reference: ReferenceModel,
  changes: readonly Record<string, unknown>[],
): void {
  const records = changes.map((change) => rawNotification(change));
  cache.sweep('notification', records);
  for (const record of records) {
    const id = String(record['id']);
    const known = reference.notifications.get(id);
    const snooze = reference.snoozes.get(id);
    reference.notifications.set(id, {
      raw: record,
      turn: known?.turn ?? reference.turn++,
      marks: known?.marks ?? [],
      ...(snooze === undefined ? {} : { snooze }),
    });
  }
}

/** Snoozes a notification, ends its snooze, or forgets it. */
function snoozeOne(
  cache: CacheAndLocal,
  reference: ReferenceModel,
  notification: PlainNotification,
  snooze: 'active' | 'over' | null,
): void {
  const id = String(notification.raw['id']);
  cache.app.run(sql`DELETE FROM snooze WHERE notification = ${id}`);
  if (snooze !== null)
    cache.app.run(sql`INSERT INTO snooze (notification, until, snoozed_at, is_over)
      VALUES (${id}, 5, 1, ${snooze === 'over' ? 1 : 0})`);
  if (snooze === null) reference.snoozes.delete(id);
  else reference.snoozes.set(id, snooze);
  const { snooze: _former, ...rest } = notification;
  reference.notifications.set(id, snooze === null ? rest : { ...rest, snooze });
}

function perform(cache: CacheAndLocal, reference: ReferenceModel, happens: Step): void {
  if (happens.is === 'named') {
    nameId(cache, happens.id, happens.name);
    reference.names.set(happens.id, happens.name.toLowerCase());
    return;
  }
  const id = `notf_${happens.n}`;
  if (happens.is === 'arrives') return arrive(cache, reference, [{ id, ...happens.change }]);
  if (happens.is === 'flood') {
    const flood = Array.from({ length: FLOOD }, (_none, n) => ({ id: `notf_f${n}`, title: 'flood' }));
    return arrive(cache, reference, [{ id, ...happens.change }, ...flood]);
  }
  const notification = reference.notifications.get(id);
  if (notification === undefined) return;
  if (happens.is === 'snoozed') snoozeOne(cache, reference, notification, happens.snooze);
  else changeOne(cache, reference, notification, happens);
}

function changeOne(
  cache: CacheAndLocal,
  reference: ReferenceModel,
  notification: PlainNotification,
  happens: Exclude<Step, { is: 'named' | 'arrives' | 'flood' | 'snoozed' }>,
): void {
  const id = `notf_${happens.n}`;
  const numbers = reference.numbers.get(id) ?? [];
  if (happens.is === 'goes' && numbers.length === 0) {
    unwrap(cache.writer.removeOne({ kind: 'notification', id, writeSequence: 0 }));
    reference.notifications.delete(id);
  } else if (happens.is === 'marked') {
    const { read } = happens;
    numbers.push(cache.addPendingChange({ operation: 'notifications.update', target: id, data: { read } }));
    reference.notifications.set(id, { ...notification, marks: [...notification.marks, read] });
  } else if (happens.is === 'sent' && numbers.length > 0) {
    const [sent, ...marks] = notification.marks;
    cache.store('notification', { ...notification.raw, read: sent });
    deleteStoredChange(cache.app, numbers[0] ?? 0);
    numbers.shift();
    reference.notifications.set(id, { ...notification, raw: { ...notification.raw, read: sent }, marks });
  }
  reference.numbers.set(id, numbers);
}

/** The whole result of a read, page by page. */
function paged<T>(
  read: (after: string | undefined) => { items: readonly T[]; next: string | null },
): readonly T[] {
  const all: T[] = [];
  let after: string | undefined;
  for (let turn = 0; turn < 1_000; turn++) {
    const { items, next } = read(after);
    all.push(...items);
    if (next === null) return all;
    after = next;
  }
  throw new Error('the list does not end');
}

/** Compares the pages that begin at the times of some rows, and between them, with those of the whole list. */
function checkTimes(
  cache: CacheAndLocal,
  all: CallOutput<'inbox.page'>['items'],
  question: Pick<ValidatedInput<'inbox.page'>, 'terms' | 'order' | 'limit'>,
): void {
  const { order, limit } = question;
  const isLastSection = ({ isBack, unread }: (typeof all)[number]): boolean =>
    !isBack && (!order.unreadFirst || unread === 0);
  const times = [all[0], all[all.length >> 1], all.at(-1)].map((row) => row?.createdAt ?? 0);
  for (const time of times
    .flatMap((at) => [at - 1, at, at + 1])
    .filter((at) => at > 0)
    .map(toEpochMs)) {
    const page = unwrap(cache.read('inbox.page', { ...question, at: { time } }));
    const rank = all.findIndex((row) => isLastSection(row) && (row.createdAt ?? 0) <= time);
    const first = rank === -1 ? Math.max(0, all.length - 1) : rank;
    expect(page).toMatchObject({ rank: first, items: all.slice(first, first + limit) });
  }
}

function shownLines(
  cache: CacheAndLocal,
  terms: readonly InboxSearchTerm[],
  unreadFirst: boolean,
  limit: number,
) {
  const order = { unreadFirst };
  const all = paged((after) =>
    unwrap(cache.read('inbox.page', { terms, order, limit, ...(after === undefined ? {} : { after }) })),
  );
  const ranks = [0, 1, all.length - 1, all.length, 9_000].filter((rank) => rank >= 0);
  for (const rank of ranks) {
    const first = rank < all.length ? rank : Math.max(0, all.length - limit);
    const page = unwrap(cache.read('inbox.page', { terms, order, limit, at: { rank } }));
    expect(page).toEqual({
      items: all.slice(first, first + limit),
      rank: first,
      next: first + limit < all.length ? expect.any(String) : null,
    });
    const at = { ids: ['notf_gone', all[rank]?.id ?? 'notf_gone'], before: 2 };
    const around = cache.read('inbox.page', { terms, order, limit, at });
    expect(around.ok ? around.value.rank : around.error.code).toBe(
      rank < all.length ? Math.max(0, rank - 2) : 'not-found',
    );
  }
  checkTimes(cache, all, { terms, order, limit });
  return all.map(({ id, notifications, unread, isBack }) => ({ id, notifications, unread, isBack }));
}

function shownIds(
  cache: CacheAndLocal,
  terms: readonly InboxSearchTerm[],
  toBecome: 'read' | 'unread',
  limit: number,
) {
  return paged((after) => {
    const asked = { terms, toBecome, limit, ...(after === undefined ? {} : { after }) };
    const { ids, next } = unwrap(cache.read('inbox.ids', asked));
    return { items: ids, next };
  });
}

const idIn = ({ raw: { id } }: PlainNotification): string => String(id);

function check(
  cache: CacheAndLocal,
  { notifications, names }: ReferenceModel,
  terms: readonly InboxSearchTerm[],
  limit: number,
): void {
  const all = hideSnoozed([...notifications.values()], terms);
  const here = found(all, terms, names);
  for (const unreadFirst of [true, false]) {
    expect(shownLines(cache, terms, unreadFirst, limit)).toEqual(lines(here, unreadFirst));
  }
  const asksForRecipients = terms.some(({ field }) => field === 'to' || field === 'mine');
  const others = asksForRecipients ? [] : here.filter((one) => !isMine(one));
  expect(unwrap(cache.read('inbox.counts', { terms }))).toEqual({
    notifications: here.length,
    unread: here.filter(isUnread).length,
    rows: lines(here, false).length,
    others: { notifications: others.length, unread: others.filter(isUnread).length },
  });
  expect(shownIds(cache, terms, 'read', limit)).toEqual(here.filter(isUnread).map(idIn));
  expect(shownIds(cache, terms, 'unread', limit)).toEqual(here.filter((one) => !isUnread(one)).map(idIn));
  expect(unwrap(cache.read('inbox.unread', {})).count).toBe(
    hideSnoozed([...notifications.values()], []).filter((one) => isUnread(one) && isMine(one)).length,
  );
}

function checkThreads(cache: CacheAndLocal, { notifications, names }: ReferenceModel): void {
  const all = found([...notifications.values()], [], names);
  for (const notification of all.slice(0, 12)) {
    const id = idIn(notification) as `notf_${string}`; // the builder's own
    const mine = all.filter((other) => getThread(other) === getThread(notification));
    const { items, isCut } = unwrap(cache.read('inbox.thread', { id: id as never, limit: 3 })); // a checked id
    expect(items.map((item) => [item.id, !item.read])).toEqual(
      mine.slice(0, 3).map((one) => [idIn(one), isUnread(one)]),
    );
    expect(isCut).toBe(mine.length > 3);
  }
  const [first, , third] = all;
  const rows = [first, third].filter((each) => each !== undefined);
  const threads = new Set(rows.map(getThread));
  const mine = all.filter((each) => threads.has(getThread(each)));
  for (const onlyUnread of rows.length === 0 ? [] : [false, true]) {
    const asked = { ids: rows.map(idIn) as never, onlyUnread }; // as above
    const { ids } = unwrap(cache.read('inbox.threadIds', asked));
    const wanted = onlyUnread ? mine.filter(isUnread) : mine;
    expect(ids.toSorted()).toEqual(wanted.map(idIn).toSorted());
  }
  const newest = all.find(
    ({ raw: { props } }) => JSON.stringify(props) === '{"object":"message","id":"x_1"}',
  );
  const about = unwrap(cache.read('inbox.about', { object: 'message', id: 'x_1' }));
  expect(about.notification).toBe(newest === undefined ? null : idIn(newest));
}

async function compareWithModel(
  steps: readonly Step[],
  terms: readonly InboxSearchTerm[],
  limit: number,
): Promise<void> {
  const cache = await cacheAndLocal(ACCOUNT_USER);
  try {
    const reference: ReferenceModel = {
      notifications: new Map(),
      names: new Map(),
      numbers: new Map(),
      snoozes: new Map(),
      turn: 0,
    };
    for (const happens of steps) {
      perform(cache, reference, happens);
      check(cache, reference, terms, happens.is === 'flood' ? 200 : limit);
    }
    checkThreads(cache, reference);
  } finally {
    await cache.close();
  }
}

const toSteps = (most: number) => fc.array(createStep(most), { minLength: 1, maxLength: 25 });
const someLimit = fc.integer({ min: 1, max: 4 });

test('for any steps and filter, threads, counts, ids and pages equal a plain model of the overlay', async () => {
  expect.hasAssertions();
  await fc.assert(
    fc.asyncProperty(
      toSteps(11),
      fc.array(term, { minLength: 1, maxLength: 3 }),
      someLimit,
      compareWithModel,
    ),
    { numRuns: howMuch(12, 300) },
  );
}, 600_000);

test('for any steps without a filter, threads, counts, ids and pages equal a plain model of the overlay', async () => {
  expect.hasAssertions();
  await fc.assert(fc.asyncProperty(toSteps(4), fc.constant([]), someLimit, compareWithModel), {
    numRuns: howMuch(25, 300),
  });
}, 600_000);

test('a cursor of another order, and what is no cursor, are refused', async () => {
  const cache = await cacheAndLocal(ACCOUNT_USER);
  cache.sweep(
    'notification',
    [1, 2, 3].map((n) => rawNotification({ id: `notf_${n}`, props: {} })),
  );
  const asked = { terms: [], limit: 1 };
  const { next } = unwrap(cache.read('inbox.page', { ...asked, order: { unreadFirst: true } }));
  for (const after of [next ?? '', 'nonsense']) {
    const refused = cache.read('inbox.page', { ...asked, order: { unreadFirst: false }, after });
    expect(getCode(refused)).toBe('invalid-input');
  }
  await cache.close();
});
