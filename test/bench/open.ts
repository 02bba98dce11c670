/**
 * How long the engine takes to open an account with a filled cache, and until the first page of the worklist and of the
 * inbox; beside it the time of four threads that do nothing, which is the lower bound for an engine with as many.
 */
import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { systemClock } from '#main/base/clock.ts';
import { openInput, unwrap } from '../support/engine.ts';
import { forkBuiltEngine } from './built-engine.ts';
import { describeLoad } from './report.ts';
import { median } from './statistics.ts';
import { DATA_KEY } from './worklist-data.ts';
import { restoreFolder, type FilledFolder } from './window/filled-folder.ts';
import { measureOverFilledFolder } from './window/runs.ts';

const THREADS = 4;
const NEWEST = { by: 'updated', descending: true } as const;

/** The milliseconds until each step, from the call that opens the account. */
interface Opening {
  readonly threads: number;
  readonly open: number;
  readonly worklist: number;
  readonly inbox: number;
}

async function startThreads(): Promise<number> {
  const from = systemClock.monotonic();
  const threads = Array.from({ length: THREADS }, () => new Worker('', { eval: true, stdin: true }));
  await Promise.all(threads.map((thread) => once(thread, 'online')));
  const ms = systemClock.monotonic() - from;
  await Promise.all(threads.map((thread) => thread.terminate()));
  return ms;
}

async function openOnce(folder: FilledFolder): Promise<Opening> {
  restoreFolder(folder);
  const threads = await startThreads();
  const { baseUrl, accessToken, jwt, userId } = folder.clinic;
  const engine = forkBuiltEngine(folder.dataDir);
  try {
    // The process itself has started when it returns something.
    unwrap(await engine.call('sync.health', {}));
    const from = systemClock.monotonic();
    const account = path.basename(folder.accountFolder);
    const input = { account, tokens: { accessToken, jwt }, key: DATA_KEY, userId, keepsFresh: true };
    unwrap(await engine.call('engine.open', openInput(baseUrl, input)));
    const open = systemClock.monotonic() - from;
    unwrap(await engine.call('worklist.page', { tab: 'all', terms: [], order: NEWEST }));
    const worklist = systemClock.monotonic() - from;
    unwrap(await engine.call('inbox.page', { terms: [], order: { unreadFirst: true } }));
    return { threads, open, worklist, inbox: systemClock.monotonic() - from };
  } finally {
    await engine.killHard();
  }
}

/** Options of `measureOverFilledFolder`. */
export async function openBench(args: readonly string[]): Promise<void> {
  const { runs, loads } = await measureOverFilledFolder(args, openOnce);
  console.log(`medians of ${runs.length} runs, load ${describeLoad(loads)}`);
  for (const step of ['threads', 'open', 'worklist', 'inbox'] as const) {
    const ms = median(runs.map((opening) => opening[step]));
    const ratio = median(runs.map((opening) => opening[step] / opening.threads));
    console.log(`${step.padEnd(12)} ${ms.toFixed(0).padStart(6)} ms ${ratio.toFixed(1).padStart(6)} x`);
  }
}
