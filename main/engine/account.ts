import type { Kind } from '#contract/records.ts';
import type { Health } from '#contract/sync-health.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { runInBackground } from '#main/base/async.ts';
import { SECOND } from '#main/base/durations.ts';
import { DueReminderWatcher } from './watchers/due-reminders.ts';
import { DueSnoozeEnder } from './watchers/snoozes.ts';
import { NewNotificationWatcher } from './watchers/new-notifications.ts';
import type { SupervisedCache } from './cache/client.ts';
import { type LocalClient } from './local/client.ts';
import { SendContext } from './sender/context.ts';
import { OutboxUserActions } from './sender/outbox.ts';
import { Sender } from './sender/sender.ts';
import { createLocalStoreAccessForPdfs, createPdfApi, createRecordAccessForPdfs } from './pdf-sources.ts';
import { PdfService } from './pdfs/pdf-service.ts';
import { createDownloadedFileMarker, getSystemDownloadMarkTools } from './pdfs/downloaded-mark.ts';
import { PdfStoreClient } from './pdfs/client.ts';
import { closeLocalStoreAndNoteUnused } from './retention/unused-cache.ts';
import type { HttpClient } from './api/http.ts';
import { requestOneToTestTokens } from './api/requisitions.ts';
import { CircuitBreaker } from './sync/circuit-breaker.ts';
import { HealthTracker } from './sync/health.ts';
import { Scheduler } from './sync/scheduler.ts';
import { AccountSync } from './sync/sync.ts';
import { AccountEventPublisher } from './event-publisher.ts';
import { NameSuggestionExtractor } from './names/document-name-extractor.ts';
import { PdfNameExtractorThread } from './names/text-name-extractor.ts';
import { UnreadCounter } from './watchers/unread-count.ts';
import {
  openAccountFiles,
  type AccountDeps,
  type OpenAccountInput,
  type OpenedAccountFiles,
} from './account-files.ts';

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
  readonly scheduler: Pick<Scheduler, 'run' | 'handleAttention'>;
  readonly health: Pick<HealthTracker, 'current'>;
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

/** Maximum time that closing waits for the response to a write in flight. */
const MAX_CLOSE_WAIT = SECOND;

/** What an open account consists of: its files, and the parts that work on them. */
interface AccountParts extends OpenedAccountFiles {
  readonly publisher: AccountEventPublisher;
  readonly health: HealthTracker;
  readonly breaker: CircuitBreaker;
  readonly sync: AccountSync;
  readonly sender: Sender;
  readonly pdfs: PdfService;
  readonly documentReader: NameSuggestionExtractor;
  readonly scheduler: Scheduler;
  readonly reminders: DueReminderWatcher;
  readonly snoozes: DueSnoozeEnder;
}

/** What the PDFs need of an account besides its files. */
interface PdfParts extends Pick<AccountParts, 'breaker' | 'sync'> {
  /** Called after a PDF was stored. */
  readonly onStored: () => void;
}

/** Creates the PDF service of an account. Its store's thread starts with the first call. */
function joinPdfs(
  { file, http, pdfMegabytes }: OpenAccountInput,
  deps: AccountDeps,
  { local, cache }: OpenedAccountFiles,
  { breaker, sync, onStored }: PdfParts,
): PdfService {
  const { startWorker, clock, random, log, emit } = deps;
  return new PdfService({
    store: new PdfStoreClient({ ...file, startWorker, log }),
    records: createRecordAccessForPdfs(cache, local, sync),
    local: createLocalStoreAccessForPdfs(local),
    pdfApi: createPdfApi({ http, breaker: breaker.reads, clock, random }),
    breaker: breaker.reads,
    clock,
    log,
    emit: (payload) => emit('pdfs', payload),
    onStored,
    maxMegabytes: pdfMegabytes,
    markDownloaded: createDownloadedFileMarker(deps.markTools ?? getSystemDownloadMarkTools()),
  });
}

type JoinedParts = Pick<
  AccountParts,
  'breaker' | 'sync' | 'sender' | 'pdfs' | 'documentReader' | 'scheduler' | 'reminders' | 'snoozes'
>;

/** Creates sync, sender, PDFs and scheduler of an account, which share one circuit breaker. */
function joinSync(
  options: OpenAccountInput,
  deps: AccountDeps,
  files: OpenedAccountFiles,
  health: HealthTracker,
): JoinedParts {
  const { http, userId, keepsFresh } = options;
  const { local, cache, missingWatcher } = files;
  const { clock, random, log, emit } = deps;
  const shared = { clock, random, log };
  const tryTokens = () => requestOneToTestTokens(http);
  const breaker = new CircuitBreaker({ clock, random, health, tryTokens });
  const sync = new AccountSync({ http, cache, local, health, breaker: breaker.reads, clock, random });
  const createResultRecorder = () => breaker.writes.createResultRecorder();
  const context = new SendContext({ http, cache, local, createResultRecorder, clock, userId });
  const sender = new Sender({
    ...shared,
    context,
    local,
    breaker: breaker.writes,
    keepsReconciling: keepsFresh,
  });
  const onStored = (): void => {
    if (keepsFresh) documentReader.wake();
  };
  const pdfs = joinPdfs(options, deps, files, { breaker, sync, onStored });
  const texts = new PdfNameExtractorThread({ startWorker: deps.startPdfWorker, log });
  const documentReader = new NameSuggestionExtractor({ cache, local, pdfs, texts, clock, log });
  const newNotifications = new NewNotificationWatcher({
    cache,
    local,
    clock,
    health,
    emit: (payload) => emit('newNotifications', payload),
  });
  const push = (): Promise<void> => sender.push();
  const pull = async (kinds?: readonly Kind[], full?: boolean): Promise<void> => {
    await sync.run(kinds, full);
    await sender.reconcileNow();
    await missingWatcher.count();
    if (keepsFresh)
      runInBackground(newNotifications.publishNew(), 'new notifications could not be published', log);
    if (keepsFresh) pdfs.applyOfflinePolicy();
    if (keepsFresh) documentReader.wake();
  };
  const scheduler = new Scheduler({ push, pull, breaker, clock, random, health, log });
  const reminders = new DueReminderWatcher({ cache, local, clock, log, emit });
  const snoozes = new DueSnoozeEnder({ local, clock, log, emit });
  return { breaker, sync, sender, pdfs, documentReader, scheduler, reminders, snoozes };
}

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
  // A write in flight may still succeed. One that stalls is reconciled at the next start.
  await Promise.race([stopped, clock.wait(MAX_CLOSE_WAIT)]);
  await http.close();
  await Promise.all([stopped, pdfsClosed]);
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

type Running = Pick<AccountParts, 'sync' | 'scheduler'>;

/** Fetches all records again after the cache was replaced. */
async function fetchAgain({ sync, scheduler }: Running): Promise<void> {
  await sync.stop(err('storage-damaged').error);
  await scheduler.run({ full: true });
}

/**
 * Opens an account's files and connects them to its service. Returns the error where a file cannot be opened.
 */
export async function openAccount(
  options: OpenAccountInput,
  deps: AccountDeps,
): Promise<Result<OpenAccount>> {
  const { id, http, userId, keepsFresh } = options;
  const { clock, log, emit } = deps;
  const observers = createObservers(id, deps);
  const { publisher, health } = observers;
  // A file may be opened again after a failure before the others are open; the scheduler does not exist yet
  // then.
  let running: Running | null = null;
  const files = await openAccountFiles(options, deps, observers, {
    local: (reopened) => {
      publisher.publishLocalReopened(reopened);
      running?.scheduler.pushSoon();
    },
    cache: (reopened) => {
      health.setCacheOpened(reopened.wasReplaced, reopened.states);
      if (running !== null)
        runInBackground(fetchAgain(running), 'the records could not be fetched again', log);
    },
  });
  if (!files.ok) return files;
  const { local, cache, opened, completionWatcher, missingWatcher } = files.value;
  health.setLocal(local.opened.health);
  health.setOutbox(local.opened.counts);
  health.setCacheOpened(opened.wasReplaced, opened.states);

  const unread = new UnreadCounter({ cache, clock, log, emit: (payload) => emit('unread', payload) });
  publisher.setUnreadCounter(unread);
  const joined = joinSync(options, deps, files.value, health);
  const { breaker, scheduler, sync, sender } = joined;
  running = joined;
  const outbox = openOutbox(options, deps, files.value, joined);
  completionWatcher.compareAll();
  await missingWatcher.count();
  if (keepsFresh) for (const each of [scheduler, joined.reminders, joined.snoozes]) each.start();
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
    close: () => closeParts({ ...files.value, ...joined, ...observers }, options, deps),
  });
}
