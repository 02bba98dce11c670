import type { Result } from '#contract/result.ts';
import type { Clock } from '#main/base/clock.ts';
import type { Log } from '#main/base/log.ts';
import type { RandomGenerator } from '#main/base/random.ts';
import type { CallAbandonmentStatus } from '#main/base/rpc.ts';
import type { ThreadRole } from './sqlite/worker.ts';

/** Runs the calls of a thread by name. */
export type ThreadHandler = (
  name: string,
  input: never,
  isAbandoned?: CallAbandonmentStatus['isAbandoned'],
) => Result<unknown> | Promise<Result<unknown>>;

/** The time and the random numbers of a thread. */
export interface ThreadClockAndRandom {
  readonly clock: Clock;
  readonly random: RandomGenerator;
}

/** Creates the handler of one role; `emit` sends an event to the engine. */
export type CreateThreadHandler = (
  deps: ThreadClockAndRandom,
  log: Log,
  emit: (name: string, payload: unknown) => void,
) => ThreadHandler;

async function loadCacheReader(): Promise<CreateThreadHandler> {
  const { createCacheReaderThreadHandler } = await import('./cache/reader-thread.ts');
  return ({ clock }, log) => createCacheReaderThreadHandler(clock, log);
}

const LOADERS: Readonly<Record<ThreadRole, () => Promise<CreateThreadHandler>>> = {
  writer: async () => {
    const { createCacheWriterThreadHandler } = await import('./cache/writer-thread.ts');
    return ({ clock }, log, emit) => createCacheWriterThreadHandler(clock, log, emit);
  },
  reader: loadCacheReader,
  counter: loadCacheReader,
  local: async () => {
    const { createLocalStoreThreadHandler } = await import('./local/thread.ts');
    return ({ clock, random }, _log, emit) => createLocalStoreThreadHandler(clock, random, emit);
  },
  pdfs: async () => {
    const { createPdfStoreThreadHandler } = await import('./pdfs/store.ts');
    return ({ clock }) => createPdfStoreThreadHandler(clock);
  },
  access: async () => {
    const { createAccessLogThreadHandler } = await import('./access/store.ts');
    return ({ clock }) => createAccessLogThreadHandler(clock);
  },
  pack: async () => {
    const { createPackThreadHandler } = await import('./downtime-pack/thread.ts');
    return (_deps, _log, emit) => createPackThreadHandler(emit);
  },
  text: async () => {
    const { createPdfTextThreadHandler } = await import('./names/thread.ts');
    return () => createPdfTextThreadHandler();
  },
};

/** Loads the code of one role alone, so that a thread starts sooner and needs less memory. */
export function loadThreadHandler(role: ThreadRole): Promise<CreateThreadHandler> {
  return LOADERS[role]();
}
