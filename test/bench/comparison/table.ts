import { median } from '../statistics.ts';
import { COLUMNS, listWrong, readNothing, type Column, type SubjectResult } from './columns.ts';
import type { SubjectName } from './subjects.ts';

/** What one run has measured of each subject; a message instead of figures where it failed. */
export type ComparisonRun = Readonly<Partial<Record<SubjectName, SubjectResult | string>>>;

/** The names of the subjects as the table shows them, in its order; `intray` is among them. */
export type Titles = Readonly<Partial<Record<SubjectName, string>>>;

type Cell = 'wrong answer' | 'failed' | { readonly value: number; readonly ratio: number | null } | null;

function getResult(run: ComparisonRun, name: SubjectName): SubjectResult | null {
  const result = run[name];
  return result === undefined || typeof result === 'string' ? null : result;
}

/** The value of a subject in one run; null where there is none. */
function readValue(result: SubjectResult | null, column: Column): number | null {
  return result === null ? null : column.read(result);
}

function isWrong(run: ComparisonRun, name: SubjectName, { answers }: Column): boolean {
  const result = getResult(run, name);
  return result !== null && answers !== undefined && listWrong(result).includes(answers);
}

function summarizeCell(runs: readonly ComparisonRun[], name: SubjectName, column: Column): Cell {
  if (runs.some((run) => isWrong(run, name, column))) return 'wrong answer';
  if (runs.some((run) => typeof run[name] === 'string')) return 'failed';
  const values: number[] = [];
  const ratios: number[] = [];
  for (const run of runs) {
    const value = readValue(getResult(run, name), column);
    if (value === null) continue;
    values.push(value);
    const own = readValue(getResult(run, 'intray'), column);
    if (own !== null) ratios.push(value / own);
  }
  if (values.length === 0) return null;
  return { value: median(values), ratio: ratios.length === 0 ? null : median(ratios) };
}

function formatNumber(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en');
  if (value >= 10) return value.toFixed(1);
  return value.toFixed(value >= 1 ? 2 : 3);
}

function formatRatio(ratio: number): string {
  if (ratio >= 10) return Math.round(ratio).toLocaleString('en');
  if (ratio >= 1) return ratio.toFixed(1);
  return ratio >= 0.01 ? ratio.toFixed(2) : ratio.toPrecision(1);
}

function formatCell(cell: Cell, isOwn: boolean): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return cell;
  const value = formatNumber(cell.value);
  return isOwn || cell.ratio === null ? value : `${value} (${formatRatio(cell.ratio)})`;
}

/**
 * Returns the table of a comparison as Markdown: for each subject the median of the runs and in parentheses the median of its
 * ratios to Intray in the same run.
 */
export function formatTable(runs: readonly ComparisonRun[], titles: Titles): string {
  const head = ['', ...COLUMNS.map(({ title, unit }) => `${title}, ${unit}`)];
  const lines = Object.entries(titles).map(([name, title]) => [
    title,
    // The names come from the titles.
    ...COLUMNS.map((column) =>
      formatCell(summarizeCell(runs, name as SubjectName, column), name === 'intray'),
    ),
  ]);
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Returns the figures in which a subject is ahead of Intray, with their reasons. */
function listAheadOf(runs: readonly ComparisonRun[], name: SubjectName): readonly string[] {
  const ahead = COLUMNS.flatMap((column) => {
    const cell = summarizeCell(runs, name, column);
    if (cell === null || typeof cell === 'string' || cell.ratio === null || cell.ratio >= 1) return [];
    const reason = column.reasons[name] ?? 'not explained';
    return [{ figure: `${column.title} (${formatRatio(cell.ratio)})`, reason }];
  });
  return [...Map.groupBy(ahead, ({ reason }) => reason)].map(
    ([reason, figures]) => `${figures.map(({ figure }) => figure).join(', ')}: ${reason}`,
  );
}

/**
 * Returns one line for each database that is ahead of Intray in some figures, with the ratios and the reasons as far as they are
 * known. The floor is ahead by its nature.
 */
export function listAhead(runs: readonly ComparisonRun[], titles: Titles): readonly string[] {
  return Object.entries(titles).flatMap(([name, title]) => {
    if (name === 'intray' || name === 'floor') return [];
    const ahead = listAheadOf(runs, name as SubjectName); // as above
    return ahead.length === 0 ? [] : [`- ${title}. ${ahead.join('; ')}.`];
  });
}

/** Says what asking Intray costs by itself; empty where that was not measured. */
export function describeNothing(runs: readonly ComparisonRun[]): string {
  const times = runs.flatMap((run) => {
    const result = getResult(run, 'intray');
    const ms = result === null ? null : readNothing(result);
    return ms === null ? [] : [ms];
  });
  if (times.length === 0) return '';
  return `Intray answers a question for a record that does not exist in ${formatNumber(median(times))} ms.`;
}
