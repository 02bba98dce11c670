/**
 * Entry of the engine's worker threads: those of the files, each with connections of its own, that of the
 * downtime pack, and that of the texts of PDFs.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { throwUnhandledRejections } from '#main/base/uncaught-errors.ts';
import { serveEngineThread } from './serve-thread.ts';
import { createThreadPort, type ThreadRole } from './sqlite/worker.ts';

if (parentPort === null) throw new Error('the worker is a thread');
throwUnhandledRejections();
const { role } = workerData as { readonly role: ThreadRole }; // given by `sqlite/worker.ts`
serveEngineThread(role, createThreadPort(parentPort));
