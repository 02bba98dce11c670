import type { GenerationMarker, KeychainGenerationMarkerState } from '#contract/generation-marker.ts';
import { ok, type Result } from '#contract/result.ts';
import type { Clock } from '#main/base/clock.ts';
import type { Log } from '#main/base/log.ts';
import type { RandomGenerator } from '#main/base/random.ts';
import { SupervisedCache } from './cache/client.ts';
import type { CacheFolderAndKey } from './cache/file/open.ts';
import { isErrorOfLocalStore } from './cache/pending/local-view.ts';
import type { CommitSummary, CacheOpenResult } from './cache/ingest/protocol.ts';
import { CompletionHistoryRecorder } from './watchers/completion-history.ts';
import { openLocalStore, type LocalClient } from './local/client.ts';
import { KeychainGenerationMarkerWriter } from './local/generation-marker-writer.ts';
import type { LocalDataChanged } from './local/data/protocol.ts';
import type { LocalStoreOpenResult, OutboxChanged } from './local/protocol.ts';
import { MissingRecordsAwaitingConfirmationCounter } from './watchers/missing-records.ts';
import { ReviewedResultToLocalStoreCopier } from './watchers/reviewed-versions.ts';
import { markAccountInUseAndFinishCacheRemoval, clearCacheRemovalMarker } from './retention/unused-cache.ts';
import type { HttpClient } from './api/http.ts';
import type { HealthTracker } from './sync/health.ts';
import type { AccountEventPublisher, EmitEvent } from './event-publisher.ts';
import type { GetFreeBytes } from './sync/disk-reserve.ts';
import type { DownloadMarkTools } from './pdfs/downloaded-mark.ts';
import { prestartWorkers, THREADS_OF_FILES } from '#main/engine/sqlite/prestarted-workers.ts';
import type { StartWorker } from '#main/engine/sqlite/worker.ts';

/** What every account needs from the engine, whichever account it is. */
export interface AccountDeps {
  readonly clock: Clock;
  readonly random: RandomGenerator;
  readonly log: Log;
  readonly emit: EmitEvent;
  /** Stores the account's generation marker in the keychain. Returns false where that failed. */
  readonly saveMarker: (account: string, mark: GenerationMarker) => Promise<boolean>;
  /** Starts a worker thread from its source or its bundle. */
  readonly startWorker: StartWorker;
  /** Starts a process for work on PDFs, which may be hostile. */
  readonly startPdfWorker: StartWorker;
  /** With what copies of PDFs are marked as downloaded. Default: this computer's tools. */
  readonly markTools?: DownloadMarkTools;
  /** How much of a disk is free. Default: what the system says. */
  readonly getFreeBytes?: GetFreeBytes;
}

/** One account to open: its id, folder and key, its HTTP client, and how it behaves while it is open. */
export interface OpenAccountInput {
  readonly id: string;
  readonly file: CacheFolderAndKey;
  readonly http: HttpClient;
  /** User id of the sign-in; null where it is unknown. */
  readonly userId: string | null;
  /** The generation marker that the keychain holds for the local store. */
  readonly keychainMark: KeychainGenerationMarkerState;
  /** Whether the account refreshes itself while it is open. */
  readonly keepsFresh: boolean;
  /** The largest size of stored PDFs that the policy allows, in megabytes; null where it does not say. */
  readonly pdfMegabytes: number | null;
}

/** The open files of an account and the watchers on them. */
export interface OpenedAccountFiles {
  readonly local: LocalClient;
  readonly cache: SupervisedCache;
  readonly opened: CacheOpenResult;
  readonly completionWatcher: CompletionHistoryRecorder;
  readonly missingWatcher: MissingRecordsAwaitingConfirmationCounter;
  readonly reviewedWatcher: ReviewedResultToLocalStoreCopier;
}

/** What publishes the events and the health of an account. */
interface AccountObservers {
  readonly publisher: AccountEventPublisher;
  readonly health: HealthTracker;
}

/** Called where the local store or the cache was opened again after a failure, while the account is open. */
interface ReopenCallbacks {
  readonly local: (opened: LocalStoreOpenResult) => void;
  readonly cache: (opened: CacheOpenResult) => void;
}

/** Opens an account's files. Their threads start side by side. */
export async function openAccountFiles(
  options: OpenAccountInput,
  deps: AccountDeps,
  observers: AccountObservers,
  reopened: ReopenCallbacks,
): Promise<Result<OpenedAccountFiles>> {
  const threads = prestartWorkers(deps.startWorker, THREADS_OF_FILES);
  try {
    return await openFilesInOrder(
      options,
      { ...deps, startWorker: threads.startWorker },
      observers,
      reopened,
    );
  } finally {
    await threads.endUnused();
  }
}

/** Opens the cache; an empty one reads large tables of the local store, which are not checked yet: where they are damaged, it is restored. */
async function openCacheAndRestoreLocal(
  cache: SupervisedCache,
  local: LocalClient,
): Promise<Result<CacheOpenResult>> {
  const opened = await cache.open();
  if (opened.ok || !isErrorOfLocalStore(opened.error)) return opened;
  await local.restoreDamaged();
  return cache.open();
}

/** Opens the files one after the other. The local store comes first, because the cache's reader thread reads from it. */
async function openFilesInOrder(
  { id, file, userId, keychainMark, keepsFresh }: OpenAccountInput,
  { startWorker, log, clock, saveMarker }: AccountDeps,
  { publisher, health }: AccountObservers,
  reopened: ReopenCallbacks,
): Promise<Result<OpenedAccountFiles>> {
  const shared = { ...file, startWorker, log };
  const onChanged = (changed: OutboxChanged): void => publisher.publishOutboxChange(changed);
  const onLocalDataChanged = (change: LocalDataChanged): void => {
    publisher.publishLocalDataChange(change);
    if (change.what === 'missing') missingWatcher.scheduleCount();
  };
  const storeMarker = (mark: GenerationMarker): Promise<boolean> => saveMarker(id, mark);
  const generation = new KeychainGenerationMarkerWriter({ first: keychainMark, storeMarker, clock, log });
  const isExpired = markAccountInUseAndFinishCacheRemoval(file.folder);
  if (!isExpired.ok) return isExpired;
  const local = await openLocalStore({
    ...shared,
    generation,
    // A command ends before a later check.
    checksLargeTables: !keepsFresh,
    onChanged,
    onLocalDataChanged,
    onReopened: reopened.local,
  });
  if (!local.ok) return local;
  const onCommitted = (committed: CommitSummary): void => {
    publisher.publishCommit(committed);
    completionWatcher.handleCommit(committed);
    reviewedWatcher.handleCommit(committed);
    missingWatcher.scheduleCount();
  };
  const cacheEvents = { onCommitted, onReopened: reopened.cache };
  const reading = { accountUser: userId, expectsLongReads: keepsFresh };
  const cache = new SupervisedCache({ ...shared, ...cacheEvents, ...reading });
  const completionWatcher = new CompletionHistoryRecorder({ cache, local: local.value, log });
  const reviewedWatcher = new ReviewedResultToLocalStoreCopier({ cache, local: local.value, clock, log });
  const missingWatcher = new MissingRecordsAwaitingConfirmationCounter({ cache, health, clock, log });
  const opened = await openCacheAndRestoreLocal(cache, local.value);
  if (opened.ok) {
    const watchers = { completionWatcher, missingWatcher, reviewedWatcher };
    if (isExpired.value) health.setCacheExpired();
    const confirmed = clearCacheRemovalMarker(file.folder);
    if (!confirmed.ok) log.warn('a removed cache is still noted', { code: confirmed.error.code });
    return ok({ local: local.value, cache, opened: opened.value, ...watchers });
  }
  await local.value.close();
  return opened;
}
