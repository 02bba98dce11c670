import type { Result } from '#contract/result.ts';
import { systemClock } from '#main/base/clock.ts';
import { createRedactingLog, describeThrown } from '#main/base/log.ts';
import type { Port } from '#main/base/port.ts';
import { systemRandomSource } from '#main/base/random.ts';
import { createRpcServer, type CallAbandonmentStatus } from '#main/base/rpc.ts';
import { awaitAndCatchStorageErrors } from './sqlite/errors.ts';
import type { ThreadRole } from './sqlite/worker.ts';
import type { CreateThreadHandler, ThreadClockAndRandom, ThreadHandler } from './thread-handlers.ts';

const SYSTEM: ThreadClockAndRandom = { clock: systemClock, random: systemRandomSource };

function answering(handle: ThreadHandler) {
  return (name: string, input: unknown, { isAbandoned }: CallAbandonmentStatus): Promise<Result<unknown>> =>
    awaitAndCatchStorageErrors(() => handle(name, input as never, isAbandoned)); // each call's own type is known to the thread's client alone
}

/** One of the engine's threads. */
export interface ThreadToServe {
  /** The role, for the log. */
  readonly role: ThreadRole;
  readonly createHandler: CreateThreadHandler;
  readonly port: Port;
  /** Time and random numbers; default: the computer's. */
  readonly deps?: ThreadClockAndRandom;
}

/**
 * Serves the calls of a thread over a port. Log lines and events go the other way.
 * @returns the function that runs the thread's calls by name
 */
export function serveEngineThread({
  role,
  createHandler,
  port,
  deps = SYSTEM,
}: ThreadToServe): ThreadHandler {
  const log = createRedactingLog(
    (line) => server.emit('log', line),
    () => deps.clock.now(),
  );
  const handle = createHandler(deps, log, (name, payload) => server.emit(name, payload));
  const server = createRpcServer(port, answering(handle), (thrown, name) =>
    log.error('a call failed', { role, name, thrown: describeThrown(thrown) }),
  );
  return handle;
}
