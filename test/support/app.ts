import type { DownloadMarkTools } from '#main/engine/pdfs/downloaded-mark.ts';
import { onTestFinished } from 'vitest';
import type { z } from 'zod';
import {
  type KeychainGenerationMarkerState,
  NO_KEYCHAIN_GENERATION_MARKER,
} from '#contract/generation-marker.ts';
import type { EventPayload } from '#contract/api.ts';
import type { InternalProcedureInput, InternalProcedureOutput } from '#contract/internal-procedures.ts';
import type { EngineEventName } from '#contract/ipc-names.ts';
import type { Health, KindHealth } from '#contract/sync-health.ts';
import type { Kind } from '#contract/records.ts';
import type { PendingChange, OutboxResolution, ClosedChange } from '#contract/outbox.ts';
import type { changeToSaveSchema } from '#contract/changes.ts';
import type { Result } from '#contract/result.ts';
import { memoize } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import { systemRandomSource } from '#main/base/random.ts';
import { startDemoServer, type DemoServer, type DemoServerOptions } from '#main/demo/server.ts';
import { DEFAULT_HTTP_LIMITS, type HttpLimits } from '#main/engine/api/http-types.ts';
import type { GetFreeBytes } from '#main/engine/sync/disk-reserve.ts';
import type { AccountSession } from '#main/session/session.ts';
import { createVaultOverKeychain } from '#main/vault/vault.ts';
import {
  countWrites,
  getFirstRecord,
  getServiceRecords,
  tokensOf,
  watchReads,
  type RawRecord,
} from './clinic.ts';
import { openInput, temporaryFolder, testEngine, unwrap, type TestEngine } from './engine.ts';
import type { MemoryKeychain } from './memory-keychain.ts';
import { createTestSession, linkEngine } from './session.ts';

/**
 * An app over a demo clinic: a real engine whose account is open, with real files and real requests. Its threads run in
 * the test's own thread, and waits of its clock return at once.
 */
export interface TestApp {
  readonly clinic: DemoServer;
  readonly folder: string;
  /** The running engine; a new one after a restart. */
  readonly engine: () => TestEngine;
  /** The session that signs in, where the app was opened with `hasSession`; a new one after a restart. */
  readonly session: () => AccountSession;
  /** Opens the account, again or with another user, key or address. */
  readonly open: (
    change?: Partial<InternalProcedureInput<'engine.open'>>,
  ) => Promise<Result<InternalProcedureOutput<'engine.open'>>>;
  readonly save: (change: z.input<typeof changeToSaveSchema>) => Promise<{ number: number; id: string }>;
  /** Sends pending changes, then refreshes. */
  readonly sync: (options?: { readonly full?: boolean; readonly kinds?: Kind[] }) => Promise<Health>;
  /** The health of one kind after a sync of it alone. */
  readonly pull: (kind: Kind, full?: boolean) => Promise<KindHealth>;
  readonly health: () => Promise<Health>;
  readonly outbox: () => Promise<readonly PendingChange[]>;
  readonly closedChanges: () => Promise<readonly ClosedChange[]>;
  /** A pending change as the user sees it now: its number and its version. */
  readonly seen: (number: number) => Promise<Pick<PendingChange, 'number' | 'version'>>;
  /** Decides about a change as `decideAboutChange` does; it must succeed. */
  readonly resolve: (number: number, resolution: OutboxResolution) => Promise<void>;
  /** Closes the engine and opens another one over the same files. */
  readonly restart: (change?: Restart) => Promise<void>;
  /** Raw resources as the cache holds them, by id. */
  readonly cached: (kind: Kind) => Promise<ReadonlyMap<string, RawRecord>>;
  /** Raw resources as the service has them, by id. */
  readonly serviceRecords: (kind: Kind) => ReadonlyMap<string, RawRecord>;
  /** The first resource of a kind that the service has. */
  readonly first: (kind: Kind) => RawRecord;
  /** The read requests of a kind since the last call: the query of a list, `(id)` for a single record. */
  readonly asked: (kind: Kind) => string[];
  /** The number of changes with this method and path that the service carried out. */
  readonly done: (method: string, path: string | RegExp) => number;
  /** Closes the engine and a clinic of its own; otherwise the end of the test does. */
  readonly close: () => Promise<void>;
}

/** What differs from the usual app. */
export interface OpenOptions {
  /** The data folder; default: one of its own, removed afterwards. */
  readonly folder?: string;
  /** The keychain, which holds the generation marker of the local store; default: none. */
  readonly keychain?: MemoryKeychain;
  /** Whether a session over the keychain opens the account: the test signs in. */
  readonly hasSession?: boolean;
  /** Whether no account is opened: the test opens one. */
  readonly isClosed?: boolean;
  /** Whether requests time out early, for a service that does not respond. */
  readonly isHasty?: boolean;
  /** The service's address; default: the demo clinic's. */
  readonly baseUrl?: string;
  /** Entry of real threads; default: the same thread. */
  readonly workerUrl?: URL;
  /** The engine's clock; default: one whose waits return at once. */
  readonly clock?: Clock;
  /** With what copies of PDFs are marked; default: this computer's tools. */
  readonly markTools?: DownloadMarkTools;
  /** How much of the disk is free; default: what the system says. */
  readonly getFreeBytes?: GetFreeBytes;
  /** Whether it refreshes on its own, as under a window. */
  readonly keepsFresh?: boolean;
  /** The signed-in user; default: the clinic's own user; null for unknown. */
  readonly userId?: string | null;
  /** Receives the events that a page receives: those of the engine and of the session. */
  readonly onEvent?: <N extends EngineEventName | 'accounts'>(name: N, payload: EventPayload<N>) => void;
}

interface Restart extends OpenOptions {
  /** What happens to its files while it is closed. */
  readonly between?: () => void;
}

const SIZES = { seed: 7, requisitions: 40, forms: 8, notifications: 30, patients: 9 };

/**
 * Limits for a server that does not respond, so that tests stay fast. Only the limit of a whole request is exact: the
 * HTTP client checks the others once a second.
 */
const HASTY: HttpLimits = {
  ...DEFAULT_HTTP_LIMITS,
  connectMs: 300,
  headersMs: 300,
  idleMs: 300,
  // A busy machine takes longer than the others for a whole list.
  wholeMs: 1_500,
  pdfBytes: 5 * 1024 * 1024,
  pdfWholeMs: 3_000,
};

/** Reads a whole kind from the cache, page by page: raw resources by id. */
export async function getDump(engine: TestEngine, kind: Kind): Promise<ReadonlyMap<string, RawRecord>> {
  const found = new Map<string, RawRecord>();
  let after: string | undefined;
  for (let turn = 0; turn < 1000; turn++) {
    const page = unwrap(
      await engine.control('records.dump', { kind, limit: 700, ...(after === undefined ? {} : { after }) }),
    );
    for (const raw of page.items) {
      const value = JSON.parse(raw) as RawRecord; // the cache holds nothing without an id
      found.set(value.id, value);
    }
    if (page.next === null) return found;
    after = page.next;
  }
  throw new Error('the dump does not end');
}

/** The generation marker that a keychain holds for an account, as it is read when the account opens. */
async function readMark(
  keychain: MemoryKeychain | undefined,
  account: string,
): Promise<KeychainGenerationMarkerState> {
  if (keychain === undefined || keychain.simulatedState?.state === 'unavailable')
    return NO_KEYCHAIN_GENERATION_MARKER;
  const kept = await createVaultOverKeychain(keychain).getGenerationMark(account);
  if (kept.state === 'found') return { state: 'found', mark: kept.value };
  return kept.state === 'absent' ? { state: 'absent' } : { state: 'unreadable' };
}

/** An engine, and the session over it where there is one. */
interface Opened {
  readonly engine: TestEngine;
  readonly session: AccountSession | null;
}

/** Starts an engine over a folder. No account is open yet. */
async function startEngine(folder: string, options: OpenOptions): Promise<Opened> {
  const {
    isHasty = false,
    workerUrl,
    clock,
    markTools,
    getFreeBytes,
    keychain,
    onEvent,
    hasSession = false,
  } = options;
  let session: AccountSession | null = null;
  const engine = testEngine(folder, {
    limits: isHasty ? HASTY : DEFAULT_HTTP_LIMITS,
    workerUrl,
    ...(clock !== undefined && { clock }),
    ...(markTools !== undefined && { markTools }),
    ...(getFreeBytes !== undefined && { getFreeBytes }),
    ...(onEvent !== undefined && { onEvent }),
    ...(keychain !== undefined && {
      saveMarker: async (account, mark) =>
        session?.saveMarker(account, mark) ??
        (await createVaultOverKeychain(keychain).saveGenerationMark(account, mark)).state === 'done',
    }),
    run: systemRandomSource.hex(8),
  });
  if (hasSession && keychain !== undefined)
    session = createTestSession({
      folder,
      keychain,
      engine: linkEngine(engine),
      random: systemRandomSource,
      onChanged: (state) => onEvent?.('accounts', state),
    });
  unwrap(await engine.start());
  return { engine, session };
}

async function openAccount(
  engine: TestEngine,
  clinic: DemoServer,
  { keychain, baseUrl = clinic.baseUrl, userId = clinic.userId, keepsFresh = false }: OpenOptions,
  change: Partial<InternalProcedureInput<'engine.open'>> = {},
) {
  const whole = openInput(baseUrl, { tokens: tokensOf(clinic), userId, keepsFresh, ...change });
  const keychainMark = change.keychainMark ?? (await readMark(keychain, whole.account));
  return engine.control('engine.open', { ...whole, keychainMark });
}

async function startApp(folder: string, clinic: DemoServer, options: OpenOptions): Promise<Opened> {
  const opened = await startEngine(folder, options);
  const isOpen = options.isClosed !== true && options.hasSession !== true;
  if (isOpen) unwrap(await openAccount(opened.engine, clinic, options));
  return opened;
}

async function findChange(engine: TestEngine, number: number): Promise<PendingChange | undefined> {
  const { items } = unwrap(await engine.call('outbox.list', { after: number - 1, limit: 1 }));
  return items.find((change) => change.number === number);
}

/**
 * Decides about a change as it is now, with what a screen offers for it: one without a question is discarded in favour of the
 * service, and a refused one is sent again.
 */
export async function decideAboutChange(
  engine: TestEngine,
  number: number,
  resolution: OutboxResolution,
): Promise<Result<unknown>> {
  const change = await findChange(engine, number);
  const version = change?.version ?? '';
  if (change?.question === null && resolution.take === 'server')
    return engine.call('outbox.discard', { number, version });
  if (change?.state === 'rejected') return engine.call('outbox.retry', { number });
  return engine.call('outbox.resolve', { number, version, resolution });
}

/** Opens an app as `openApp` does; it is closed when the test ends. */
export async function openTestApp(...given: Parameters<typeof openApp>): Promise<TestApp> {
  const app = await openApp(...given);
  onTestFinished(() => app.close());
  return app;
}

/**
 * Opens an app for several tests; the caller closes it.
 * @param given what differs from the usual small clinic, or a running clinic that others use too
 */
export async function openApp(
  given: DemoServerOptions | DemoServer = {},
  options: OpenOptions = {},
): Promise<TestApp> {
  const own = options.folder === undefined ? await temporaryFolder() : null;
  const folder = options.folder ?? own?.path ?? '';
  const isShared = 'baseUrl' in given;
  const clinic = isShared ? given : await startDemoServer({ ...SIZES, ...given });
  let opened = await startApp(folder, clinic, options);
  const engine = (): TestEngine => opened.engine;
  const sync: TestApp['sync'] = async (asked = {}) => unwrap(await engine().call('sync.run', asked));
  const seen: TestApp['seen'] = async (number) => {
    const version = (await findChange(engine(), number))?.version ?? '';
    return { number, version };
  };
  return {
    clinic,
    folder,
    engine,
    session: () => {
      if (opened.session === null) throw new Error('the app was opened without a session');
      return opened.session;
    },
    open: (change) => openAccount(engine(), clinic, options, change),
    save: async (change) => unwrap(await engine().call('outbox.save', change)),
    sync,
    pull: async (kind, full = false) => {
      const { kinds } = await sync({ kinds: [kind], full });
      const found = kinds.find((known) => known.kind === kind);
      if (found === undefined) throw new Error('no health of this kind');
      return found;
    },
    health: async () => unwrap(await engine().call('sync.health', {})),
    outbox: async () => unwrap(await engine().call('outbox.list', {})).items,
    closedChanges: async () => unwrap(await engine().call('outbox.closed', {})).items,
    seen,
    resolve: async (number, resolution) => void unwrap(await decideAboutChange(engine(), number, resolution)),
    restart: async ({ between, ...change } = {}) => {
      await engine().close();
      between?.();
      opened = await startApp(folder, clinic, { ...options, ...change });
    },
    cached: (kind) => getDump(engine(), kind),
    serviceRecords: (kind) => getServiceRecords(clinic, kind),
    first: (kind) => getFirstRecord(clinic, kind),
    asked: watchReads(clinic),
    done: (method, path) => countWrites(clinic, method, path),
    close: memoize(async () => {
      await engine().close();
      if (!isShared) await clinic.close();
      await own?.remove();
    }),
  };
}
