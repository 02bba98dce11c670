import { fileURLToPath } from 'node:url';
import { type PdfProcessTask, toPdfProcessArgs } from '#contract/pdfs.ts';
import { forkNode } from '#main/base/node-fork.ts';
import type { ChildPort } from '#main/base/port.ts';
import type { StartWorker } from '#main/engine/sqlite/worker.ts';
import { createProcessWorkerStarter } from '#main/engine/sqlite/worker-starter.ts';
import { PDF_PROCESS_URL } from './worker-entries.ts';

/** Sources are compiled once for all runs. */
const CACHE = process.env['NODE_COMPILE_CACHE'];
const ENVIRONMENT = CACHE === undefined ? {} : { NODE_COMPILE_CACHE: CACHE };

/** Starts a real process for work on PDFs. */
export function forkPdfProcess(task: PdfProcessTask, args: readonly string[] = []): ChildPort {
  return forkNode(fileURLToPath(PDF_PROCESS_URL), [...toPdfProcessArgs(task), ...args], { env: ENVIRONMENT });
}

/** Starts real processes with more arguments, such as another limit of memory. */
export function createPdfProcessStarter(...args: readonly string[]): StartWorker {
  return createProcessWorkerStarter((task) => forkPdfProcess(task, args));
}

/** Starts real processes. */
export const startPdfProcess: StartWorker = createPdfProcessStarter();
