/**
 * Summarises the fault suites from the lines that they recorded: which dialect values were used where, and
 * the outcome per dialect.
 */
import { readFileSync } from 'node:fs';
import { UNSPECIFIED_POINT_NAMES, UNSPECIFIED_POINTS } from '../main/demo/dialect/unspecified-points.ts';
import type { RunEntry } from '../test/faults/report.ts';

/** Suites that use dialects, in the order of their columns. */
const SUITES = ['faults', 'kills', 'restores', 'interleavings', 'two clients', 'two clients, forms'];

/** The recorded runs; none where nothing was recorded. */
export function readRuns(file: string): readonly RunEntry[] {
  try {
    const lines = readFileSync(file, 'utf8').split('\n');
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as RunEntry); // written by `noteRun`
  } catch {
    return [];
  }
}

function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
    .join('\n');
}

/**
 * Every point and value, and in how many parts of each suite the demo clinic used it; `empty` names the
 * values that were never used.
 */
export function reportCoverage(runs: readonly RunEntry[]): {
  readonly text: string;
  readonly empty: readonly string[];
} {
  const empty: string[] = [];
  const rows = UNSPECIFIED_POINT_NAMES.flatMap((point) =>
    UNSPECIFIED_POINTS[point].values.map((value) => {
      const counts = SUITES.map((suite) => {
        const met = runs.filter((run) => run.suite === suite && run.dialect.choices[point] === value).length;
        if (met === 0) empty.push(`${point} = ${value} in ${suite}`);
        return String(met);
      });
      return [`${point} = ${value}`, ...counts];
    }),
  );
  return { text: formatTable([['point = value', ...SUITES], ...rows]), empty };
}

function count(runs: readonly RunEntry[], what: (entry: RunEntry) => number): number {
  return runs.reduce((sum, run) => sum + what(run), 0);
}

function line(name: string, runs: readonly RunEntry[]): readonly string[] {
  const writes = count(runs, ({ verdict }) => verdict?.changes ?? 0);
  const questions = count(runs, ({ verdict }) => verdict?.questions ?? 0);
  const numbers = [
    runs.length,
    count(runs, ({ kills = 0 }) => kills),
    writes,
    count(runs, ({ verdict }) => verdict?.lost.length ?? 0),
    count(runs, ({ verdict }) => verdict?.doubled.length ?? 0),
    count(runs, ({ verdict }) => verdict?.adopted.length ?? 0),
    count(runs, ({ verdict }) => verdict?.differing.length ?? 0),
    count(runs, ({ verdict }) => verdict?.doubledByUser.length ?? 0),
    writes === 0 ? 0 : Math.round((questions / writes) * 1000),
  ];
  return [name, ...numbers.map(String)];
}

const HEAD = [
  'dialect',
  'runs',
  'kills',
  'writes',
  'lost',
  'doubled',
  'wrongly adopted',
  'acknowledged, differs',
  "doubled by 'Send again'",
  'questions per 1,000 writes',
];

/** The outcome of the writes, per dialect and per suite. */
export function reportOutcomes(runs: readonly RunEntry[]): string {
  const dialects = [...new Set(runs.map(({ dialect }) => dialect.name))];
  const perDialect = dialects.map((name) =>
    line(
      name,
      runs.filter(({ dialect }) => dialect.name === name),
    ),
  );
  const perSuite = SUITES.map((name) =>
    line(
      name,
      runs.filter(({ suite }) => suite === name),
    ),
  );
  return `${formatTable([HEAD, ...perDialect, line('all', runs)])}\n\n${formatTable([['suite', ...HEAD.slice(1)], ...perSuite])}`;
}

/** Whether nothing was lost, duplicated by the program, wrongly adopted or misreported. */
export function isClean(runs: readonly RunEntry[]): boolean {
  return runs.every(({ verdict }) =>
    [verdict?.lost, verdict?.doubled, verdict?.adopted, verdict?.differing].every(
      (found) => (found ?? []).length === 0,
    ),
  );
}
