/** Entry of the engine's threads as they are, but that the desk's one ends when it is told to: its work done, its answer not given. */
import { getEnvironmentData, parentPort, workerData } from 'node:worker_threads';
import '../../main/engine/worker.ts';
import { THREAD_END, type ThreadEnd } from './ending-thread.ts';

const { role } = workerData as { readonly role: string }; // as the engine starts its threads
const threadEnd = getEnvironmentData(THREAD_END) as ThreadEnd | undefined; // as `mortality.ts` sets it

// Heard after the thread's own listener, which has done the work by then and is about to answer.
parentPort?.on('message', ({ name }: { readonly name?: string }) => {
  if (role !== 'local' || threadEnd === undefined || name !== threadEnd.call) return;
  if (Atomics.load(threadEnd.remaining, 0) === 0) return;
  Atomics.sub(threadEnd.remaining, 0, 1);
  process.exit(1); // ends this thread alone
});
