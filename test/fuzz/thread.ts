/** The thread that runs one target: it makes inputs from seeds and corpus until its time is over. */
import { parentPort, workerData } from 'node:worker_threads';
import fc from 'fast-check';
import { readCorpus } from './corpus.ts';
import { mutate } from './mutations.ts';
import { SharedInput } from './shared-input.ts';
import type { TargetModule } from './target.ts';

/** What a thread is started with. */
export interface ThreadOrder {
  /** The name of the target, by which its corpus is found. */
  readonly target: string;
  /** The address of its module. */
  readonly module: string;
  readonly seed: number;
  /** How long inputs are made; before that, seeds and corpus are run. */
  readonly seconds: number;
  readonly buffer: SharedArrayBuffer;
}

/** What a thread reports at its end. */
export interface ThreadReport {
  readonly runs: number;
  /** The smallest failing input and its error, where one was found. */
  readonly failure: { readonly input: Uint8Array; readonly error: string } | null;
}

const { target: name, module, seed, seconds, buffer } = workerData as ThreadOrder; // given by the supervisor
const shared = new SharedInput(buffer);
const target = await ((await import(module)) as TargetModule).createTarget(); // checked by its type
const seeds = [...target.seeds.map((each) => Buffer.from(each as string)), ...readCorpus(name).values()]; // `from` has no overload for both types

let rejection: unknown = null;
process.on('unhandledRejection', (thrown) => {
  rejection = thrown ?? 'a rejection without a reason';
});

let runs = 0;
let lastRun: Promise<void> = Promise.resolve();
function run(input: Uint8Array): Promise<void> {
  lastRun = runInput(input);
  return lastRun;
}

async function runInput(input: Uint8Array): Promise<void> {
  shared.begin(input);
  runs += 1;
  try {
    await target.run(input);
  } finally {
    shared.end();
  }
  if (rejection !== null) throw new Error('a rejection was not handled', { cause: rejection });
}

function describeError(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}

async function runKnown(): Promise<ThreadReport['failure']> {
  for (const input of seeds) {
    try {
      await run(input);
    } catch (thrown) {
      return { input, error: describeError(thrown) };
    }
  }
  return null;
}

async function runMade(): Promise<ThreadReport['failure']> {
  const result = await fc.check(fc.asyncProperty(mutate(seeds, target.tokens), run), {
    seed,
    numRuns: Number.MAX_SAFE_INTEGER,
    interruptAfterTimeLimit: seconds * 1000,
  });
  const input = result.counterexample?.[0];
  return input === undefined ? null : { input, error: describeError(result.errorInstance) };
}

const failure = (await runKnown()) ?? (seconds > 0 ? await runMade() : null);
// Once the time is over fast-check does not wait for the input that is running: it would use what is closed here.
await lastRun.catch(() => {});
await target.close?.();
parentPort?.postMessage({ runs, failure } satisfies ThreadReport);
