import type { Kind } from '#contract/records.ts';
import type { Health } from '#contract/sync-health.ts';
import { err, ok, type AppError, type Result } from '#contract/result.ts';
import { drop } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';
import { NewNotifications } from './watchers/new-notifications.ts';
import type { SupervisedCache } from './cache/client.ts';
import { type LocalClient } from './local/client.ts';
import { SendContext } from './sender/context.ts';
import { Outbox } from './sender/outbox.ts';
import { Sender } from './sender/sender.ts';
import { createPdfPorts, createPdfApi, recordSource } from './pdf-sources.ts';
import { PdfService } from './pdfs/pdf-service.ts';
import { PdfStoreClient } from './pdfs/client.ts';
import type { Http } from './api/http.ts';
import { listRequisitions } from './api/requisitions.ts';
import { CircuitBreaker } from './sync/circuit-breaker.ts';
import { HealthBoard } from './sync/health.ts';
import { Scheduler } from './sync/scheduler.ts';
import { Sync } from './sync/sync.ts';
import { EventPublisher } from './event-publisher.ts';
import { UnreadCount } from './watchers/unread-count.ts';
import { openFiles, type AccountDeps, type AccountOptions, type Files } from './account-files.ts';

/** The account whose files are open. */
export interface OpenAccount {
  readonly http: Http;
  readonly cache: Pick<SupervisedCache, 'read'>;
  /** The local store, for everything but the outbox. */
  readonly local: Pick<LocalClient, 'call'>;
  readonly outbox: Outbox;
  readonly pdfs: PdfService;
  readonly sync: Pick<Sync, 'refreshRecord' | 'approveMissing' | 'stop'>;
  readonly scheduler: Pick<Scheduler, 'run' | 'attention'>;
  readonly health: Pick<HealthBoard, 'current'>;
  /** Resumes what was stopped by refused tokens, after new ones were given. */
  renewed(): void;
  /**
   * Stops all work, stores what has arrived and ends the threads. No event of this account is emitted
   * afterwards.
   */
  close(): Promise<void>;
}

/** Maximum time that closing waits for the response to a write in flight. */
const LAST_ANSWER = SECOND;

/** The components of an open account. */
interface Parts extends Files {
  readonly publisher: EventPublisher;
  readonly health: HealthBoard;
  readonly breaker: CircuitBreaker;
  readonly sync: Sync;
  readonly sender: Sender;
  readonly pdfs: PdfService;
  readonly scheduler: Scheduler;
}

/** Creates the PDF service of an account. Its store's thread starts with the first call. */
function joinPdfs(
  { file, http }: AccountOptions,
  deps: AccountDeps,
  { local, cache }: Files,
  { breaker, sync }: Pick<Parts, 'breaker' | 'sync'>,
): PdfService {
  const { startWorker, clock, random, log, emit } = deps;
  return new PdfService({
    store: new PdfStoreClient({ ...file, startWorker, log }),
    records: recordSource(cache, local, sync),
    local: createPdfPorts(local),
    pdfApi: createPdfApi({ http, breaker: breaker.reads, clock, random }),
    breaker: breaker.reads,
    clock,
    log,
    emit: (payload) => emit('pdfs', payload),
  });
}

/**
 * Sends the smallest request there is, to test the tokens (service's document, section 5). Returns null on
 * success.
 */
async function tryTokens(http: Http): Promise<AppError | null> {
  const reply = await listRequisitions(http, { limit: 1 });
  return reply.ok ? null : reply.error;
}

/** Creates sync, sender, PDFs and scheduler of an account, which share one circuit breaker. */
function joinSync(
  options: AccountOptions,
  deps: AccountDeps,
  files: Files,
  health: HealthBoard,
): Pick<Parts, 'breaker' | 'sync' | 'sender' | 'pdfs' | 'scheduler'> {
  const { http, userId, keepsFresh } = options;
  const { local, cache, missing } = files;
  const { clock, random, log, emit } = deps;
  const breaker = new CircuitBreaker({ clock, random, health, tryTokens: () => tryTokens(http) });
  const sync = new Sync({ http, cache, app: local, health, breaker: breaker.reads, clock, random });
  const hearing = () => breaker.writes.onResult();
  const context = new SendContext({ http, cache, app: local, hearing, clock, userId });
  const sender = new Sender({
    context,
    app: local,
    breaker: breaker.writes,
    clock,
    random,
    log,
    keepsReconciling: keepsFresh,
  });
  const pdfs = joinPdfs(options, deps, files, { breaker, sync });
  const newNotifications = new NewNotifications({
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
    await missing.count();
    if (keepsFresh) drop(newNotifications.look(), 'new notifications could not be published', log);
    if (keepsFresh) pdfs.applyOfflinePolicy();
  };
  const scheduler = new Scheduler({ push, pull, breaker, clock, random, health, log });
  return { breaker, sync, sender, pdfs, scheduler };
}

async function closeParts(parts: Parts, http: Http, clock: Clock): Promise<void> {
  const { publisher, scheduler, sync, sender, pdfs, cache, local, watch, missing } = parts;
  publisher.close();
  const pdfsClosed = pdfs.close();
  await scheduler.stop();
  const stopped = Promise.all([sync.stop(), sender.stop()]);
  // A write in flight may still succeed. One that stalls is reconciled at the next start.
  await Promise.race([stopped, clock.wait(LAST_ANSWER)]);
  await http.close();
  await Promise.all([stopped, pdfsClosed]);
  await watch.close();
  await missing.close();
  await cache.close();
  await local.close();
}

/** Creates the user's side of the outbox. Every save or decision triggers sending or reconciling at once. */
function openOutbox(
  { userId }: AccountOptions,
  { clock, log }: Pick<AccountDeps, 'clock' | 'log'>,
  { local, cache }: Files,
  { sender, scheduler }: Pick<Parts, 'sender' | 'scheduler'>,
): Outbox {
  return new Outbox({
    local,
    cache,
    userId,
    clock,
    log,
    onWaiting: () => scheduler.saved(),
    onDecided: (number) => sender.hurry(number),
  });
}

type Running = Pick<Parts, 'sync' | 'scheduler'>;

/** Fetches all records again after the cache was replaced. */
async function fetchAgain({ sync, scheduler }: Running): Promise<void> {
  await sync.stop(err('storage-damaged').error);
  await scheduler.run({ full: true });
}

/**
 * Opens an account's files and connects them to its service. Returns the error where a file cannot be opened.
 */
export async function openAccount(options: AccountOptions, deps: AccountDeps): Promise<Result<OpenAccount>> {
  const { id, http, keepsFresh } = options;
  const { clock, log, emit } = deps;
  const health = new HealthBoard({
    account: id,
    clock,
    log,
    emit: (current: Health) => emit('health', current),
  });
  const publisher = new EventPublisher(emit, health);
  const observers = { publisher, health };
  // A file may be reopened while the others are still being opened. Until then there is no scheduler to
  // notify.
  let running: Running | null = null;
  const files = await openFiles(options, deps, observers, {
    local: (reopened) => {
      publisher.localReopened(reopened);
      running?.scheduler.pushSoon();
    },
    cache: (reopened) => {
      health.opened(reopened.wasReplaced, reopened.states);
      if (running !== null) drop(fetchAgain(running), 'the records could not be fetched again', log);
    },
  });
  if (!files.ok) return files;
  const { local, cache, opened, watch, missing } = files.value;
  health.localOpened(local.opened.health);
  health.outboxChanged(local.opened.counts);
  health.opened(opened.wasReplaced, opened.states);

  publisher.counting(new UnreadCount({ cache, clock, log, emit: (payload) => emit('unread', payload) }));

  const joined = joinSync(options, deps, files.value, health);
  const { breaker, sync, pdfs, scheduler } = joined;
  running = joined;
  const outbox = openOutbox(options, deps, files.value, joined);
  watch.all();
  await missing.count();
  if (keepsFresh) scheduler.start();
  return ok({
    http,
    cache,
    local,
    outbox,
    pdfs,
    sync,
    scheduler,
    health,
    renewed: () => breaker.renewed(),
    close: () => closeParts({ ...files.value, ...joined, ...observers }, http, clock),
  });
}
