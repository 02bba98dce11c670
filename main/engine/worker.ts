/**
 * Entry of the engine's worker threads: those of the files, each with connections of its own, and that of the
 * downtime pack.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { Result } from '#contract/result.ts';
import { systemClock } from '#main/base/clock.ts';
import { createLog, describeThrown } from '#main/base/log.ts';
import { systemRandom } from '#main/base/random.ts';
import { rpcServer } from '#main/base/rpc.ts';
import { readerThread, writerThread } from './cache/threads.ts';
import { localThread } from './local/thread.ts';
import { packThread } from './downtime-pack/thread.ts';
import { pdfThread } from './pdfs/store.ts';
import { storing } from './sqlite/errors.ts';
import { threadPort, type ThreadRole } from './sqlite/worker.ts';

type Handle = (name: string, input: never) => Result<unknown> | Promise<Result<unknown>>;

const log = createLog(
  (line) => server.emit('log', line),
  () => systemClock.now(),
);

const THREADS: Readonly<Record<ThreadRole, () => Handle>> = {
  writer: () => writerThread(systemClock, log, (name, payload) => server.emit(name, payload)),
  reader: () => readerThread(systemClock, log),
  local: () => localThread(systemClock, systemRandom, (name, payload) => server.emit(name, payload)),
  pdfs: () => pdfThread(systemClock),
  pack: packThread,
};

function answering(handle: Handle) {
  return async (name: string, input: unknown): Promise<Result<unknown>> =>
    storing(() => handle(name, input as never)); // each call's own type is known to the thread's client alone
}

if (parentPort === null) throw new Error('the worker is a thread');
const { role } = workerData as { readonly role: ThreadRole }; // given by `thread.ts`
const server = rpcServer(threadPort(parentPort), answering(THREADS[role]()), (thrown, name) =>
  log.error('a call failed', { role, name, thrown: describeThrown(thrown) }),
);
