import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { SharedInput } from './shared-input.ts';
import type { ThreadOrder, ThreadReport } from './thread.ts';

/** An input that takes more processor time than this counts as a hang. */
const HANG_MS = 1_000;
const HEAP_MEGABYTES = 1_024;
const MICROSECONDS = 1_000;

/** The result of a target. */
export interface Outcome {
  readonly runs: number;
  readonly kind: 'passed' | 'failed' | 'crashed' | 'hung';
  readonly input: Uint8Array | null;
  readonly error: string;
}

async function readUsedMs(worker: Worker): Promise<number> {
  const { user, system } = await worker.cpuUsage();
  return (user + system) / MICROSECONDS;
}

/** Resolves once one input has used too much processor time. On a busy machine waiting is no hang. */
async function watchForHang(
  worker: Worker,
  shared: SharedInput,
  signal: AbortSignal,
): Promise<'hung' | null> {
  let watched = { run: 0, from: 0 };
  while (!signal.aborted) {
    await wait(100);
    const run = shared.running;
    if (run === null || signal.aborted) continue;
    const used = await readUsedMs(worker).catch(() => 0); // the thread has just ended
    if (watched.run !== run) watched = { run, from: used };
    else if (used - watched.from > HANG_MS) return 'hung';
  }
  return null;
}

/** Runs a target in a thread of its own, which may crash, hang or run out of memory. */
export async function supervise(order: Omit<ThreadOrder, 'buffer'>): Promise<Outcome> {
  const shared = new SharedInput();
  const worker = new Worker(new URL('./thread.ts', import.meta.url), {
    workerData: { ...order, buffer: shared.buffer } satisfies ThreadOrder,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
  });
  const ended = new AbortController();
  let report: ThreadReport | null = null;
  let crash = '';
  worker.on('message', (message: ThreadReport) => {
    report = message;
  });
  worker.on('error', (thrown) => {
    crash = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  });
  const exit = once(worker, 'exit').then(() => null);
  const hang = await Promise.race([exit, watchForHang(worker, shared, ended.signal)]);
  ended.abort();
  if (hang !== null) {
    await worker.terminate();
    return {
      runs: 0,
      kind: 'hung',
      input: shared.copy(),
      error: `more than ${HANG_MS} ms of processor time`,
    };
  }
  return summarize(report, crash, shared);
}

function summarize(report: ThreadReport | null, crash: string, shared: SharedInput): Outcome {
  if (report === null) return { runs: 0, kind: 'crashed', input: shared.copy(), error: crash };
  const { runs, failure } = report;
  if (failure === null) return { runs, kind: 'passed', input: null, error: '' };
  return { runs, kind: 'failed', input: failure.input, error: failure.error };
}
