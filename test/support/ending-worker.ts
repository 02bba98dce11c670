/**
 * Entry of the engine's threads whose local thread ends on request, after its work is done and before its
 * response is sent.
 */
import { getEnvironmentData, parentPort, workerData } from 'node:worker_threads';
import type { ThreadEnd } from './ending-thread.ts';
import { THREAD_END, WORKER_URL } from './worker-entries.ts';

const { whenListening } = (await import(WORKER_URL.href)) as { readonly whenListening: Promise<unknown> }; // as the entry exports it
await whenListening;

const { role } = workerData as { readonly role: string }; // as the engine starts its threads
const threadEnd = getEnvironmentData(THREAD_END) as ThreadEnd | undefined; // as `ending-thread.ts` sets it

// Called after the thread's own listener, which has done the work by then and is about to respond.
parentPort?.on('message', ({ name }: { readonly name?: string }) => {
  if (role !== 'local' || threadEnd === undefined || name !== threadEnd.call) return;
  if (Atomics.load(threadEnd.remaining, 0) === 0) return;
  Atomics.sub(threadEnd.remaining, 0, 1);
  process.exit(1); // ends only this thread
});
