import { onTestFinished } from 'vitest';
import type { z } from 'zod';
import { type GenerationMarks, type KeychainMark, NO_KEYCHAIN_MARK } from '#contract/controls.ts';
import type { Health } from '#contract/sync-health.ts';
import type { Kind } from '#contract/records.ts';
import type { PendingOperation, Resolution, AcknowledgedOperation } from '#contract/outbox.ts';
import type { writeSchema } from '#contract/writes.ts';
import { memoize } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import { systemRandom } from '#main/base/random.ts';
import { HTTP_LIMITS, type HttpLimits } from '#main/engine/api/http-types.ts';
import { startSandbox, type Sandbox, type SandboxOptions } from '#main/demo/server.ts';
import { openInput, temporaryFolder, testEngine, unwrap, type TestEngine } from './engine.ts';

export type RawRecord = Readonly<Record<string, unknown>> & { readonly id: string };

/** An engine with an open account of a demo clinic, and the actions of a user on it. */
export interface AppAndClinic {
  readonly clinic: Sandbox;
  readonly folder: string;
  /** The running engine; a new one after a restart. */
  engine(): TestEngine;
  save(write: z.input<typeof writeSchema>): Promise<{ number: number; id: string }>;
  /** Sends pending changes, then refreshes. */
  sync(options?: { readonly full?: boolean; readonly kinds?: Kind[] }): Promise<Health>;
  outbox(): Promise<readonly PendingOperation[]>;
  acknowledged(): Promise<readonly AcknowledgedOperation[]>;
  resolve(number: number, resolution: Resolution): Promise<void>;
  /** Closes the engine and opens another one over the same files. */
  restart(change?: Opening): Promise<void>;
  /** Raw resources as the cache holds them, by id. */
  cached(kind: Kind): Promise<ReadonlyMap<string, RawRecord>>;
  /** Raw resources as the service has them, by id. */
  serviceRecords(kind: Kind): ReadonlyMap<string, RawRecord>;
  /** The first resource of a kind that the service has. */
  first(kind: Kind): RawRecord;
  /** Closes both; otherwise the end of the test does. */
  close(): Promise<void>;
  /** Writes that the service carried out, with this path and method. */
  done(method: string, path: string | RegExp): number;
}

const SIZES = { seed: 7, requisitions: 40, forms: 8, notifications: 30, patients: 9 };

/** Reads a whole kind from the cache, page by page. */
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

export function getServiceRecords(clinic: Sandbox, kind: Kind): ReadonlyMap<string, RawRecord> {
  return new Map(
    [...clinic.listResources(kind)].map((resource) => [String(resource['id']), resource as RawRecord]),
  ); // every resource has an id
}

/** Timeouts are short for a server that does not respond, so that tests stay fast. */
const HASTY: HttpLimits = {
  ...HTTP_LIMITS,
  connectMs: 300,
  headersMs: 300,
  idleMs: 300,
  wholeMs: 1_500,
  pdfBytes: 5 * 1024 * 1024,
  pdfWholeMs: 3_000,
};

/** The keychain's generation marker of the local store; a test may restore an older one. */
export interface KeychainRecord {
  mark: KeychainMark;
}

interface Opening {
  /** Where the engine stores the generation marker; default: no keychain. */
  readonly keychain?: KeychainRecord;
  readonly isHasty?: boolean;
  /** The service's address; default: the demo clinic's. */
  readonly baseUrl?: string;
  /** Entry of real threads; default: the same thread. */
  readonly workerUrl?: URL;
  /** What happens to its files while it is closed. */
  readonly between?: () => void;
  /** The engine's clock; default: one whose waits return at once. */
  readonly clock?: Clock;
  /** Whether it refreshes on its own, as under a window. */
  readonly keepsFresh?: boolean;
  /** The signed-in user; default: the clinic's own user; null for unknown. */
  readonly userId?: string | null;
}

function keep(keychain: KeychainRecord, mark: GenerationMarks): true {
  keychain.mark = { state: 'found', mark };
  return true;
}

async function openOver(folder: string, clinic: Sandbox, opening: Opening): Promise<TestEngine> {
  const { isHasty = false, workerUrl, keepsFresh = false, clock } = opening;
  const limits = isHasty ? HASTY : HTTP_LIMITS;
  const { keychain } = opening;
  const engine = testEngine(folder, {
    limits,
    workerUrl,
    ...(clock !== undefined && { clock }),
    ...(keychain !== undefined && { saveMarker: async (_account, mark) => keep(keychain, mark) }),
    run: systemRandom.hex(8),
  });
  unwrap(await engine.start());
  const { baseUrl, accessToken, jwt } = clinic;
  const { userId = clinic.userId } = opening;
  const tokens = { accessToken, jwt };
  unwrap(
    await engine.control(
      'engine.open',
      openInput(opening.baseUrl ?? baseUrl, {
        tokens,
        userId,
        keepsFresh,
        keychainMark: keychain?.mark ?? NO_KEYCHAIN_MARK,
      }),
    ),
  );
  return engine;
}

/** Opens an engine on a small clinic; both are closed when the test ends. */
export async function appAndClinic(...given: Parameters<typeof openAppAndClinic>): Promise<AppAndClinic> {
  const opened = await openAppAndClinic(...given);
  onTestFinished(() => opened.close());
  return opened;
}

/** Opens an engine on a small clinic for several tests; the caller closes it. */
export async function openAppAndClinic(
  options: SandboxOptions = {},
  opening: Opening = {},
): Promise<AppAndClinic> {
  const folder = await temporaryFolder();
  const clinic = await startSandbox({ ...SIZES, ...options });
  let engine = await openOver(folder.path, clinic, opening);
  const close = memoize(async () => {
    await engine.close();
    await clinic.close();
    await folder.remove();
  });
  return {
    clinic,
    close,
    folder: folder.path,
    engine: () => engine,
    save: async (write) => unwrap(await engine.call('writes.save', write)),
    sync: async (asked = {}) => unwrap(await engine.call('sync.run', asked)),
    outbox: async () => unwrap(await engine.call('outbox.list', {})).items,
    acknowledged: async () => unwrap(await engine.call('outbox.acknowledged', {})).items,
    resolve: async (number, resolution) =>
      void unwrap(await engine.call('outbox.resolve', { number, resolution })),
    restart: async (change = {}) => {
      await engine.close();
      change.between?.();
      engine = await openOver(folder.path, clinic, { ...opening, ...change });
    },
    cached: (kind) => getDump(engine, kind),
    serviceRecords: (kind) => getServiceRecords(clinic, kind),
    first: (kind) => {
      const [first] = getServiceRecords(clinic, kind).values();
      if (first === undefined) throw new Error(`the clinic has no ${kind}`);
      return first;
    },
    done: (method, path) =>
      clinic
        .writeLog()
        .filter(
          (entry) =>
            entry.method === method &&
            (typeof path === 'string' ? entry.path === path : path.test(entry.path)),
        ).length,
  };
}

/** Changes a record on the service as another client would. */
export async function changeAsOtherClient(
  { baseUrl, accessToken, jwt }: Sandbox,
  path: string,
  body: object | null,
  method = 'POST',
): Promise<RawRecord> {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${accessToken}`,
      'x-jwt': jwt,
      ...(body === null ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === null ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`the clinic answered ${response.status}`);
  return (await response.json()) as RawRecord; // the demo clinic returns a resource
}

/** An engine with a folder of its own, which the test closes. */
export interface LoneApp {
  readonly engine: TestEngine;
  close(): Promise<void>;
}

/** Opens an engine in a folder of its own on a clinic that others use too. */
export async function openLoneApp(
  { baseUrl, accessToken, jwt, userId }: Sandbox,
  clock?: Clock,
): Promise<LoneApp> {
  const folder = await temporaryFolder();
  const engine = testEngine(folder.path, clock === undefined ? {} : { clock });
  unwrap(await engine.start());
  const tokens = { accessToken, jwt };
  unwrap(await engine.control('engine.open', openInput(baseUrl, { tokens, userId })));
  return {
    engine,
    close: async () => {
      await engine.close();
      await folder.remove();
    },
  };
}
