import type { ChildProcess } from 'node:child_process';
import type { KindHealth, Health } from '#contract/sync-health.ts';
import type { Kind } from '#contract/records.ts';
import { createDeferredPromise } from '#main/base/async.ts';
import { systemClock } from '#main/base/clock.ts';
import type { DemoServer } from '#main/demo/server.ts';
import { openInput, temporaryFolder, unwrap } from '../support/engine.ts';
import { forkEngine } from '../support/engine-process.ts';

/** The values of the meters in the engine's process. */
export interface Reading {
  /** Bytes received by its sockets, headers included. */
  readonly bytes: number;
  /** The delay of the main thread in milliseconds: 99th percentile and maximum. */
  readonly p99Ms: number;
  readonly worstMs: number;
}

/** The cost of one sync of one kind. */
export interface Cost extends Reading {
  readonly requests: number;
  readonly seconds: number;
  readonly health: KindHealth;
}

/** An engine with meters, in a process of its own, on a demo clinic. */
export interface MeteredApp {
  /** Syncs a kind and returns the cost; throws if not everything arrived. */
  sync(kind: Kind, isFull?: boolean): Promise<Cost>;
  close(): Promise<void>;
}

const ENTRY = new URL('./measured-engine.ts', import.meta.url);

/** Reads the meters; events and responses of the engine arrive on the same channel and are ignored. */
async function readMeters(child: ChildProcess): Promise<Reading> {
  const answered = createDeferredPromise<Reading>();
  const hear = (message: unknown): void => {
    if (typeof message !== 'object' || message === null || !('meter' in message)) return;
    answered.resolve(message.meter as Reading); // the other end is `measured-engine.ts`
  };
  child.on('message', hear);
  child.send({ meter: 'read' });
  const reading = await answered.promise;
  child.off('message', hear);
  return reading;
}

/**
 * Opens it; nothing has been synced yet.
 * @param baseUrl the address at which it finds the clinic
 */
export async function openMeteredApp(clinic: DemoServer, baseUrl = clinic.baseUrl): Promise<MeteredApp> {
  const folder = await temporaryFolder();
  const engine = forkEngine(folder.path, () => {}, ENTRY, false);
  const { accessToken, jwt, userId } = clinic;
  unwrap(await engine.call('engine.open', openInput(baseUrl, { tokens: { accessToken, jwt }, userId })));
  return {
    sync: async (kind, isFull = false) => {
      await readMeters(engine.process);
      const before = clinic.requests().length;
      const from = systemClock.monotonic();
      const answer = await engine.call('sync.run', { kinds: [kind], full: isFull });
      const seconds = (systemClock.monotonic() - from) / 1000;
      const { kinds } = unwrap(answer) as Health; // as the contract says
      const health = kinds.find((known) => known.kind === kind);
      if (health?.state !== 'complete') throw new Error(`the sync is ${health?.state ?? 'unknown'}`);
      const requests = clinic.requests().length - before;
      return { ...(await readMeters(engine.process)), requests, seconds, health };
    },
    close: async () => {
      await engine.letGo();
      await folder.remove();
    },
  };
}
