/**
 * Runs one benchmark alternately in another checkout and in this one, so that both meet the same moments of the computer,
 * and prints the medians of all figures with their ratio.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { describeLoad, getLoad } from './report.ts';
import { median } from './statistics.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const DEFAULT_TIMES = 5;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
/** A number with its unit, in a line of a benchmark's output. */
const FIGURE = /(?<![\w.,])(?<number>\d[\d,]*(?:\.\d+)?) ?(?<unit>ms|s|MB|%|x|rows\/s|records\/s)(?![\w/])/g;

/** The figures of one run of a benchmark, by what they measure. */
export type Figures = ReadonlyMap<string, number>;

/** Returns a name that no figure has: the words of a line may stand before several of its figures. */
function createFreeName(figures: Figures, name: string): string {
  for (let count = 1; ; count += 1) {
    const numbered = count === 1 ? name : `${name} (${count})`;
    if (!figures.has(numbered)) return numbered;
  }
}

/** Returns the figures with a unit in a benchmark's output, each by the words before it in its line. */
export function readFigures(output: string): Figures {
  const figures = new Map<string, number>();
  for (const line of output.split('\n')) {
    let label = '';
    let end = 0;
    for (const found of line.matchAll(FIGURE)) {
      const words = line
        .slice(end, found.index)
        .replaceAll(/[|\s]+/g, ' ')
        .trim();
      label = `${label} ${words}`.trim();
      end = found.index + found[0].length;
      const { number = '', unit = '' } = found.groups ?? {};
      if (label !== '')
        figures.set(createFreeName(figures, `${label}, ${unit}`), Number(number.replaceAll(',', '')));
    }
  }
  return figures;
}

/** One line of a comparison. */
export interface Compared {
  readonly what: string;
  readonly before: number;
  readonly after: number;
}

/** Returns the medians of the figures that all runs of both checkouts have, without those that never change. */
export function compareFigures(before: readonly Figures[], after: readonly Figures[]): readonly Compared[] {
  const all = [...before, ...after];
  const labels = [...(after[0]?.keys() ?? [])].filter((label) => all.every((run) => run.has(label)));
  const get = (runs: readonly Figures[], label: string): number[] =>
    runs.map((run) => run.get(label) ?? Number.NaN);
  return labels
    .filter((label) => new Set(get(all, label)).size > 1)
    .map((label) => ({ what: label, before: median(get(before, label)), after: median(get(after, label)) }));
}

function runOnce(checkout: string, args: readonly string[]): Figures {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['test/bench/index.ts', ...args], {
    cwd: checkout,
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  if (status !== 0) throw new Error(`${checkout}: ${args.join(' ')} has failed\n${stdout}${stderr}`);
  return readFigures(stdout);
}

/**
 * Options: CHECKOUT, a folder with its packages installed; NAME, a benchmark that both have; --times N (5); after them `--` and
 * the options of the benchmark.
 */
export async function compareBench(args: readonly string[]): Promise<void> {
  const rest = args.indexOf('--');
  const own = rest === -1 ? args : args.slice(0, rest);
  const { values, positionals } = parseArgs({
    args: [...own],
    options: { times: { type: 'string', default: String(DEFAULT_TIMES) } },
    allowPositionals: true,
  });
  const [checkout, name] = positionals;
  const times = Number(values.times);
  if (checkout === undefined || name === undefined || !Number.isInteger(times) || times < 1)
    throw new Error(
      'usage: npm run bench -- compare CHECKOUT NAME [--times N] [-- options of the benchmark]',
    );
  const asked = [name, ...(rest === -1 ? [] : args.slice(rest + 1))];
  const runs: { readonly before: Figures[]; readonly after: Figures[] } = { before: [], after: [] };
  const loads = [getLoad()];
  for (let time = 1; time <= times; time += 1) {
    runs.before.push(runOnce(path.resolve(checkout), asked));
    runs.after.push(runOnce(ROOT, asked));
    loads.push(getLoad());
    console.log(`run ${time}: load ${loads.at(-1)?.toFixed(1)}`);
  }
  console.log(`medians of ${times} runs of each, alternating, load ${describeLoad(loads)}\n`);
  console.log('| What | Before | Now | Ratio |\n|---|---|---|---|');
  for (const { what, before, after } of compareFigures(runs.before, runs.after))
    console.log(`| ${what} | ${before} | ${after} | ${(after / before).toFixed(2)} |`);
}
