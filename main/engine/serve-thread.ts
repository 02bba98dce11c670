import type { Result } from '#contract/result.ts';
import { systemClock } from '#main/base/clock.ts';
import { createLog, describeThrown, type Log } from '#main/base/log.ts';
import type { Port } from '#main/base/port.ts';
import { systemRandom } from '#main/base/random.ts';
import { createRpcServer } from '#main/base/rpc.ts';
import { createReaderHandler, createWriterHandler } from './cache/threads.ts';
import { createPackHandler } from './downtime-pack/thread.ts';
import { createLocalHandler } from './local/thread.ts';
import { createPdfHandler } from './pdfs/store.ts';
import { catchStorageErrors } from './sqlite/errors.ts';
import type { ThreadRole } from './sqlite/worker.ts';

type Handle = (name: string, input: never) => Result<unknown> | Promise<Result<unknown>>;
type Emit = (name: string, payload: unknown) => void;

const THREADS: Readonly<Record<ThreadRole, (log: Log, emit: Emit) => Handle>> = {
  writer: (log, emit) => createWriterHandler(systemClock, log, emit),
  reader: (log) => createReaderHandler(systemClock, log),
  local: (_log, emit) => createLocalHandler(systemClock, systemRandom, emit),
  pdfs: () => createPdfHandler(systemClock),
  pack: createPackHandler,
};

function answering(handle: Handle) {
  return async (name: string, input: unknown): Promise<Result<unknown>> =>
    catchStorageErrors(() => handle(name, input as never)); // each call's own type is known to the thread's client alone
}

/**
 * Serves the calls of one of the engine's threads over a port. Log lines and events go the other way.
 * @returns the function that runs the thread's calls by name
 */
export function serveEngineThread(role: ThreadRole, port: Port): Handle {
  const log = createLog(
    (line) => server.emit('log', line),
    () => systemClock.now(),
  );
  const handle = THREADS[role](log, (name, payload) => server.emit(name, payload));
  const server = createRpcServer(port, answering(handle), (thrown, name) =>
    log.error('a call failed', { role, name, thrown: describeThrown(thrown) }),
  );
  return handle;
}
