import type { Result } from '#contract/result.ts';
import { type Clock, systemClock } from '#main/base/clock.ts';
import { createRedactingLog, describeThrown, type Log } from '#main/base/log.ts';
import type { Port } from '#main/base/port.ts';
import { type RandomGenerator, systemRandomSource } from '#main/base/random.ts';
import { createRpcServer, type CallAbandonmentStatus } from '#main/base/rpc.ts';
import { createAccessLogThreadHandler } from './access/store.ts';
import { createCacheReaderThreadHandler, createCacheWriterThreadHandler } from './cache/threads.ts';
import { createPackThreadHandler } from './downtime-pack/thread.ts';
import { createLocalStoreThreadHandler } from './local/thread.ts';
import { createPdfTextThreadHandler } from './names/thread.ts';
import { createPdfStoreThreadHandler } from './pdfs/store.ts';
import { catchStorageErrors } from './sqlite/errors.ts';
import type { ThreadRole } from './sqlite/worker.ts';

type IsAbandoned = CallAbandonmentStatus['isAbandoned'];
type Handle = (
  name: string,
  input: never,
  isAbandoned?: IsAbandoned,
) => Result<unknown> | Promise<Result<unknown>>;
type Emit = (name: string, payload: unknown) => void;

/** The time and the random numbers of a thread. */
export interface ThreadClockAndRandom {
  readonly clock: Clock;
  readonly random: RandomGenerator;
}

const THREADS: Readonly<Record<ThreadRole, (deps: ThreadClockAndRandom, log: Log, emit: Emit) => Handle>> = {
  writer: ({ clock }, log, emit) => createCacheWriterThreadHandler(clock, log, emit),
  reader: ({ clock }, log) => createCacheReaderThreadHandler(clock, log),
  counter: ({ clock }, log) => createCacheReaderThreadHandler(clock, log),
  local: ({ clock, random }, _log, emit) => createLocalStoreThreadHandler(clock, random, emit),
  pdfs: ({ clock }) => createPdfStoreThreadHandler(clock),
  access: ({ clock }) => createAccessLogThreadHandler(clock),
  pack: (_deps, _log, emit) => createPackThreadHandler(emit),
  text: () => createPdfTextThreadHandler(),
};

const SYSTEM: ThreadClockAndRandom = { clock: systemClock, random: systemRandomSource };

function answering(handle: Handle) {
  return async (
    name: string,
    input: unknown,
    { isAbandoned }: CallAbandonmentStatus,
  ): Promise<Result<unknown>> => catchStorageErrors(() => handle(name, input as never, isAbandoned)); // each call's own type is known to the thread's client alone
}

/**
 * Serves the calls of one of the engine's threads over a port. Log lines and events go the other way.
 * @param deps time and random numbers; default: the computer's
 * @returns the function that runs the thread's calls by name
 */
export function serveEngineThread(role: ThreadRole, port: Port, deps: ThreadClockAndRandom = SYSTEM): Handle {
  const log = createRedactingLog(
    (line) => server.emit('log', line),
    () => deps.clock.now(),
  );
  const handle = THREADS[role](deps, log, (name, payload) => server.emit(name, payload));
  const server = createRpcServer(port, answering(handle), (thrown, name) =>
    log.error('a call failed', { role, name, thrown: describeThrown(thrown) }),
  );
  return handle;
}
