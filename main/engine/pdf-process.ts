/**
 * Entry of a process that works on PDFs, which may be hostile. A thread of it does the work; its main thread passes
 * messages on and stays free, so that it sees when the process needs too much memory or its parent has ended.
 */
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Transferable } from 'node:worker_threads';
import { leaveMemoryOutOfCoreDumps } from '#main/base/core-dumps.ts';
import { getParentPort, onParentProcessEnd } from '#main/base/port.ts';
import { exitProcessOnUncaughtErrors } from '#main/base/uncaught-errors.ts';
import { readIncompletePackFileMessage } from './downtime-pack/incomplete-file.ts';
import { PDF_BYTES_PER_HEAP } from './pdf-process-limits.ts';
import { createWorkerStarter } from './sqlite/worker-starter.ts';

const EXIT_USAGE = 2;
/** Exit code of this process where its worker thread has ended. */
const EXIT_THREAD = 1;
const MEGABYTE = 1_048_576;
/** How often memory is measured, in milliseconds. */
const MEASURE_EVERY = 100;
/** Entry of the worker threads: the TypeScript source, or the bundle. */
const WORKER = import.meta.url.endsWith('.ts') ? './worker.ts' : './engine-worker.cjs';

process.umask(0o077);
leaveMemoryOutOfCoreDumps();

const { values: options } = parseArgs({
  options: {
    role: { type: 'string', default: '' },
    /** Maximum size of the thread's JavaScript heap, in megabytes. */
    'heap-megabytes': { type: 'string', default: '' },
    /** Limit of the whole process. */
    'memory-megabytes': { type: 'string' },
  },
});
const { role } = options;
const heapMegabytes = Number(options['heap-megabytes']);
const megabytes = Number(options['memory-megabytes'] ?? heapMegabytes * (1 + PDF_BYTES_PER_HEAP));

const port = getParentPort();
if (port === null || (role !== 'pack' && role !== 'text') || !(heapMegabytes > 0) || !(megabytes > 0))
  process.exit(EXIT_USAGE);

exitProcessOnUncaughtErrors({ message: 'the process of PDFs failed', port });

/** The file that the thread is writing. */
let incompleteFile: string | null = null;

/**
 * Ends this process at once: an orderly exit waits for the thread, which may be in one long step. The file that it is
 * writing is known here only where the engine has ended as well.
 */
function endAtOnce(): void {
  try {
    if (incompleteFile !== null) rmSync(incompleteFile, { force: true });
  } catch {
    // The process ends in any case.
  }
  process.kill(process.pid, 'SIGKILL');
}

/** Returns the buffers of a call that the thread may have without a copy. */
function getBuffers(message: unknown): readonly Transferable[] {
  const { input } = message as { readonly input?: Readonly<Record<string, unknown>> }; // The message is a call of `base/rpc.ts`.
  return Object.values(input ?? {}).flatMap((value) =>
    value instanceof Uint8Array && value.byteLength === value.buffer.byteLength
      ? [value.buffer as ArrayBuffer]
      : [],
  );
}

const thread = createWorkerStarter(new URL(WORKER, import.meta.url))(role, heapMegabytes);
thread.on('message', (message) => {
  const file = readIncompletePackFileMessage(message);
  if (file !== undefined) incompleteFile = file;
  port.send(message);
});
thread.on('error', () => process.exit(EXIT_THREAD));
thread.on('exit', () => process.exit(EXIT_THREAD));
port.onMessage((message) => thread.postMessage(message, getBuffers(message)));
onParentProcessEnd(endAtOnce);
// So Electron ends a utility process, except on Windows. Without a handler the orderly exit would begin.
process.once('SIGTERM', endAtOnce);
setInterval(() => {
  if (process.memoryUsage.rss() > megabytes * MEGABYTE) endAtOnce();
}, MEASURE_EVERY);
