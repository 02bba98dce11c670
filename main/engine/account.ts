import type { LocalStoreHealth } from '#contract/outbox.ts';
import type { Health } from '#contract/sync-health.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { runInBackground } from '#main/base/async.ts';
import { SECOND } from '#main/base/durations.ts';
import type { Log } from '#main/base/log.ts';
import type { SupervisedCache } from './cache/client.ts';
import type { LocalClient } from './local/client.ts';
import { OutboxUserActions } from './sender/outbox.ts';
import type { PdfService } from './pdfs/pdf-service.ts';
import { closeLocalStoreAndNoteUnused } from './retention/unused-cache.ts';
import type { HttpClient } from './api/http.ts';
import type { CacheOpenResult } from './cache/ingest/protocol.ts';
import { HealthTracker } from './sync/health.ts';
import type { SyncScheduler } from './sync/scheduler.ts';
import type { AccountSync } from './sync/sync.ts';
import { AccountEventPublisher } from './event-publisher.ts';
import type { NameSuggestionExtractor } from './names/document-name-extractor.ts';
import { UnreadCounter } from './watchers/unread-count.ts';
import {
  openAccountFiles,
  type AccountDeps,
  type OpenAccountInput,
  type OpenedAccountFiles,
} from './account-files.ts';
import { createSyncAndSenderParts, startLaterWork, type AccountParts } from './account-parts.ts';

/** The account whose files are open, with everything that works on it: sync, outbox, PDFs, health. */
export interface OpenAccount {
  readonly http: HttpClient;
  readonly cache: Pick<SupervisedCache, 'read'>;
  /** The local store, for everything but the outbox. */
  readonly local: Pick<LocalClient, 'call'>;
  readonly outbox: OutboxUserActions;
  readonly pdfs: PdfService;
  /** User id of the sign-in; null where it is unknown. */
  readonly userId: string | null;
  readonly documentReader: Pick<NameSuggestionExtractor, 'run'>;
  readonly sync: Pick<AccountSync, 'refreshRecord' | 'approveMissing' | 'stop'>;
  readonly scheduler: Pick<SyncScheduler, 'run' | 'dropQueuedRun' | 'handleAttention'>;
  readonly health: Pick<HealthTracker, 'current' | 'setLocal'>;
  /** Stops fetching and sends what may be sent now. Resolves when nothing more can be sent. */
  sendPending(): Promise<void>;
  /** Resumes what was stopped by refused tokens, after new ones were given. */
  resumeAfterRenewal(): void;
  /**
   * Stops all work, stores what has arrived and ends the threads. No event of this account is emitted
   * afterwards.
   */
  close(): Promise<void>;
}

/** Maximum time that closing waits for the response to a change in flight. */
const MAX_CLOSE_WAIT = SECOND;

async function closeParts(
  parts: AccountParts,
  { http, file }: OpenAccountInput,
  deps: AccountDeps,
): Promise<void> {
  const { clock } = deps;
  const { publisher, scheduler, sync, sender, pdfs, cache, local } = parts;
  publisher.close();
  await parts.documentReader.close();
  const pdfsClosed = pdfs.close();
  await scheduler.stop();
  const stopped = Promise.all([sync.stop(), sender.stop()]);
  // A change in flight may still succeed. One that stalls is reconciled at the next start.
  await Promise.race([stopped, clock.wait(MAX_CLOSE_WAIT)]);
  await http.close();
  await Promise.all([stopped, pdfsClosed]);
  parts.laterWork.abort();
  parts.reminders.close();
  parts.snoozes.close();
  await parts.completionWatcher.close();
  await parts.reviewedWatcher.close();
  await parts.missingWatcher.close();
  await cache.close();
  await closeLocalStoreAndNoteUnused({ local, close: () => local.close() }, file.folder, deps);
}

/** Creates the user's side of the outbox. Every save or decision triggers sending or reconciling at once. */
function openOutbox(
  { userId }: OpenAccountInput,
  { clock, log }: Pick<AccountDeps, 'clock' | 'log'>,
  { local, cache }: OpenedAccountFiles,
  { sender, scheduler }: Pick<AccountParts, 'sender' | 'scheduler'>,
): OutboxUserActions {
  return new OutboxUserActions({
    local,
    cache,
    userId,
    clock,
    log,
    onWaiting: () => scheduler.handleSaved(),
    onDecided: (number) => sender.makeDue(number),
  });
}

/** Creates the tracker of the account's health and what publishes its events. */
function createObservers(
  account: string,
  { clock, log, emit }: AccountDeps,
): Pick<AccountParts, 'publisher' | 'health'> {
  const health = new HealthTracker({
    account,
    clock,
    log,
    emit: (current: Health) => emit('health', current),
  });
  return { publisher: new AccountEventPublisher(emit, health), health };
}

/** How long the first refresh leaves the threads to the first screen, where each list has been read before. */
const FIRST_REFRESH_DELAY = SECOND;

function startRefreshAndSnoozes(
  { scheduler, snoozes }: Pick<AccountParts, 'scheduler' | 'snoozes'>,
  { states, lastSweepAt }: CacheOpenResult,
): void {
  const hasAllLists = states.every(({ lastSuccessAt }) => lastSuccessAt !== null);
  scheduler.start({ delay: hasAllLists ? FIRST_REFRESH_DELAY : 0, lastSweepAt });
  snoozes.start();
}

type Running = Pick<AccountParts, 'sync' | 'scheduler'>;

/** Fetches all records again after the cache was replaced. */
async function fetchAgain({ sync, scheduler }: Running): Promise<void> {
  await sync.stop(err('storage-damaged').error);
  await scheduler.run({ full: true });
}

function createUnreadCounter(cache: SupervisedCache, { clock, log, emit }: AccountDeps): UnreadCounter {
  return new UnreadCounter({ cache, clock, log, emit: (payload) => emit('unread', payload) });
}

/** Counts the missing records. A command reads the health right after the opening; a window is told when it changes. */
async function countMissing(
  watcher: OpenedAccountFiles['missingWatcher'],
  keepsFresh: boolean,
): Promise<void> {
  if (keepsFresh) watcher.scheduleCount();
  else await watcher.count();
}

/** Logs that the file of this computer's own data was damaged, missing or older, with what was lost. */
function logStoreLoss({ state, carried, lost }: LocalStoreHealth, log: Log): void {
  if (state !== 'fine') log.error('the local store was damaged, missing or older', { state, carried, lost });
}

/**
 * Opens an account's files and connects them to its service. Returns the error where a file cannot be opened.
 */
export async function openAccount(
  options: OpenAccountInput,
  deps: AccountDeps,
): Promise<Result<OpenAccount>> {
  const { id, http, userId, keepsFresh } = options;
  const observers = createObservers(id, deps);
  const { publisher, health } = observers;
  // A file may be opened again after a failure before the others are open; then there is no scheduler yet.
  let running: Running | null = null;
  const files = await openAccountFiles(options, deps, observers, {
    local: (reopened) => {
      logStoreLoss(reopened.health, deps.log);
      publisher.publishLocalReopened(reopened);
      running?.scheduler.pushSoon();
    },
    cache: (reopened) => {
      health.setCacheOpened(reopened.wasReplaced, reopened.states);
      if (running !== null)
        runInBackground(fetchAgain(running), 'the records could not be fetched again', deps.log);
    },
  });
  if (!files.ok) return files;
  const { local, cache, opened, missingWatcher } = files.value;
  logStoreLoss(local.opened.health, deps.log);
  health.setLocal(local.opened.health);
  health.setOutbox(local.opened.counts);
  health.setCacheOpened(opened.wasReplaced, opened.states);

  publisher.setUnreadCounter(createUnreadCounter(cache, deps));
  const joined = createSyncAndSenderParts(options, deps, files.value, health);
  const { breaker, scheduler, sync, sender } = joined;
  running = joined;
  const outbox = openOutbox(options, deps, files.value, joined);
  const laterWork = startLaterWork(files.value, joined, options, deps);
  await countMissing(missingWatcher, keepsFresh);
  if (keepsFresh) startRefreshAndSnoozes(joined, opened);
  return ok({
    ...joined,
    http,
    userId,
    cache,
    local,
    outbox,
    health,
    sendPending: async () => {
      await Promise.all([scheduler.stop(), sync.stop()]);
      await sender.push();
    },
    resumeAfterRenewal: () => breaker.resetAfterRenewal(),
    close: () => closeParts({ ...files.value, ...joined, ...observers, laterWork }, options, deps),
  });
}
