import type { GenerationMarker, KeychainGenerationMarker } from '#contract/internal-procedures.ts';
import { ok, type Result } from '#contract/result.ts';
import type { Clock } from '#main/base/clock.ts';
import type { Log } from '#main/base/log.ts';
import type { RandomSource } from '#main/base/random.ts';
import { SupervisedCache } from './cache/client.ts';
import type { CacheFile } from './cache/file/open.ts';
import type { CommitSummary, OpenedCache } from './cache/ingest/protocol.ts';
import { CompletionRequestWatcher } from './watchers/completion-history.ts';
import { openLocalStore, type LocalClient } from './local/client.ts';
import { GenerationMarkerWriter } from './local/generation-marker-writer.ts';
import type { LocalDataChanged } from './local/data/protocol.ts';
import type { OpenedLocalStore, OutboxChanged } from './local/protocol.ts';
import { MissingRecordWatcher } from './watchers/missing-records.ts';
import { ReviewedVersionWatcher } from './watchers/reviewed-versions.ts';
import { beginAccountUse, confirmExpiryKnown } from './retention/unused-cache.ts';
import type { Http } from './api/http.ts';
import type { HealthTracker } from './sync/health.ts';
import type { EventPublisher, EmitEvent } from './event-publisher.ts';
import type { DownloadMarkTools } from './pdfs/downloaded-mark.ts';
import type { StartWorker } from '#main/engine/sqlite/worker.ts';

/** Dependencies that an account takes from the engine. */
export interface AccountDeps {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly log: Log;
  readonly emit: EmitEvent;
  /** Stores the account's generation marker in the keychain. Returns false where that failed. */
  readonly saveMarker: (account: string, mark: GenerationMarker) => Promise<boolean>;
  /** Starts a worker thread from its source or its bundle. */
  readonly startWorker: StartWorker;
  /** With what copies of PDFs are marked as downloaded. Default: this computer's tools. */
  readonly markTools?: DownloadMarkTools;
}

/** The account to open, and how to open it. */
export interface AccountOptions {
  readonly id: string;
  readonly file: CacheFile;
  readonly http: Http;
  /** User id of the sign-in; null where it is unknown. */
  readonly userId: string | null;
  /** The generation marker that the keychain holds for the local store. */
  readonly keychainMark: KeychainGenerationMarker;
  /** Whether the account refreshes itself while it is open. */
  readonly keepsFresh: boolean;
  /** The largest size of stored PDFs that the policy allows, in megabytes; null where it does not say. */
  readonly pdfMegabytes: number | null;
}

/** The open files of an account and the watchers on them. */
export interface AccountFiles {
  readonly local: LocalClient;
  readonly cache: SupervisedCache;
  readonly opened: OpenedCache;
  readonly completionWatcher: CompletionRequestWatcher;
  readonly missingWatcher: MissingRecordWatcher;
  readonly reviewedWatcher: ReviewedVersionWatcher;
}

/** Callbacks for files that are opened again while the account is open. */
interface ReopenCallbacks {
  readonly local: (opened: OpenedLocalStore) => void;
  readonly cache: (opened: OpenedCache) => void;
}

/** Opens an account's files. The local store comes first, because the cache's reader thread reads from it. */
export async function openAccountFiles(
  { id, file, keychainMark }: AccountOptions,
  { startWorker, log, clock, saveMarker }: AccountDeps,
  { publisher, health }: { readonly publisher: EventPublisher; readonly health: HealthTracker },
  reopened: ReopenCallbacks,
): Promise<Result<AccountFiles>> {
  const shared = { ...file, startWorker, log };
  const onChanged = (changed: OutboxChanged): void => publisher.publishOutboxChange(changed);
  const onLocalDataChanged = (change: LocalDataChanged): void => {
    publisher.publishLocalDataChange(change);
    if (change.what === 'missing') missingWatcher.scheduleCount();
  };
  const generation = new GenerationMarkerWriter({
    first: keychainMark,
    storeMarker: (mark) => saveMarker(id, mark),
    clock,
    log,
  });
  const isExpired = beginAccountUse(file.folder);
  if (!isExpired.ok) return isExpired;
  const local = await openLocalStore({
    ...shared,
    generation,
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
  const cache = new SupervisedCache({ ...shared, onCommitted, onReopened: reopened.cache });
  const completionWatcher = new CompletionRequestWatcher({ cache, local: local.value, log });
  const reviewedWatcher = new ReviewedVersionWatcher({ cache, local: local.value, log });
  const missingWatcher = new MissingRecordWatcher({ cache, health, clock, log });
  const opened = await cache.open();
  if (opened.ok) {
    const watchers = { completionWatcher, missingWatcher, reviewedWatcher };
    reviewedWatcher.compareAll();
    if (isExpired.value) health.setCacheExpired();
    const confirmed = confirmExpiryKnown(file.folder);
    if (!confirmed.ok) log.warn('a removed cache is still noted', { code: confirmed.error.code });
    return ok({ local: local.value, cache, opened: opened.value, ...watchers });
  }
  await local.value.close();
  return opened;
}
