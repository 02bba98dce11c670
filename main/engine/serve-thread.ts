import type { Result } from '#contract/result.ts';
import { systemClock } from '#main/base/clock.ts';
import { createLog, describeThrown, type Log } from '#main/base/log.ts';
import type { Port } from '#main/base/port.ts';
import { systemRandom } from '#main/base/random.ts';
import { rpcServer } from '#main/base/rpc.ts';
import { readerThread, writerThread } from './cache/threads.ts';
import { packThread } from './downtime-pack/thread.ts';
import { localThread } from './local/thread.ts';
import { pdfThread } from './pdfs/store.ts';
import { storing } from './sqlite/errors.ts';
import type { ThreadRole } from './sqlite/worker.ts';

type Handle = (name: string, input: never) => Result<unknown> | Promise<Result<unknown>>;
type Emit = (name: string, payload: unknown) => void;

const THREADS: Readonly<Record<ThreadRole, (log: Log, emit: Emit) => Handle>> = {
  writer: (log, emit) => writerThread(systemClock, log, emit),
  reader: (log) => readerThread(systemClock, log),
  local: (_log, emit) => localThread(systemClock, systemRandom, emit),
  pdfs: () => pdfThread(systemClock),
  pack: packThread,
};

function answering(handle: Handle) {
  return async (name: string, input: unknown): Promise<Result<unknown>> =>
    storing(() => handle(name, input as never)); // each call's own type is known to the thread's client alone
}

/**
 * Serves the calls of one of the engine's threads over a port. Log lines and events go the other way.
 * @returns the function that runs the thread's calls by name
 */
export function serveThread(role: ThreadRole, port: Port): Handle {
  const log = createLog(
    (line) => server.emit('log', line),
    () => systemClock.now(),
  );
  const handle = THREADS[role](log, (name, payload) => server.emit(name, payload));
  const server = rpcServer(port, answering(handle), (thrown, name) =>
    log.error('a call failed', { role, name, thrown: describeThrown(thrown) }),
  );
  return handle;
}
