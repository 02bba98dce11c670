/**
 * How long the program takes from its first line to the numbers of the first screen, over a filled folder, as a multiple
 * of a blank page in the same browser. Both start the browser, and alternate.
 */
import { describeLoad } from './report.ts';
import { median } from './statistics.ts';
import { measureFirstScreen } from './window/actions.ts';
import { measureBlankPage } from './window/blank-page.ts';
import type { FilledFolder } from './window/filled-folder.ts';
import { startMeasuredProgram } from './window/program.ts';
import { MAIN_BUNDLE, measureOverFilledFolder } from './window/runs.ts';

async function startOnce(folder: FilledFolder): Promise<{ readonly blank: number; readonly first: number }> {
  const { start } = await measureBlankPage();
  const program = await startMeasuredProgram(MAIN_BUNDLE, folder);
  try {
    return { blank: start, first: await measureFirstScreen(program) };
  } finally {
    await program.close();
  }
}

/** Options of `measureOverFilledFolder`. */
export async function startBench(args: readonly string[]): Promise<void> {
  const { runs, loads } = await measureOverFilledFolder(args, startOnce);
  const ratio = median(runs.map(({ blank, first }) => first / blank));
  console.log(`medians of ${runs.length} runs, load ${describeLoad(loads)}`);
  console.log(`blank page    ${median(runs.map(({ blank }) => blank)).toFixed(0)} ms`);
  console.log(
    `first screen  ${median(runs.map(({ first }) => first)).toFixed(0)} ms, ratio ${ratio.toFixed(2)}`,
  );
}
