/** Entry of the engine's threads with a time of day that is off, and a running time that is ahead, by the settings of `fault-clock.ts`. */
import { getEnvironmentData } from 'node:worker_threads';
import { WORKER_URL, WRONG_TIME } from '../support/worker-entries.ts';

const wrong = getEnvironmentData(WRONG_TIME) as BigInt64Array | undefined; // as `fault-clock.ts` sets it
const now = Date.now.bind(Date);
const monotonic = performance.now.bind(performance);
const read = (place: number): number => (wrong === undefined ? 0 : Number(Atomics.load(wrong, place)));
Date.now = () => now() + read(0);
performance.now = () => monotonic() + read(1);

await import(WORKER_URL.href);
