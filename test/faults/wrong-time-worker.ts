/** Entry of the engine's threads with a time of day that is off by the setting of `fault-clock.ts`. */
import { getEnvironmentData } from 'node:worker_threads';
import { WORKER_URL, WRONG_TIME } from '../support/worker-entries.ts';

const wrong = getEnvironmentData(WRONG_TIME) as BigInt64Array | undefined; // as `fault-clock.ts` sets it
const now = Date.now.bind(Date);
Date.now = () => now() + (wrong === undefined ? 0 : Number(Atomics.load(wrong, 0)));

await import(WORKER_URL.href);
