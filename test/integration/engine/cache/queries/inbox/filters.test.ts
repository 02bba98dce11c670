import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { InboxSearchTerm } from '#contract/notifications.ts';
import { openCacheForReading } from '#main/engine/cache/file/open.ts';
import { LocalAnnotationsReader } from '#main/engine/cache/pending/local-data.ts';
import { ReadOnlyLocalStoreView } from '#main/engine/cache/pending/local-view.ts';
import { PendingOverlay } from '#main/engine/cache/pending/overlay.ts';
import { InboxQueries } from '#main/engine/cache/queries/inbox/inbox.ts';
import { INBOX_READ_HANDLERS } from '#main/engine/cache/queries/inbox/reads.ts';
import { AdaptiveRowsPerSlice } from '#main/engine/cache/query/rows-per-slice.ts';
import { sql, type Sql } from '#main/engine/sqlite/sql.ts';
import { howMuch } from '../../../../../faults/size.ts';
import { rawNotification } from '../../../../../support/builders.ts';
import { unwrap } from '../../../../../support/engine.ts';
import { cacheAndLocal, type CacheAndLocal } from '../../../../../support/overlay.ts';
import { term, word } from './any-term.ts';
import { ACCOUNT_USER } from './plain-inbox.ts';

let cache: CacheAndLocal;
beforeEach(async () => {
  cache = await cacheAndLocal();
});
afterEach(() => cache.close());

/** An inbox whose slices and sorted lists are this short. The queries that it runs are noted. */
function openInbox({ slice, mostSorted }: { readonly slice: number; readonly mostSorted: number }) {
  const local = new ReadOnlyLocalStoreView(cache.file);
  const own = openCacheForReading(cache.file);
  const overlay = new PendingOverlay(own, local);
  const queries: Sql[] = [];
  const noted = {
    ...own,
    all: <Row>(query: Sql<Row>) => {
      queries.push(query);
      return own.all(query);
    },
    get: <Row>(query: Sql<Row>) => {
      queries.push(query);
      return own.get(query);
    },
  };
  const rows = new AdaptiveRowsPerSlice({ first: slice, min: slice, max: slice }, () => 0);
  const localData = new LocalAnnotationsReader(local);
  const slices = { texts: rows, candidates: rows, columns: rows, tests: rows };
  const inbox = new InboxQueries(
    noted,
    overlay,
    { localData, slices, accountUser: ACCOUNT_USER },
    mostSorted,
  );
  const run = <T>(read: () => T): T =>
    overlay.runRead(() => {
      localData.version();
      return read();
    });
  return {
    queries,
    explain: (query: Sql) => own.all(sql<{ detail: string }>`EXPLAIN QUERY PLAN ${query}`),
    close: () => {
      own.close();
      local.close();
    },
    page: (asked: Parameters<(typeof INBOX_READ_HANDLERS)['inbox.page']>[1]) =>
      run(() => unwrap(INBOX_READ_HANDLERS['inbox.page']({ overlay, inbox }, asked))),
    counts: (terms: readonly InboxSearchTerm[]) =>
      run(() => unwrap(INBOX_READ_HANDLERS['inbox.counts']({ inbox, overlay }, { terms }))),
  };
}

type Inbox = ReturnType<typeof openInbox>;

/** Everything that the inbox answers about a filter: all pages, pages at ranks, around a row, and counts. */
function readAll(inbox: Inbox, terms: readonly InboxSearchTerm[], limit: number) {
  const orders = [true, false].map((unreadFirst) => {
    const asked = { terms, order: { unreadFirst }, limit };
    const pages = [inbox.page(asked)];
    for (let next = pages[0]?.next ?? null; next !== null; next = pages.at(-1)?.next ?? null)
      pages.push(inbox.page({ ...asked, after: next }));
    const ids = pages.flatMap(({ items }) => items.map(({ id }) => id));
    const jumps = [1, 5, ids.length - 1, 900].filter((rank) => rank >= 0);
    const around = ids.length === 0 ? [] : [ids[Math.floor(ids.length / 2)] ?? ''];
    return [
      ...pages,
      ...jumps.map((rank) => inbox.page({ ...asked, at: { rank } })),
      ...around.map((id) => inbox.page({ ...asked, at: { ids: [id], before: 1 } })),
    ];
  });
  return { orders, counts: inbox.counts(terms) };
}

const notification = fc.record({
  user: fc.constantFrom('user_anna', 'user_bert'),
  created_by: fc.constantFrom('user_anna', 'user_maker', 'actr_system'),
  title: word,
  text: word,
  read: fc.boolean(),
  created_at: fc.constantFrom(
    '2026-02-28 23:59:59.999+00',
    '2026-03-01 09:30:00.000+00',
    '2026-03-02 00:00:00.000+00',
    'no date',
  ),
  props: fc.record(
    { object: fc.constantFrom('message', 'Requisition'), id: fc.constantFrom('x_1', 'x_2', 'x_3') },
    { requiredKeys: [] },
  ),
});

const number = fc.nat(29);

test('for any filter the answers are the same in slices of a few rows as in one, sorted or scanned', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(notification, { minLength: 1, maxLength: 30 }),
      fc.array(fc.record({ n: number, read: fc.boolean() }), { maxLength: 6 }),
      fc.array(fc.record({ n: number, isOver: fc.boolean() }), { maxLength: 4 }),
      fc.array(term, { minLength: 1, maxLength: 2 }),
      async (notifications, marks, snoozes, terms) => {
        await cache.close();
        cache = await cacheAndLocal();
        cache.sweep(
          'notification',
          notifications.map((each, n) => rawNotification({ ...each, id: `notf_${n}` })),
        );
        for (const { n, read } of marks)
          cache.addPendingChange({ operation: 'notifications.update', target: `notf_${n}`, data: { read } });
        for (const { n, isOver } of snoozes)
          cache.app.run(sql`INSERT OR REPLACE INTO snooze (notification, until, snoozed_at, is_over)
            VALUES (${`notf_${n}`}, 5, 1, ${isOver ? 1 : 0})`);
        const whole = openInbox({ slice: 1_000, mostSorted: 1_000 });
        const expected = readAll(whole, terms, 4);
        whole.close();
        for (const cut of [
          { slice: 3, mostSorted: 1_000 },
          { slice: 4, mostSorted: 1 },
          { slice: 1_000, mostSorted: 0 },
        ]) {
          const inbox = openInbox(cut);
          expect(readAll(inbox, terms, 4)).toEqual(expected);
          inbox.close();
        }
      },
    ),
    { numRuns: howMuch(25, 500) },
  );
}, 600_000);

/** An inbox of 2,000 notifications in 700 threads. */
function fillInbox(): void {
  cache.sweep(
    'notification',
    Array.from({ length: 2_000 }, (_none, n) =>
      rawNotification({
        id: `notf_${n}`,
        read: n % 10 !== 0,
        props: { object: 'message', id: `m_${n % 700}` },
      }),
    ),
  );
  cache.addPendingChange({ operation: 'notifications.update', target: 'notf_1', data: { read: false } });
  for (const [n, isOver] of [0, 1].entries())
    cache.app.run(sql`INSERT INTO snooze (notification, until, snoozed_at, is_over)
      VALUES (${`notf_${n + 5}`}, 5, 1, ${isOver})`);
}

const isNot = false;
const FILTERS: readonly (readonly [what: string, terms: readonly InboxSearchTerm[]])[] = [
  ['unread ones', [{ field: 'unread', value: true, isNot }]],
  ['read ones', [{ field: 'unread', value: false, isNot }]],
  ['an object', [{ field: 'about', value: 'message', isNot }]],
  ['no object', [{ field: 'about', value: 'form', isNot }]],
  ['a recipient', [{ field: 'to', value: 'user_anna', isNot }]],
  ['the end of an id', [{ field: 'by', value: 'maker', isNot }]],
  ['a word', [{ field: 'text', value: 'result', isNot }]],
  ['no word', [{ field: 'text', value: 'result', isNot: true }]],
  ['what is snoozed', [{ field: 'snoozed', value: true, isNot }]],
  ['a day', [{ field: 'search_on', value: '2026-03-01', isNot }]],
];

test.each(FILTERS)(
  'pages and counts of %s are read by indexes, without a sort of all notifications',
  (_what, terms) => {
    fillInbox();
    const inbox = openInbox({ slice: 100, mostSorted: 50 });
    readAll(inbox, terms, 100);
    const plans = new Set(inbox.queries.flatMap((query) => inbox.explain(query).map(({ detail }) => detail)));
    inbox.close();
    const slow = [...plans].filter(
      (detail) =>
        /^SCAN (notification|mine|newer|texts|notification_text|inbox_thread)\b(?! USING)/.test(detail) ||
        detail.includes('FOR ORDER BY') ||
        detail.includes('AUTOMATIC'),
    );
    expect([...plans].some((detail) => detail.includes('notification'))).toBe(true);
    expect(slow).toEqual([]);
  },
);

test('a filter that finds nothing is read in slices, after each of which the read can be abandoned', () => {
  fillInbox();
  for (const terms of [
    [{ field: 'about', value: 'form', isNot }],
    [{ field: 'text', value: 'nowhere', isNot }],
  ] satisfies InboxSearchTerm[][]) {
    const inbox = openInbox({ slice: 100, mostSorted: 50 });
    expect(inbox.page({ terms, order: { unreadFirst: false }, limit: 20 }).items).toEqual([]);
    expect(inbox.queries.length).toBeGreaterThan(20);
    inbox.close();
  }
});
