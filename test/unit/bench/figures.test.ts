import { expect, it } from 'vitest';
import { median, percentile } from '../../bench/statistics.ts';
import { formatTable, summarizeRuns, type FigureName, type Run } from '../../bench/window/figures.ts';

function run(figures: Partial<Record<FigureName, number | null>>, start = 400): Run {
  return {
    figures: new Map(
      (Object.entries(figures) as [FigureName, number | null][]) // the names are those of figures
        .map(([name, value]) => [name, { value, page: 2 }]),
    ),
    blank: { start, heap: 2 },
  };
}

function find(runs: readonly Run[], name: FigureName) {
  const found = summarizeRuns(runs).find((figure) => figure.name === name);
  if (found === undefined) throw new Error(`no figure ${name}`);
  return found;
}

it('A percentile is the value below which that share of the values lies', () => {
  const hundred = Array.from({ length: 100 }, (_none, n) => 100 - n);
  expect([0, 0.5, 0.95, 1].map((share) => percentile(hundred, share))).toEqual([1, 50, 95, 100]);
  expect(percentile([], 0.5)).toBeNaN();
});

it('A median does not change the order of the values', () => {
  const values = [3, 1, 2];
  expect(median(values)).toBe(2);
  expect(values).toEqual([3, 1, 2]);
});

it('A ratio is the median of the ratios of the runs, not the ratio of the medians', () => {
  const runs = [
    run({ 'two empty frames': 10, 'tab, p50': 20 }),
    run({ 'two empty frames': 30, 'tab, p50': 90 }),
    run({ 'two empty frames': 20, 'tab, p50': 70 }),
  ];
  expect(find(runs, 'tab, p50')).toMatchObject({ value: 70, ratio: 3 });
});

it('The start is divided by that of a blank page, and its goal is the ratio', () => {
  expect(find([run({ 'start to the first screen': 1_000 }, 400)], 'start to the first screen')).toEqual({
    name: 'start to the first screen',
    value: 1_000,
    ratio: 2.5,
    page: 2,
    engine: null,
    isMissed: false,
  });
  expect(find([run({ 'start to the first screen': 1_001 }, 400)], 'start to the first screen').isMissed).toBe(
    true,
  );
});

it('A goal in milliseconds is missed by the value, whatever its ratio', () => {
  expect(find([run({ 'two empty frames': 60, 'tab, p50': 81 })], 'tab, p50').isMissed).toBe(true);
  expect(find([run({ 'two empty frames': 1, 'tab, p50': 80 })], 'tab, p50').isMissed).toBe(false);
});

it('A figure that no run has is shown as not measured, and reaches no goal', () => {
  const lines = formatTable(summarizeRuns([run({ 'inbox, memory of the engine': null })])).split('\n');
  expect(lines).toContain('| inbox, memory of the engine | not measured |  | 2.0 |  | 10 MB |  |');
});

it('A run without a value does not count for the median', () => {
  const runs = [run({ 'day, first': null }), run({ 'day, first': 100 })];
  expect(find(runs, 'day, first')).toMatchObject({ value: 100, isMissed: false });
});
