/**
 * What a user waits for in the window, from the key or click to the frame that shows its outcome, in the stand-in's
 * browser. Each run starts the program again; figures are medians of the runs, and ratios are to two empty frames or to
 * a blank page of the same run.
 */
import { cpus } from 'node:os';
import { describeLoad, writeSubsection } from './report.ts';
import { measureWindow } from './window/actions.ts';
import { measureBlankPage } from './window/blank-page.ts';
import { formatTable, summarizeRuns, type Run } from './window/figures.ts';
import type { FilledFolder } from './window/filled-folder.ts';
import { startMeasuredProgram } from './window/program.ts';
import { MAIN_BUNDLE, measureOverFilledFolder, type RunChoices } from './window/runs.ts';

async function measureOnce(folder: FilledFolder, { profileFolder }: RunChoices): Promise<Run> {
  const blank = await measureBlankPage();
  const program = await startMeasuredProgram(MAIN_BUNDLE, folder);
  try {
    return { figures: await measureWindow(program, profileFolder), blank };
  } finally {
    await program.close();
  }
}

function formatCount(count: number): string {
  return count.toLocaleString('en');
}

/** Options of `measureOverFilledFolder`; --write writes the table to docs/benchmarks.md. */
export async function windowBench(args: readonly string[]): Promise<void> {
  const { sizes, runs, loads, writes } = await measureOverFilledFolder(args, measureOnce);
  const table = formatTable(summarizeRuns(runs));
  const beside = `With ${formatCount(sizes.notifications)} notifications and ${formatCount(sizes.forms)} forms.`;
  const about = `${beside} Medians of ${runs.length} runs, ${cpus().length} processors, load ${describeLoad(loads)}.`;
  console.log(`${formatCount(sizes.requisitions)} requisitions. ${about}\n\n${table}`);
  const heading = `### Window with ${formatCount(sizes.requisitions)} requisitions`;
  if (writes) writeSubsection('## Window', heading, `${about}\n\n${table}`);
}
