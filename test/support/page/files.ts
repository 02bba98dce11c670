import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Kind } from '#contract/records.ts';
import type { Result } from '#contract/result.ts';
import { epochMs } from '#contract/time.ts';
import type { Clock } from '#main/base/clock.ts';
import { silentLog } from '#main/base/log.ts';
import { createSeededRandom } from '#main/base/random.ts';
import type { SupervisedCache } from '#main/engine/cache/client.ts';
import type { CommitSummary, OpenedCache, WriterCalls } from '#main/engine/cache/ingest/protocol.ts';
import { createReaderHandler, createWriterHandler } from '#main/engine/cache/threads.ts';
import type { LocalClient } from '#main/engine/local/client.ts';
import type { LocalDataChanged } from '#main/engine/local/data/protocol.ts';
import type { LocalCalls, OpenedLocal, OutboxChanged } from '#main/engine/local/protocol.ts';
import { createLocalHandler } from '#main/engine/local/thread.ts';
import type { PdfCalls, PdfStoreClient } from '#main/engine/pdfs/client.ts';
import { createPdfHandler } from '#main/engine/pdfs/store.ts';
import { catchStorageErrors } from '#main/engine/sqlite/errors.ts';
import { rawList, toBytes } from '../builders.ts';
import { TEST_KEY, unwrap } from '../results.ts';

/** A memory file system where there is one: the files end with the test, so nothing has to reach a disk. */
const FASTEST = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

type Thread = (name: string, input: never) => Result<unknown>;

/** Calls a thread's function in this thread, with the errors of storage as values, as the threads do. */
function callOf<Calls extends object>(thread: Thread) {
  return <N extends keyof Calls & string>(
    name: N,
    input: Calls[N] extends { input: infer Input } ? Input : never,
  ) =>
    catchStorageErrors(() => thread(name, input as never)) as Result<
      Calls[N] extends { output: infer Output } ? Output : never
    >; // as the protocol of the thread says
}

/** What happens after the commits of the files. */
export interface FileEvents {
  readonly committed: (committed: CommitSummary) => void;
  readonly outboxChanged: (changed: OutboxChanged) => void;
  readonly localDataChanged: (change: LocalDataChanged) => void;
}

/** The files of an account, opened in this thread: what runs in worker threads elsewhere is called directly. */
export interface PageFiles {
  readonly folder: string;
  readonly opened: OpenedCache;
  readonly openedLocal: OpenedLocal;
  readonly cache: Pick<SupervisedCache, 'read' | 'missing'>;
  readonly local: Pick<LocalClient, 'call'>;
  readonly pdfs: PdfStoreClient;
  /** Calls the local store at once, without a promise. */
  readonly localNow: ReturnType<typeof callOf<LocalCalls>>;
  /** Calls the store of PDFs at once. */
  readonly pdfsNow: ReturnType<typeof callOf<PdfCalls>>;
  /** Ingests a whole list of the service. Records that it lacks are suspected, not removed. */
  sweep(kind: Kind, records: readonly unknown[]): void;
  /** Ingests one record, as a refresh of it does. */
  storeOne(kind: Kind, record: unknown): void;
  removeOne(kind: Kind, id: string): void;
  close(): void;
}

/** Opens new files in a folder of their own. */
export function openPageFiles(clock: Clock, events: FileEvents): PageFiles {
  const folder = mkdtempSync(path.join(FASTEST, 'intray-page-'));
  const file = { folder, key: TEST_KEY };
  const now = () => epochMs(clock.now());
  const localNow = callOf<LocalCalls>(
    createLocalHandler(clock, createSeededRandom(1), (name, payload) => {
      if (name === 'changed')
        events.outboxChanged(payload as OutboxChanged); // by protocol
      else events.localDataChanged(payload as LocalDataChanged); // by protocol
    }),
  );
  const writer = callOf<WriterCalls>(
    createWriterHandler(clock, silentLog, (_name, payload) => events.committed(payload as CommitSummary)), // its only event
  );
  const reader = createReaderHandler(clock, silentLog);
  const pdfsNow = callOf<PdfCalls>(createPdfHandler(clock));
  let arePdfsOpen = false;
  const openPdfs = (): void => {
    if (!arePdfsOpen) unwrap(pdfsNow('open', file));
    arePdfsOpen = true;
  };
  let writeSequence = 0;
  const openedLocal = unwrap(localNow('open', file));
  const opened = unwrap(writer('open', file));
  unwrap(reader('open', file as never));
  return {
    folder,
    opened,
    openedLocal,
    cache: {
      read: async (name, input) => catchStorageErrors(() => reader(name, input as never)) as never, // by protocol
      missing: async (name, input) =>
        writer(name, { ...input, writeSequence: ++writeSequence } as never) as never, // by protocol
    },
    local: { call: async (name, input) => localNow(name, input as never) as never }, // by protocol
    pdfs: {
      call: async (name: keyof PdfCalls, input: never) => {
        openPdfs();
        return pdfsNow(name, input);
      },
      close: async () => {},
    } as unknown as PdfStoreClient, // what it shows of itself
    localNow,
    pdfsNow: (name, input) => {
      openPdfs();
      return pdfsNow(name, input);
    },
    sweep: (kind, records) => {
      unwrap(writer('beginSweep', { kind, at: now(), writeSequence }));
      unwrap(
        writer('store', {
          kind,
          bytes: toBytes(rawList(records)),
          fetchedAt: now(),
          requestedAt: writeSequence,
          pass: 0,
          offset: 0,
          isUrgent: false,
        }),
      );
      const whole = { scope: 'all', isCertain: true, isGapless: true, etag: null } as const;
      unwrap(writer('endSweep', { kind, outcome: 'complete', at: now(), ...whole }));
    },
    storeOne: (kind, record) => {
      const text = JSON.stringify(record);
      unwrap(writer('storeOne', { kind, text, fetchedAt: now(), writeSequence: ++writeSequence }));
    },
    removeOne: (kind, id) => {
      unwrap(writer('removeOne', { kind, id, writeSequence: ++writeSequence }));
    },
    close: () => {
      if (arePdfsOpen) pdfsNow('close', null);
      reader('close', null as never);
      writer('close', null);
      localNow('close', null);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
