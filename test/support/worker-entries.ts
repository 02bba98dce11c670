/**
 * Entries of the engine's threads, and the keys under which tests leave settings for them. Threads load this
 * file, so it imports nothing of the project.
 */
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';

/** The key of the choice between bundle and source: the engine's threads inherit no environment variables. */
const BUILT = 'built worker';
if (process.env['INTRAY_WORKER'] === 'built') setEnvironmentData(BUILT, true);

/** The threads' entry: from source, which Node runs directly, or the bundle where a run has just built it. */
export const WORKER_URL = new URL(
  getEnvironmentData(BUILT) === true ? '../../dist/main/engine-worker.cjs' : '../../main/engine/worker.ts',
  import.meta.url,
);

/** The entry of the processes that work on PDFs, likewise. */
export const PDF_PROCESS_URL = new URL(
  getEnvironmentData(BUILT) === true ? '../../dist/main/pdf-process.cjs' : '../../main/engine/pdf-process.ts',
  import.meta.url,
);

/** The entry with an adjustable time of day and running time, and the key of both errors in milliseconds. */
export const WRONG_TIME_WORKER_URL = new URL('../faults/wrong-time-worker.ts', import.meta.url);
export const WRONG_TIME = 'wrong time';

/** The entry whose files can stop growing, and the key of the switch. */
export const FULL_DISK_WORKER_URL = new URL('../faults/full-disk-worker.ts', import.meta.url);
export const DISK = 'disk';

/** The entry whose local thread can end on request, and the key of the request. */
export const ENDING_WORKER_URL = new URL('./ending-worker.ts', import.meta.url);
export const THREAD_END = 'threadEnd';
