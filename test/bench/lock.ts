/**
 * How long the key of the lock takes until no record is on screen, and until the lock screen is there: the first has to
 * be within a second. Each run starts the program again over a filled folder, with the list and a record open.
 */
import { cpus } from 'node:os';
import { describeLoad, writeSubsection } from './report.ts';
import { median } from './statistics.ts';
import type { FilledFolder } from './window/filled-folder.ts';
import { startMeasuredProgram } from './window/program.ts';
import { MAIN_BUNDLE, measureOverFilledFolder } from './window/runs.ts';
import { REFRESH_LIMIT_MS } from './window/time-limit.ts';

interface LockTimes {
  /** Milliseconds from the key. */
  readonly hidden: number;
  readonly locked: number;
}

async function lockOnce(folder: FilledFolder): Promise<LockTimes> {
  const program = await startMeasuredProgram(MAIN_BUNDLE, folder);
  const { page } = program;
  try {
    await page.getByRole('contentinfo').getByText('Up to date').waitFor({ timeout: REFRESH_LIMIT_MS });
    await page.keyboard.press('Control+1');
    const row = page.getByRole('option').first();
    await row.click();
    await page.getByRole('article').waitFor();
    const from = performance.now();
    const measure = async (outcome: Promise<void>): Promise<number> => {
      await outcome;
      return performance.now() - from;
    };
    const times = Promise.all([
      measure(row.waitFor({ state: 'hidden' })),
      measure(page.getByRole('heading', { name: 'Intray is locked', level: 1 }).waitFor()),
    ]);
    // The key ends the page that it is pressed in, so the end of the press is not awaited.
    page.keyboard.press('Control+l').catch(() => {});
    const [hidden, locked] = await times;
    return { hidden, locked };
  } finally {
    await program.close();
  }
}

function formatTimes(label: string, times: readonly number[]): string {
  return `| ${label} | ${median(times).toFixed(0)} ms | ${Math.max(...times).toFixed(0)} ms |`;
}

/** Options of `measureOverFilledFolder`; --write writes the table to docs/benchmarks.md. */
export async function lockBench(args: readonly string[]): Promise<void> {
  const { sizes, runs, loads, writes } = await measureOverFilledFolder(args, lockOnce);
  const table = [
    '| From the key until | Median | Longest |',
    '|---|---|---|',
    formatTimes(
      'no row is on screen',
      runs.map(({ hidden }) => hidden),
    ),
    formatTimes(
      'the lock screen is there',
      runs.map(({ locked }) => locked),
    ),
  ].join('\n');
  const about = `${sizes.requisitions.toLocaleString('en')} requisitions, ${runs.length} runs, ${cpus().length} processors, load ${describeLoad(loads)}.`;
  console.log(`${about}\n\n${table}`);
  if (writes) writeSubsection('## Window', '### Lock', `${about}\n\n${table}`);
}
