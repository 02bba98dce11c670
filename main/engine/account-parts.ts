import type { Kind } from '#contract/records.ts';
import { runInBackground } from '#main/base/async.ts';
import { SECOND } from '#main/base/durations.ts';
import type { Log } from '#main/base/log.ts';
import { DueReminderWatcher } from './watchers/due-reminders.ts';
import { DueSnoozeEnder } from './watchers/snoozes.ts';
import { NewNotificationWatcher } from './watchers/new-notifications.ts';
import { SendContext } from './sender/context.ts';
import { Sender } from './sender/sender.ts';
import { createLocalStoreAccessForPdfs, createPdfApi, createRecordAccessForPdfs } from './pdf-sources.ts';
import { PdfService } from './pdfs/pdf-service.ts';
import { createDownloadedFileMarker, getSystemDownloadMarkTools } from './pdfs/downloaded-mark.ts';
import { PdfStoreClient } from './pdfs/client.ts';
import { findTokenError } from './api/token-test.ts';
import { CircuitBreaker } from './sync/circuit-breaker.ts';
import type { HealthTracker } from './sync/health.ts';
import { createDiskReserveCheck } from './sync/disk-reserve.ts';
import { SyncScheduler } from './sync/scheduler.ts';
import { AccountSync } from './sync/sync.ts';
import type { AccountEventPublisher } from './event-publisher.ts';
import { NameSuggestionExtractor } from './names/document-name-extractor.ts';
import { PdfNameExtractorThread } from './names/text-name-extractor.ts';
import type { AccountDeps, OpenAccountInput, OpenedAccountFiles } from './account-files.ts';

/** How long the reads of all forms and reviews leave the threads to the first screen. */
const LATER_WORK_DELAY = 2 * SECOND;

/** What an open account consists of: its files, and the parts that work on them. */
export interface AccountParts extends OpenedAccountFiles {
  readonly publisher: AccountEventPublisher;
  readonly health: HealthTracker;
  readonly breaker: CircuitBreaker;
  readonly sync: AccountSync;
  readonly sender: Sender;
  readonly pdfs: PdfService;
  readonly documentReader: NameSuggestionExtractor;
  readonly scheduler: SyncScheduler;
  readonly reminders: DueReminderWatcher;
  readonly snoozes: DueSnoozeEnder;
  /** Cancels what is done some time after the opening. */
  readonly laterWork: AbortController;
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

type SyncAndSenderParts = Pick<
  AccountParts,
  'breaker' | 'sync' | 'sender' | 'pdfs' | 'documentReader' | 'scheduler' | 'reminders' | 'snoozes'
>;

function createAccountSync(
  { http, file }: OpenAccountInput,
  { clock, random, getFreeBytes }: AccountDeps,
  { local, cache }: OpenedAccountFiles,
  { health, breaker }: Pick<AccountParts, 'health' | 'breaker'>,
): AccountSync {
  const checkRoom = createDiskReserveCheck(file.folder, getFreeBytes);
  return new AccountSync({ http, cache, local, health, breaker: breaker.reads, clock, random, checkRoom });
}

type PullParts = Pick<AccountParts, 'sync' | 'sender' | 'missingWatcher' | 'pdfs' | 'documentReader'> & {
  readonly newNotifications: NewNotificationWatcher;
};

/** Creates the function that reads the lists, and then does what follows from what is new. It returns when the lists were read. */
function createPull(parts: PullParts, keepsFresh: boolean, log: Log) {
  const { sync, sender, missingWatcher, newNotifications, pdfs, documentReader } = parts;
  return async (kinds?: readonly Kind[], full?: boolean): Promise<number> => {
    const readAt = await sync.run(kinds, full);
    await sender.reconcileNow();
    await missingWatcher.count();
    if (keepsFresh)
      runInBackground(newNotifications.publishNew(), 'new notifications could not be published', log);
    if (keepsFresh) pdfs.applyOfflinePolicy();
    if (keepsFresh) documentReader.wake();
    return readAt;
  };
}

/** Creates sync, sender, PDFs and scheduler of an account, which share one circuit breaker. */
export function createSyncAndSenderParts(
  options: OpenAccountInput,
  deps: AccountDeps,
  files: OpenedAccountFiles,
  health: HealthTracker,
): SyncAndSenderParts {
  const { http, userId, keepsFresh } = options;
  const { local, cache, missingWatcher } = files;
  const { clock, random, log, emit } = deps;
  const shared = { clock, random, log };
  const tryTokens = () => findTokenError(http);
  const breaker = new CircuitBreaker({ clock, random, health, tryTokens });
  const sync = createAccountSync(options, deps, files, { health, breaker });
  const context = new SendContext({
    http,
    cache,
    local,
    createResultRecorder: () => breaker.writes.createResultRecorder(),
    classifyRefusal: (error) => breaker.writes.classifyRefusal(error),
    clock,
    userId,
  });
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
  const read = { sync, sender, missingWatcher, newNotifications, pdfs, documentReader };
  const pull = createPull(read, keepsFresh, log);
  const scheduler = new SyncScheduler({ push, pull, breaker, clock, random, health, log });
  const reminders = new DueReminderWatcher({ cache, local, clock, log, emit });
  const snoozes = new DueSnoozeEnder({ local, clock, log, emit });
  return { breaker, sync, sender, pdfs, documentReader, scheduler, reminders, snoozes };
}

/** Checks what the opening of the local store has not. A damaged store is opened again, which restores it. */
async function checkLocalStore({ cache, local }: OpenedAccountFiles, log: Log): Promise<void> {
  const checked = await cache.read('localStore.check', null);
  if (!checked.ok) return log.warn('the local store could not be checked', { code: checked.error.code });
  if (checked.value.isSound) return;
  log.error('the local store is damaged');
  await local.restoreDamaged();
}

/**
 * Compares what the local store has noted of forms and reviews with the cache, and in a window watches for reminders. A
 * window begins with it after a delay, because all forms are read for it; before, it checks the large tables of the local store.
 */
export function startLaterWork(
  files: OpenedAccountFiles,
  { reminders }: Pick<AccountParts, 'reminders'>,
  { keepsFresh }: OpenAccountInput,
  { clock, log }: AccountDeps,
): AbortController {
  const laterWork = new AbortController();
  const compare = (): void => {
    files.completionWatcher.compareAll();
    files.reviewedWatcher.compareAll();
  };
  if (!keepsFresh) {
    compare();
    return laterWork;
  }
  const { signal } = laterWork;
  const work = async (): Promise<void> => {
    await clock.wait(LATER_WORK_DELAY, signal).catch(() => {}); // An aborted wait rejects; the next line checks for the abort.
    if (signal.aborted) return;
    // The comparisons write to the large tables, so these are checked before.
    await checkLocalStore(files, log);
    if (signal.aborted) return;
    compare();
    reminders.start();
  };
  runInBackground(work(), 'forms, reviews and reminders could not be read', log);
  return laterWork;
}
