import { EventEmitter } from 'node:events';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import type { PdfProcessTask } from '#contract/pdfs.ts';
import type { ChildPort } from '#main/base/port.ts';
import { createSharedThreadStarter } from './shared-thread.ts';
import type { StartedWorkerEndpoint, StartWorker, ThreadRole } from './worker.ts';

/** What a worker thread is started for: one role, or several that share it. */
export type WorkerRole = ThreadRole | 'shared';

/**
 * The roles that share a thread, because each thread takes 12 MB of memory and 20 ms of processor time. No user waits for the
 * access log, and rarely for a stored PDF.
 */
const SHARING_ROLES: ReadonlySet<ThreadRole> = new Set(['access', 'pdfs']);

/**
 * Megabytes for the new objects of a thread, which V8 lets grow to 48 by itself. No read was measured to be slower with this.
 * The writer, which parses pages of megabytes, keeps V8's limit.
 */
const YOUNG_GENERATION_MB = 4;

function getResourceLimits(role: WorkerRole, heapMegabytes: number | undefined): ResourceLimits {
  if (heapMegabytes !== undefined) return { maxOldGenerationSizeMb: heapMegabytes };
  return role === 'writer' ? {} : { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB };
}

/**
 * Returns a function that starts worker threads from an entry: its source, or its bundle. They inherit no
 * environment and no flags, which could carry a secret or change how their code runs. Some roles share one thread.
 */
export function createWorkerStarter(entry: URL): StartWorker {
  const start = (role: WorkerRole, heapMegabytes?: number) =>
    new Worker(entry, {
      workerData: { role },
      env: {},
      execArgv: [],
      name: role,
      resourceLimits: getResourceLimits(role, heapMegabytes),
    });
  const startInSharedThread = createSharedThreadStarter(() => start('shared'));
  return (role, heapMegabytes) =>
    SHARING_ROLES.has(role) && heapMegabytes === undefined
      ? startInSharedThread(role)
      : start(role, heapMegabytes);
}

/**
 * Returns a function that starts workers as processes of their own, which can be killed whatever they do and whose
 * end, also by a lack of native memory, ends nothing else. Buffers are copied, not moved.
 * @param fork starts `main/engine/pdf-process.ts` for a task
 */
export function createProcessWorkerStarter(fork: (task: PdfProcessTask) => ChildPort): StartWorker {
  return (role, heapMegabytes) => {
    if ((role !== 'pack' && role !== 'text') || heapMegabytes === undefined)
      throw new Error('only limited work on PDFs has a process');
    return toWorker(fork({ role, heapMegabytes }));
  };
}

function toWorker(child: ChildPort): StartedWorkerEndpoint {
  const events = new EventEmitter();
  child.onMessage((message) => events.emit('message', message));
  child.onExit((code) => events.emit('exit', code ?? 'unknown'));
  return Object.assign(events, {
    postMessage: (message: unknown) => child.send(message),
    terminate: async () => child.kill(),
    isProcess: true as const,
  });
}
