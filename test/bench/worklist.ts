/**
 * The CPU time of the worklist's reads in milliseconds, on the demo clinic's data. With `--against` the reads of
 * another checkout are measured in turns with this one's, on a copy of the same file, and the ratio is printed.
 */
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { DAY } from '#main/base/durations.ts';
import { systemClock } from '#main/base/clock.ts';
import type { ReadOnlyLocalStoreView } from '#main/engine/cache/pending/local-view.ts';
import type { openCacheFile, openCacheForReading } from '#main/engine/cache/file/open.ts';
import type { TabCountsSegment } from '#main/engine/cache/queries/requisitions/counts.ts';
import type { CacheReader } from '#main/engine/cache/reader.ts';
import type { WorklistSort, WorklistTab } from '#contract/requisitions.ts';
import type { WorklistSearchTerm } from '#contract/worklist-search.ts';
import { toEpochMs } from '#contract/time.ts';
import { temporaryFolder, unwrap } from '../support/engine.ts';
import { median } from './statistics.ts';
import { DATA_KEY, fillCache } from './worklist-data.ts';

const TURNS = 5;
const HERE = path.join(import.meta.dirname, '../..');
const NEWEST: WorklistSort = { by: 'updated', descending: true };

interface Read {
  readonly what: string;
  readonly run: (reader: CacheReader) => void;
}

type Term = WorklistSearchTerm;

function page(tab: WorklistTab, terms: readonly Term[], order = NEWEST): Read['run'] {
  return (reader) => {
    let after: string | undefined;
    let rows = 0;
    do {
      const asked = {
        tab,
        terms: [...terms],
        order,
        limit: 100 - rows,
        ...(after === undefined ? {} : { after }),
      };
      const { items, next } = unwrap(reader.read('worklist.page', asked));
      rows += items.length;
      after = next ?? undefined;
    } while (rows < 100 && after !== undefined);
  };
}

/** @param enough the number of requisitions after which counting stops, as for the first number that the page shows */
function counts(terms: readonly Term[], enough = Infinity): Read['run'] {
  return (reader) => {
    let after: number | null = 0;
    let found = 0;
    while (after !== null && found < enough) {
      const segment: TabCountsSegment = unwrap(reader.read('worklist.counts', { terms: [...terms], after }));
      found += segment.counts.all;
      after = segment.next;
    }
  };
}

/** The filters, as the page sends them. */
function listFilters(now: number, common: { facility: string; provider: string; reviewer: string }) {
  const is = { isNot: false } as const;
  const date = (
    field: 'due' | 'created' | 'updated' | 'since',
    from: number | null,
    until: number | null,
  ) => ({
    field,
    from: from === null ? null : toEpochMs(from),
    until: until === null ? null : toEpochMs(until),
    ...is,
  });
  return {
    'type:lab': [{ field: 'type', value: 'lab', ...is }],
    'type: absent': [{ field: 'type', value: 'nothing', ...is }],
    'status:sent': [{ field: 'status', value: 'sent', ...is }],
    'not status:sent': [{ field: 'status', value: 'sent', isNot: true }],
    'shared:yes': [{ field: 'shared', value: true, ...is }],
    'review:asked': [{ field: 'review', value: 'asked', ...is }],
    'review:overdue': [{ field: 'review', value: 'overdue', ...is }],
    'facility:': [{ field: 'facility', value: common.facility, ...is }],
    'facility:last 4': [{ field: 'facility', value: common.facility.slice(-4), ...is }],
    'provider:': [{ field: 'provider', value: common.provider, ...is }],
    'reviewer:': [{ field: 'reviewer', value: common.reviewer, ...is }],
    'overdue:': [{ field: 'overdue', value: common.reviewer, ...is }],
    'patient:last 4': [{ field: 'patient', value: common.reviewer.slice(-4), ...is }],
    'due: none such': [date('due', now + 3_000 * DAY, null)],
    'due:<2d': [date('due', null, now + 2 * DAY)],
    'created:7d': [date('created', now - 7 * DAY, null)],
    'created: oldest': [date('created', null, now - 1_085 * DAY)],
    'updated: oldest': [date('updated', null, now - 1_080 * DAY)],
    'since: oldest': [date('since', null, now - 1_080 * DAY)],
    'changed:no': [{ field: 'changed', value: false, ...is }],
    'followup:none': [{ field: 'followup', value: 'none', ...is }],
    'type+status': [
      { field: 'type', value: 'lab', ...is },
      { field: 'status', value: 'draft', ...is },
    ],
    'facility+review': [
      { field: 'facility', value: common.facility, ...is },
      { field: 'review', value: 'needed', ...is },
    ],
    'two letters, no hit': [{ field: 'text', value: 'zq', ...is }],
    'common word': [{ field: 'text', value: 'without', ...is }],
  } as const satisfies Record<string, readonly Term[]>;
}

/** The searches for due reviews, counted one by one. */
function searchesForReviews(now: number, reviewer: string): Read['run'] {
  const is = { isNot: false } as const;
  const overdue: Term = { field: 'review', value: 'overdue', ...is };
  const due = (days: number, until: number): Term => ({
    field: 'due',
    from: toEpochMs(now + days * DAY),
    until: toEpochMs(now + until * DAY),
    ...is,
  });
  const ofReviewer: readonly Term[] = [
    { field: 'review', value: 'asked', ...is },
    { field: 'reviewer', value: reviewer, ...is },
  ];
  const searches: (readonly Term[])[] = [[overdue], [due(0, 1), { ...overdue, isNot: true }], [due(1, 8)]];
  const reviewers = Array.from({ length: 12 }, () => ofReviewer);
  return (reader) => {
    page('all', [{ field: 'review', value: 'asked', ...is }], { by: 'deadline', descending: false })(reader);
    for (const terms of [...searches, ...reviewers]) counts(terms)(reader);
  };
}

function dueReviews(now: number): Read['run'] {
  const span = (from: number, until: number) => ({
    from: toEpochMs(now + from * DAY),
    until: toEpochMs(now + until * DAY),
  });
  return (reader) => void unwrap(reader.read('reviews.due', { today: span(0, 1), soon: span(1, 8) }));
}

function listReads(reader: CacheReader): readonly Read[] {
  const now = systemClock.now();
  const { items } = unwrap(
    reader.read('worklist.page', {
      tab: 'needs_review',
      terms: [{ field: 'review', value: 'asked', isNot: false }],
      order: NEWEST,
      limit: 1,
    }),
  );
  const [row] = items;
  const common = {
    facility: row?.serviceFacility ?? '',
    provider: row?.orderingProvider ?? '',
    reviewer: row?.reviewer ?? '',
  };
  const filters = Object.entries(listFilters(now, common));
  return [
    { what: 'page', run: page('all', []) },
    { what: 'page, tab sent', run: page('sent', []) },
    { what: 'page, tab needs review', run: page('needs_review', []) },
    { what: 'page, tab unknown', run: page('unknown', []) },
    ...filters.map(([name, terms]) => ({ what: `page ${name}`, run: page('all', terms) })),
    { what: 'counts', run: counts([]) },
    ...filters.map(([name, terms]) => ({ what: `counts ${name}`, run: counts(terms) })),
    {
      what: 'counts common word, 10,000',
      run: counts([{ field: 'text', value: 'without', isNot: false }], 10_000),
    },
    { what: 'searches for due reviews', run: searchesForReviews(now, common.reviewer) },
    // The window asks this after every change. A checkout without the call ends here.
    { what: 'due reviews', run: dueReviews(now) },
  ];
}

/** Opens a cache with the code of a checkout, which brings its schema up to date. */
async function openReader(checkout: string, folder: string): Promise<CacheReader> {
  const load = async (file: string): Promise<unknown> =>
    import(pathToFileURL(path.join(checkout, 'main/engine/cache', file)).href);
  // Both checkouts have these modules with these exports.
  const open = (await load('file/open.ts')) as {
    openCacheFile: typeof openCacheFile;
    openCacheForReading: typeof openCacheForReading;
  };
  const local = (await load('pending/local-view.ts')) as {
    ReadOnlyLocalStoreView: typeof ReadOnlyLocalStoreView;
  };
  const read = (await load('reader.ts')) as { CacheReader: typeof CacheReader };
  const file = { folder, key: DATA_KEY };
  const from = systemClock.monotonic();
  unwrap(open.openCacheFile(file, () => systemClock.now())).db.close();
  console.log(`${checkout}: opened for writing in ${(systemClock.monotonic() - from).toFixed(0)} ms`);
  return new read.CacheReader(open.openCacheForReading(file), new local.ReadOnlyLocalStoreView(file));
}

function timed(work: () => void): number {
  const { user, system } = process.cpuUsage();
  work();
  const now = process.cpuUsage();
  return (now.user - user + now.system - system) / 1_000;
}

/** Measures one read with each reader in turns, after one turn without a measurement. */
function measure({ run }: Read, readers: readonly CacheReader[]): readonly number[] {
  const times = readers.map((): number[] => []);
  for (let turn = 0; turn <= TURNS; turn++) {
    for (const [index, reader] of readers.entries()) {
      const ms = timed(() => run(reader));
      if (turn > 0) times[index]?.push(ms);
    }
  }
  return times.map(median);
}

function print(what: string, [own = 0, other]: readonly number[]): void {
  const ratio = other === undefined ? [] : [other.toFixed(2), (other / Math.max(own, 0.01)).toFixed(1)];
  console.log(what.padEnd(30) + [own.toFixed(2), ...ratio].map((cell) => cell.padStart(12)).join(''));
}

/**
 * Options: --requisitions N (100,000); --folder DIR keeps the files there for the next run; --against CHECKOUT;
 * --only TEXT measures the reads whose name contains it.
 */
export async function worklistBench(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      requisitions: { type: 'string', default: '100000' },
      folder: { type: 'string' },
      against: { type: 'string' },
      only: { type: 'string', default: '' },
    },
  });
  const temporary = await temporaryFolder();
  const folder = values.folder ?? temporary.path;
  const checkouts = [HERE, ...(values.against === undefined ? [] : [values.against])];
  const filled = path.join(folder, 'filled');
  mkdirSync(filled, { recursive: true });
  fillCache(
    { folder: filled, key: DATA_KEY },
    { requisitions: Number(values.requisitions), forms: 0, notifications: 0 },
  );
  const readers: CacheReader[] = [];
  try {
    for (const [index, checkout] of checkouts.entries()) {
      const copy = path.join(folder, `copy-${index}`);
      if (!existsSync(copy)) cpSync(filled, copy, { recursive: true });
      readers.push(await openReader(checkout, copy));
    }
    const [own] = readers;
    if (own === undefined) return;
    console.log('read'.padEnd(30) + ['ms', 'against', 'ratio'].map((cell) => cell.padStart(12)).join(''));
    for (const read of listReads(own)) {
      if (read.what.includes(values.only)) print(read.what, measure(read, readers));
    }
  } finally {
    for (const reader of readers) reader.close();
    await temporary.remove();
  }
}
