import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { EventPayload } from '#contract/api.ts';
import { NO_KEYCHAIN_GENERATION_MARKER } from '#contract/generation-marker.ts';
import type { EngineEventName } from '#contract/ipc-names.ts';
import type { ProcedureName } from '#contract/procedures.ts';
import type { Kind } from '#contract/records.ts';
import { ok, type Result } from '#contract/result.ts';
import { toEpochMs } from '#contract/time.ts';
import { CHANGE_SCHEMAS } from '#contract/changes.ts';
import { systemClock } from '#main/base/clock.ts';
import { silentLog } from '#main/base/log.ts';
import { createSeededRandom } from '#main/base/random.ts';
import { AccessLog } from '#main/engine/access/log.ts';
import { AccessRecorder } from '#main/engine/access/recorder.ts';
import { openAccount, type OpenAccount } from '#main/engine/account.ts';
import type { SupervisedCache } from '#main/engine/cache/client.ts';
import type { EmitEvent } from '#main/engine/event-publisher.ts';
import type { EngineHandlers, RunWithOpenAccount } from '#main/engine/handlers/deps.ts';
import { createAccessLogHandlers } from '#main/engine/handlers/access-log.ts';
import { createSyncHandlers } from '#main/engine/handlers/account.ts';
import { createDirectoryHandlers } from '#main/engine/handlers/directory.ts';
import { createLocalDataWithCacheHandlers, createOutboxHandlers } from '#main/engine/handlers/local-data.ts';
import { createPdfHandlers } from '#main/engine/handlers/pdfs.ts';
import { createHomeHandlers } from '#main/engine/handlers/home.ts';
import { createWorklistHandlers } from '#main/engine/handlers/records.ts';
import { countOutboxByState } from '#main/engine/local/outbox/stored-changes.ts';
import type { LocalClient } from '#main/engine/local/client.ts';
import type { LocalStoreCalls } from '#main/engine/local/protocol.ts';
import { createCallRouter } from '#main/engine/router.ts';
import type { HealthTracker } from '#main/engine/sync/health.ts';
import { rawList, toBytes } from '../builders.ts';
import { type PageClock, pageClock } from '../clocks.ts';
import { createPromptWorkers } from '../in-process-workers.ts';
import { addPending, localFile, type PendingChangeInput } from '../pending.ts';
import { TEST_KEY, unwrap } from '../results.ts';
import { createPageService, type PageService } from './service.ts';

/** An open account with all of its cache and health. */
interface PageAccount extends OpenAccount {
  readonly cache: SupervisedCache;
  readonly health: HealthTracker;
}

/**
 * The engine of one account in this thread: the real account and router over real files. The account is open and
 * was synced
 * once. Nothing is sent, and a sync is one only where the test calls for it.
 */
export interface PageEngine {
  readonly clock: PageClock;
  readonly service: PageService;
  /** Runs a procedure by name, as the engine's process does. */
  readonly handle: (name: ProcedureName, input: unknown, signal?: AbortSignal) => Promise<Result<unknown>>;
  /** A complete sync of a kind: the service lists these resources now. */
  readonly sync: (kind: Kind, records: readonly object[]) => Promise<void>;
  /** Ingests a whole list as a sync does, without its end. Records that the list lacks are suspected, not removed. */
  readonly sweep: (kind: Kind, records: readonly unknown[]) => Promise<void>;
  /** Calls the local store as the engine's other parts do. */
  readonly local: <N extends Parameters<LocalClient['call']>[0]>(
    name: N,
    input: LocalStoreCalls[N]['input'],
  ) => Promise<LocalStoreCalls[N]['output']>;
  /** Calls the cache about records that a list lacks, as a sync does. */
  missing: SupervisedCache['callMissing'];
  /** Ingests one record, as a refresh of it does. */
  readonly storeOne: (kind: Kind, record: object) => Promise<void>;
  /** Opens the access log as the signed-in user; what is read from then on is recorded. */
  readonly openAccessLog: () => Promise<void>;
  readonly removeOne: (kind: Kind, id: string) => Promise<void>;
  /** Adds a change to the outbox in any state, and tells the page. Returns its number. */
  readonly addPendingChange: (change: PendingChangeInput) => Promise<number>;
  readonly close: () => Promise<void>;
}

/** Handlers of an account; a sync that the page asks for does nothing. */
function createHandlers(
  asked: RunWithOpenAccount,
  current: () => OpenAccount | null,
  accessLog: AccessLog,
  recorder: AccessRecorder,
): EngineHandlers {
  const network = createSyncHandlers(asked, current, systemClock);
  const idle: Pick<EngineHandlers, 'sync.run' | 'sync.cancel'> = {
    'sync.run': () => network['sync.health']({}),
    'sync.cancel': async () => ok({}),
  };
  return {
    ...createWorklistHandlers(asked),
    ...createHomeHandlers(asked),
    ...createOutboxHandlers(asked),
    ...createLocalDataWithCacheHandlers(asked),
    ...createDirectoryHandlers(asked),
    ...createPdfHandlers(asked),
    ...createAccessLogHandlers(accessLog, recorder),
    ...network,
    ...idle,
  } as EngineHandlers; // without those that open accounts, which a page cannot call
}

/**
 * Opens the engine. Every call waits until the account is open.
 * @param emit receives its events
 * @param at the time of its clock, epoch milliseconds
 */
export function openPageEngine(emit: EmitEvent, id: string, at: number): PageEngine {
  const clock = pageClock(at);
  const random = createSeededRandom(1);
  const folder = mkdtempSync(path.join(tmpdir(), 'intray-page-'));
  const service = createPageService();
  let revision = 0;
  const emitNoted = <N extends EngineEventName>(name: N, payload: EventPayload<N>): void => {
    if (name === 'changed') ({ revision } = payload as EventPayload<'changed'>); // as its name says
    emit(name, payload);
  };
  const threads = createPromptWorkers({ clock, random: createSeededRandom(1) });
  const open = async (): Promise<PageAccount> => {
    const opened = await openAccount(
      {
        id,
        file: { folder, key: TEST_KEY },
        http: service.http,
        userId: 'user_me',
        keychainMark: NO_KEYCHAIN_GENERATION_MARKER,
        keepsFresh: false,
        pdfMegabytes: null,
      },
      {
        clock,
        random,
        log: silentLog,
        emit: emitNoted,
        saveMarker: async () => true,
        startWorker: threads,
        startPdfWorker: threads,
      },
    );
    const account = unwrap(opened) as PageAccount; // what the account shows of them is less than they are
    account.health.recordResult(null);
    return account;
  };
  const opening = open();
  let current: PageAccount | null = null;
  void opening.then((account) => {
    current = account;
  });
  const asked: RunWithOpenAccount = async (work) => work(await opening);
  const startWorker = createPromptWorkers({ clock, random: createSeededRandom(2) });
  const log = silentLog;
  const saveHead = async (): Promise<boolean> => true;
  const logDeps = { getFolder: () => folder, saveHead, startWorker, opensLater: false, clock, log };
  const accessLog = new AccessLog(logDeps);
  const recorder = new AccessRecorder({ accessLog, findPatient: async () => null, clock, log });
  const route = createCallRouter({
    handlers: createHandlers(asked, () => current, accessLog, recorder),
    onServed: recorder.handleServed.bind(recorder),
    withAccount: asked,
    clock,
    log: silentLog,
    isStrict: true,
  });
  const sweep: PageEngine['sweep'] = async (kind, records) => {
    const { cache } = await opening;
    const now = toEpochMs(clock.now());
    unwrap(await cache.beginSweep({ kind, at: now }));
    const page = { pass: 0, offset: 0, isUrgent: false, requestedAt: cache.writeSequence() };
    unwrap(await cache.store({ kind, bytes: toBytes(rawList(records)), fetchedAt: now, ...page }));
    const whole = { scope: 'all', isCertain: true, isGapless: true, etag: null } as const;
    unwrap(await cache.endSweep({ kind, outcome: 'complete', at: now, ...whole }));
  };
  return {
    clock,
    service,
    sweep,
    handle: async (name, input, signal) => {
      await opening;
      return route(name, input, signal);
    },
    sync: async (kind, records) => {
      records.forEach(service.put);
      await sweep(kind, records);
      (await opening).health.endSweep(kind, 'complete', null);
    },
    local: async (name, input) => unwrap(await (await opening).local.call(name, input)),
    missing: async (name, input) => (await opening).cache.callMissing(name, input),
    storeOne: async (kind, record) => {
      const { cache } = await opening;
      service.put(record);
      const text = JSON.stringify(record);
      unwrap(await cache.storeOne({ kind, text, fetchedAt: toEpochMs(clock.now()) }));
    },
    openAccessLog: async () => {
      const user = { account: id, userId: 'user_me' };
      recorder.handleServed('engine.open', user, ok({}));
      unwrap(await accessLog.open({ place: 'keychain', key: TEST_KEY, head: null }));
    },
    removeOne: async (kind, id) => {
      service.remove(id);
      unwrap(await (await opening).cache.removeOne({ kind, id }));
    },
    addPendingChange: async (change) => {
      const { health } = await opening;
      const file = localFile(folder);
      const number = addPending(file, change);
      const counts = countOutboxByState(file);
      file.close();
      const { kind } = CHANGE_SCHEMAS[change.operation];
      health.setOutbox(counts);
      emit('outbox', counts);
      emit('changed', { revision, kind, ids: [change.target] });
      return number;
    },
    close: async () => {
      await accessLog.close();
      await (await opening).close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
