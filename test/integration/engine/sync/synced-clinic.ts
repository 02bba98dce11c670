import type { Health, KindHealth } from '#contract/sync-health.ts';
import type { Kind } from '#contract/records.ts';
import type { Clock } from '#main/base/clock.ts';
import { startSandbox, type Sandbox, type SandboxOptions } from '#main/demo/server.ts';
import { openInput, temporaryFolder, testEngine, unwrap, type TestEngine } from '../../../support/engine.ts';

/** An engine with an open account of a demo clinic, for tests of both. */
export interface SyncedClinic {
  readonly clinic: Sandbox;
  readonly engine: TestEngine;
  sync(kinds?: Kind[], full?: boolean): Promise<Health>;
  /** The health of one kind after a sync of it alone. */
  pull(kind: Kind, full?: boolean): Promise<KindHealth>;
  /** Every raw resource of a kind in the cache, by id. */
  cached(kind: Kind): Promise<Map<string, unknown>>;
  /** Every raw resource of a kind at the service, by id. */
  serviceRecords(kind: Kind): Map<string, unknown>;
  /** The queries of the list requests of a kind since the last call, `(id)` for a single record. */
  asked(kind: Kind): string[];
  /** Closes the engine and opens another one over the same files. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

const PATHS: Readonly<Record<Kind, string>> = {
  form: '/v2/forms',
  requisition: '/v2/requisitions',
  notification: '/v2/notifications',
};

/** Opens both. Nothing has been synced yet. */
export async function syncedClinic(options: SandboxOptions, clock?: Clock): Promise<SyncedClinic> {
  const folder = await temporaryFolder();
  const timed = clock === undefined ? {} : { clock };
  let engine = testEngine(folder.path, timed);
  unwrap(await engine.start());
  const clinic = await startSandbox(options);
  const { baseUrl, accessToken, jwt } = clinic;
  const open = async (): Promise<void> => {
    unwrap(await engine.control('engine.open', openInput(baseUrl, { tokens: { accessToken, jwt } })));
  };
  await open();
  let told = 0;
  const sync: SyncedClinic['sync'] = async (kinds, full = false) =>
    unwrap(await engine.call('sync.run', { full, ...(kinds === undefined ? {} : { kinds }) }));
  return {
    clinic,
    get engine() {
      return engine;
    },
    restart: async () => {
      await engine.close();
      engine = testEngine(folder.path, timed);
      unwrap(await engine.start());
      await open();
    },
    sync,
    pull: async (kind, full) => {
      const { kinds } = await sync([kind], full);
      const found = kinds.find((known) => known.kind === kind);
      if (found === undefined) throw new Error('no health of this kind');
      return found;
    },
    cached: async (kind) => {
      const { items } = unwrap(await engine.control('records.dump', { kind, limit: 1000 }));
      return new Map(items.map((raw) => JSON.parse(raw) as { id: string }).map((value) => [value.id, value]));
    },
    serviceRecords: (kind) =>
      new Map([...clinic.listResources(kind)].map((resource) => [String(resource['id']), resource])),
    asked: (kind) => {
      const fresh = clinic.requests().slice(told);
      told = clinic.requests().length;
      const ofKind = fresh.filter(({ method, path }) => method === 'GET' && path.startsWith(PATHS[kind]));
      return ofKind.map(({ path, query }) =>
        path === PATHS[kind] ? query : `(${path.slice(PATHS[kind].length + 1)})`,
      );
    },
    close: async () => {
      await engine.close();
      await clinic.close();
      await folder.remove();
    },
  };
}
