import type { Kind } from '#contract/records.ts';
import type { Result } from '#contract/result.ts';
import { toEpochMs } from '#contract/time.ts';
import { systemClock, type Clock } from '#main/base/clock.ts';
import { silentLog } from '#main/base/log.ts';
import type { Connection } from '#main/engine/sqlite/db.ts';
import { openCacheFile, openCacheForReading, type CacheFolderAndKey } from '#main/engine/cache/file/open.ts';
import type { CacheReadInput, CacheReadName, CacheReadOutput } from '#main/engine/cache/protocol.ts';
import type {
  CommitSummary,
  FetchedPage,
  PageReadCounts,
  SweepEndResult,
} from '#main/engine/cache/ingest/protocol.ts';
import type { ObservedListFacts } from '#main/engine/cache/ingest/order-detector.ts';
import type { SyncOutcome } from '#main/engine/cache/tables/sync-state.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { ReadOnlyLocalStoreView } from '#main/engine/cache/pending/local-view.ts';
import { CacheReader } from '#main/engine/cache/reader.ts';
import { CacheWriter } from '#main/engine/cache/ingest/writer.ts';
import { toBytes, rawList } from './builders.ts';
import { temporaryFolder, TEST_KEY, unwrap } from './engine.ts';

/** A cache in this thread: the writer and a reader of the same file, without workers. */
export interface TestCache {
  readonly file: CacheFolderAndKey;
  readonly writer: CacheWriter;
  /** The writer's own connection, for making it fail. */
  connection(): Connection;
  readonly reader: Connection;
  /** The events of commits, oldest first. */
  readonly emitted: CommitSummary[];
  /** Ingests a page of a running sweep. */
  page(kind: Kind, records: readonly unknown[], change?: Partial<FetchedPage>): Result<PageReadCounts>;
  /** Sweeps a whole list in one page; records missing from it are suspected, not removed. */
  sweep(kind: Kind, records: readonly unknown[]): PageReadCounts;
  /** The same in single steps. */
  begin(kind: Kind, moment?: number): ObservedListFacts;
  end(kind: Kind, outcome?: SyncOutcome): Result<SweepEndResult>;
  /** The number of requisitions that a reader finds. */
  visible(): number;
  /** The changes of commits, oldest first. */
  changes(): CommitSummary['changes'];
  read<N extends CacheReadName>(name: N, input: CacheReadInput<N>): Result<CacheReadOutput<N>>;
  close(): Promise<void>;
}

/**
 * Opens a new cache in a folder of its own.
 * @param accountUser the user of the account; null where it is not known
 */
export async function testCache(
  clock: Clock = systemClock,
  accountUser: string | null = null,
): Promise<TestCache> {
  const folder = await temporaryFolder();
  const file = { folder: folder.path, key: TEST_KEY };
  const emitted: CommitSummary[] = [];
  const opened: Connection[] = [];
  const writer = new CacheWriter({
    clock,
    log: silentLog,
    openFile: (target) => {
      const result = openCacheFile(target, () => clock.now());
      if (result.ok) opened.push(result.value.db);
      return result;
    },
    pageBytes: 25 * 1024 * 1024,
    onCommitted: (committed) => emitted.push(committed),
  });
  unwrap(writer.open(file));
  const reader = openCacheForReading(file);
  const local = new ReadOnlyLocalStoreView(file);
  const reads = new CacheReader(reader, local, () => clock.now(), accountUser);
  const now = () => toEpochMs(clock.now());
  const page: TestCache['page'] = (kind, records, change = {}) =>
    writer.store({
      kind,
      bytes: toBytes(rawList(records)),
      fetchedAt: now(),
      requestedAt: 0,
      pass: 0,
      offset: 0,
      isUrgent: false,
      ...change,
    });
  const begin: TestCache['begin'] = (kind, moment = 0) =>
    unwrap(writer.beginSweep({ kind, at: now(), writeSequence: moment }));
  const end: TestCache['end'] = (kind, outcome = 'complete') =>
    writer.endSweep({ kind, outcome, at: now(), scope: 'all', isCertain: true, isGapless: true, etag: null });
  return {
    file,
    writer,
    connection: () => {
      const last = opened.at(-1);
      if (last === undefined) throw new Error('no file is open');
      return last;
    },
    reader,
    emitted,
    page,
    sweep: (kind, records) => {
      begin(kind);
      const stored = unwrap(page(kind, records));
      unwrap(end(kind));
      return stored;
    },
    begin,
    end,
    visible: () => reader.get(sql<{ n: number }>`SELECT count(*) AS n FROM requisition`)?.n ?? -1,
    changes: () => emitted.flatMap(({ changes }) => changes),
    read: (name, input) => reads.read(name, input),
    close: async () => {
      reads.close();
      writer.close();
      await folder.remove();
    },
  };
}
