/** Entry of the engine's threads as they are, but that the desk's one ends when it is told to: its work done, its answer not given. */
import { getEnvironmentData, parentPort, workerData } from 'node:worker_threads';
import '../../main/engine/worker.ts';
import { MORTALITY, type Mortality } from './mortality.ts';

const { role } = workerData as { readonly role: string }; // as the engine starts its threads
const mortality = getEnvironmentData(MORTALITY) as Mortality | undefined; // as `mortality.ts` sets it

// Heard after the thread's own listener, which has done the work by then and is about to answer.
parentPort?.on('message', ({ name }: { readonly name?: string }) => {
  if (role !== 'local' || mortality === undefined || name !== mortality.call) return;
  if (Atomics.load(mortality.deaths, 0) === 0) return;
  Atomics.sub(mortality.deaths, 0, 1);
  process.exit(1); // ends this thread alone
});
