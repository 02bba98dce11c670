import type { EventPayload } from '#contract/api.ts';
import type { EventName } from '#contract/names.ts';
import type { ProcedureName } from '#contract/procedures.ts';
import type { Kind } from '#contract/records.ts';
import { ok, type Result } from '#contract/result.ts';
import { writeSchemas } from '#contract/writes.ts';
import type { Clock } from '#main/base/clock.ts';
import { silentLog } from '#main/base/log.ts';
import type { OpenAccount } from '#main/engine/account.ts';
import { EventPublisher } from '#main/engine/event-publisher.ts';
import { type EngineHandlers, withAccount } from '#main/engine/handlers/deps.ts';
import { localDataHandlers, outboxHandlers } from '#main/engine/handlers/local-data.ts';
import { pdfHandlers } from '#main/engine/handlers/pdfs.ts';
import { listHandlers } from '#main/engine/handlers/records.ts';
import { countOutbox } from '#main/engine/local/outbox/operations.ts';
import { createPdfPorts, createRecordSource } from '#main/engine/pdf-sources.ts';
import { PdfService } from '#main/engine/pdfs/pdf-service.ts';
import type { PdfApi } from '#main/engine/pdfs/ports.ts';
import { createRouter } from '#main/engine/router.ts';
import { Outbox } from '#main/engine/sender/outbox.ts';
import { HealthTracker } from '#main/engine/sync/health.ts';
import { CompletionWatcher } from '#main/engine/watchers/completion-history.ts';
import { MissingRecordWatcher } from '#main/engine/watchers/missing-records.ts';
import { UnreadCounter } from '#main/engine/watchers/unread-count.ts';
import { addPending, localFile, type PendingWriteInput } from '../pending.ts';
import { openPageFiles, type PageFiles } from './files.ts';
import { createFakePdfService, type FakePdfService } from './pdf-service.ts';

/** Emits an event to the page. */
type Emit = <N extends EventName>(name: N, payload: EventPayload<N>) => void;

/** A clock that a test advances; waits take no time. */
export interface PageClock extends Clock {
  /** Epoch milliseconds. */
  at: number;
}

function pageClock(at: number): PageClock {
  let waited = 0;
  const clock: PageClock = {
    at,
    now: () => clock.at,
    monotonic: () => waited,
    wait: (ms, signal) =>
      new Promise((resolve, reject) => {
        const stop = (): void => reject(new Error('aborted'));
        if (signal?.aborted === true) return stop();
        signal?.addEventListener('abort', stop);
        setTimeout(() => {
          waited += ms;
          resolve();
        }, 0);
      }),
  };
  return clock;
}

/**
 * The engine of one account in this thread: the real router, handlers, cache, local store, outbox and PDFs over real files.
 * Its account is open and was synced once. There is no service: what would ask it does nothing, and nothing is sent.
 */
export interface PageEngine {
  readonly clock: PageClock;
  readonly health: HealthTracker;
  readonly files: PageFiles;
  /** The PDFs of the service. */
  readonly servicePdfs: FakePdfService;
  /** Runs a procedure by name, as the engine's process does. */
  handle(name: ProcedureName, input: unknown): Promise<Result<unknown>>;
  /** A complete sync of a kind: the service lists these resources now. */
  sync(kind: Kind, records: readonly object[]): void;
  /** Adds a write to the outbox in any state, and tells the page. Returns its number. */
  addPendingWrite(write: PendingWriteInput): number;
  /** Resolves once the engine has noted what the last syncs say about completion requests. */
  waitForWatchers(): Promise<void>;
  close(): Promise<void>;
}

interface Watchers {
  readonly watch: CompletionWatcher;
  readonly missing: MissingRecordWatcher;
}

/** Creates the account over open files, as the router and the handlers see it. */
function openAccount(
  { cache, local, pdfs }: PageFiles,
  { clock, health, emit, pdfApi }: { clock: Clock; health: HealthTracker; emit: Emit; pdfApi: PdfApi },
): OpenAccount {
  const nothing = (): void => {};
  const sync: OpenAccount['sync'] = {
    refreshRecord: async () => 'fresh',
    approveMissing: async (kind, ids) => {
      const approved = await cache.missing('approveMissing', { kind, ids });
      return approved.ok ? approved.value : 0;
    },
    stop: async () => {},
  };
  return {
    http: null as never, // there is no service
    cache,
    local,
    sync,
    health,
    scheduler: { run: async () => {}, handleAttention: nothing },
    outbox: new Outbox({
      local,
      cache,
      userId: 'user_me',
      clock,
      log: silentLog,
      onWaiting: nothing,
      onDecided: nothing,
    }),
    pdfs: new PdfService({
      store: pdfs,
      records: createRecordSource(cache, local, sync),
      local: createPdfPorts(local),
      pdfApi,
      breaker: { mayAsk: () => true, pausedUntil: null, isSignedOut: false, onChange: () => nothing },
      clock,
      log: silentLog,
      emit: (payload) => emit('pdfs', payload),
    }),
    resumeAfterRenewal: nothing,
    close: async () => {},
  };
}

function createHandlers(account: OpenAccount): EngineHandlers {
  const asked = withAccount(() => account);
  const network: Pick<EngineHandlers, 'sync.health' | 'sync.run' | 'sync.cancel' | 'records.refresh'> = {
    'sync.health': async () => ok(account.health.current),
    'sync.run': async () => ok(account.health.current),
    'sync.cancel': async () => ok({}),
    'records.refresh': async () => ok({ state: 'fresh' }),
  };
  return {
    ...listHandlers(asked),
    ...outboxHandlers(asked),
    ...localDataHandlers(asked),
    ...pdfHandlers(asked),
    ...network,
  } as EngineHandlers; // without those that open accounts, which a page cannot call
}

/**
 * Opens the engine.
 * @param emit receives its events
 * @param at the time of its clock, epoch milliseconds
 */
export function openPageEngine(emit: Emit, account: string, at: number): PageEngine {
  const clock = pageClock(at);
  const health = new HealthTracker({
    account,
    clock,
    log: silentLog,
    emit: (current) => emit('health', current),
  });
  const publisher = new EventPublisher(emit, health);
  let watchers: Watchers | null = null;
  const files = openPageFiles(clock, {
    committed: (committed) => {
      publisher.publishCommit(committed);
      watchers?.watch.handleCommit(committed);
      watchers?.missing.scheduleCount();
    },
    outboxChanged: (changed) => publisher.publishOutboxChange(changed),
    localDataChanged: (change) => {
      publisher.publishLocalDataChange(change);
      if (change.what === 'missing') watchers?.missing.scheduleCount();
    },
  });
  const { cache, local, opened, openedLocal } = files;
  const watch = new CompletionWatcher({ cache, app: local, log: silentLog });
  const missing = new MissingRecordWatcher({ cache, health, clock, log: silentLog });
  watchers = { watch, missing };
  health.setLocal(openedLocal.health);
  health.setCacheOpened(opened.wasReplaced, opened.states);
  health.recordResult(null);
  publisher.setUnreadCounter(
    new UnreadCounter({ cache, clock, log: silentLog, emit: (payload) => emit('unread', payload) }),
  );
  watch.compareAll();
  const servicePdfs = createFakePdfService();
  const open = openAccount(files, { clock, health, emit, pdfApi: servicePdfs.api });
  const route = createRouter({
    handlers: createHandlers(open),
    withAccount: withAccount(() => open),
    clock,
    log: silentLog,
    isStrict: true,
  });
  return {
    clock,
    health,
    files,
    servicePdfs,
    handle: route,
    sync: (kind, records) => {
      files.sweep(kind, records);
      health.endSweep(kind, 'complete', null);
    },
    addPendingWrite: (write) => {
      const file = localFile(files.folder);
      const number = addPending(file, write);
      const counts = countOutbox(file);
      file.close();
      publisher.publishOutboxChange({
        counts,
        touched: [{ kind: writeSchemas[write.operation].kind, id: write.target }],
      });
      return number;
    },
    waitForWatchers: () => watch.waitUntilIdle(),
    close: async () => {
      publisher.close();
      await open.pdfs.close();
      await watch.close();
      await missing.close();
      files.close();
    },
  };
}
