import { median } from '../statistics.ts';

/** What a figure is divided by, of the same run: two empty frames of the page, or a blank page of the same browser. */
type Base = 'frames' | 'blank start' | 'blank heap' | null;

interface FigureFacts {
  readonly unit: 'ms' | '%' | 'MB' | '';
  readonly base: Base;
  /** The goal: the value, or where `isRatio` its ratio, is at most (`floor`: at least) this. */
  readonly goal?: number;
  readonly isRatio?: boolean;
}

const TASK = { unit: 'ms', base: null, goal: 50 } as const;

/** The figures of the window, in the order of the table. */
export const FIGURES = {
  'two empty frames': { unit: 'ms', base: null },
  'start to the first screen': { unit: 'ms', base: 'blank start', goal: 2.5, isRatio: true },
  'engine over a bare process, settled': { unit: 'MB', base: null, goal: 180 },
  'worklist, first': { unit: 'ms', base: 'frames' },
  'J, p50': { unit: 'ms', base: 'frames', goal: 1.5, isRatio: true },
  'J, p95': { unit: 'ms', base: 'frames', goal: 2.5, isRatio: true },
  'J, longest task': TASK,
  'tab, p50': { unit: 'ms', base: 'frames', goal: 80 },
  'tab, p95': { unit: 'ms', base: 'frames' },
  'search, a common word': { unit: 'ms', base: 'frames', goal: 60 },
  'search, a rare word': { unit: 'ms', base: 'frames', goal: 60 },
  'search, one letter': { unit: 'ms', base: 'frames', goal: 60 },
  'search, two letters without a hit': { unit: 'ms', base: 'frames', goal: 250 },
  'search, a word without a hit': { unit: 'ms', base: 'frames', goal: 60 },
  'search, longest task': TASK,
  'wheel, events a second': { unit: '', base: null },
  'wheel, frames a second': { unit: '', base: null },
  'wheel, blank frames': { unit: '%', base: null, goal: 2 },
  'wheel, longest task': TASK,
  'scroll bar to the middle, rows': { unit: 'ms', base: 'frames', goal: 100 },
  'scroll bar, blank frames': { unit: '%', base: null },
  'scroll bar, longest task': TASK,
  End: { unit: 'ms', base: 'frames', goal: 100 },
  'End, longest task': TASK,
  'inbox, first': { unit: 'ms', base: 'frames', goal: 30 },
  'inbox, memory of the engine': { unit: 'MB', base: null, goal: 10 },
  'inbox, longest task': TASK,
  'day, first': { unit: 'ms', base: 'frames', goal: 150 },
  'day, appointments': { unit: '', base: null },
  'day, longest task': TASK,
  'inbox, after the day': { unit: 'ms', base: 'frames' },
  'inbox after the day, longest task': TASK,
  'engine over a bare process, at the end': { unit: 'MB', base: null, goal: 180 },
  'heap of the page': { unit: 'MB', base: 'blank heap' },
  'heap of the page, at the end': { unit: 'MB', base: 'blank heap' },
  'elements of the page': { unit: '', base: null },
} as const satisfies Readonly<Record<string, FigureFacts>>;
export type FigureName = keyof typeof FIGURES;

/** What was measured of a figure; null where that was not possible. */
export interface Measurement {
  readonly value: number | null;
  /** CPU time of the page and of the engine in milliseconds, until some time after the outcome. */
  readonly page?: number | null;
  readonly engine?: number | null;
}

/** The figures of one run, and what they are divided by. */
export interface Run {
  readonly figures: ReadonlyMap<FigureName, Measurement>;
  readonly blank: { readonly start: number; readonly heap: number };
}

/** The medians of a figure over all runs. */
export interface SummarizedFigure {
  readonly name: FigureName;
  /** Null where no run has it. */
  readonly value: number | null;
  /** To the base of the same run; null where there is none. */
  readonly ratio: number | null;
  readonly page: number | null;
  readonly engine: number | null;
  readonly isMissed: boolean;
}

function getBase(base: Base, { figures, blank }: Run): number | null {
  if (base === 'frames') return figures.get('two empty frames')?.value ?? null;
  if (base === 'blank start') return blank.start;
  return base === 'blank heap' ? blank.heap : null;
}

function medianOrNull(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : median(known);
}

/** Returns the medians of all runs, each ratio that of its own run. */
export function summarizeRuns(runs: readonly Run[]): readonly SummarizedFigure[] {
  return (Object.keys(FIGURES) as FigureName[]).map((name) => {
    const { base, goal, isRatio = false }: FigureFacts = FIGURES[name];
    const getMedian = (part: keyof Measurement): number | null =>
      medianOrNull(runs.map(({ figures }) => figures.get(name)?.[part] ?? null));
    const value = getMedian('value');
    const ratio = medianOrNull(
      runs.map((run) => {
        const [own, by] = [run.figures.get(name)?.value ?? null, getBase(base, run)];
        return own === null || by === null ? null : own / by;
      }),
    );
    const judged = isRatio ? ratio : value;
    const isMissed = goal !== undefined && judged !== null && judged > goal;
    return { name, value, ratio, page: getMedian('page'), engine: getMedian('engine'), isMissed };
  });
}

function formatNumber(value: number | null): string {
  if (value === null) return '';
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(1);
}

function formatGoal(name: FigureName): string {
  const { goal, isRatio = false, unit }: FigureFacts = FIGURES[name];
  if (goal === undefined) return '';
  return isRatio ? `${goal} x` : `${goal} ${unit}`;
}

/** Returns the table of a summary as Markdown: median, ratio, CPU time, goal and whether it is reached. */
export function formatTable(summary: readonly SummarizedFigure[]): string {
  const lines = summary.map(({ name, value, ratio, page, engine, isMissed }) => {
    const { unit, goal }: FigureFacts = FIGURES[name];
    const shown = value === null ? 'not measured' : `${formatNumber(value)} ${unit}`.trim();
    const reached = goal === undefined || value === null ? '' : isMissed ? 'no' : 'yes';
    const cells = [name, shown, ...[ratio, page, engine].map(formatNumber), formatGoal(name), reached];
    return `| ${cells.join(' | ')} |`;
  });
  const head = '| What | Median | Ratio | CPU of the page, ms | CPU of the engine, ms | Goal | Reached |';
  return [head, '|---|---|---|---|---|---|---|', ...lines].join('\n');
}
