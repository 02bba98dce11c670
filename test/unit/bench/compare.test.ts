import { expect, test } from 'vitest';
import { compareFigures, readFigures } from '../../bench/compare.ts';

const OUTPUT = `run 1: load 1.2
medians of 5 runs, load 0.3 to 0.8
blank page    181 ms
first screen  1,362 ms, ratio 7.33
a save, 1,000 waiting: p50 3.1 ms, p95 7 ms, CPU 2.5 ms
| J, p50 | 11.8 ms | 1.2 | 19.0 | 0.6 | 1.5 x | yes |
| wheel, blank frames | 0.4 % |  |
| End | 46 ms | 44 ms |`;

test('a figure is a number with a unit, named by the words before it', () => {
  expect([...readFigures(OUTPUT)]).toEqual([
    ['blank page, ms', 181],
    ['first screen, ms', 1362],
    ['a save, 1,000 waiting: p50, ms', 3.1],
    ['a save, 1,000 waiting: p50 , p95, ms', 7],
    ['a save, 1,000 waiting: p50 , p95 , CPU, ms', 2.5],
    ['J, p50, ms', 11.8],
    ['J, p50 1.2 19.0 0.6, x', 1.5],
    ['wheel, blank frames, %', 0.4],
    ['End, ms', 46],
    ['End, ms (2)', 44],
  ]);
});

test('figures that one run lacks, or that never change, are not compared; the others by their medians', () => {
  const run = (ms: number, extra: readonly (readonly [string, number])[] = []) =>
    new Map([['open, ms', ms], ['goal, ms', 50], ...extra]);
  const before = [run(100), run(300), run(200)];
  const after = [run(90, [['new, ms', 1]]), run(80), run(400)];
  expect(compareFigures(before, after)).toEqual([{ what: 'open, ms', before: 200, after: 90 }]);
});
