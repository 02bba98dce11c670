import { expect, it } from 'vitest';
import { formatSweepTable, parseSweep } from '../../../scripts/sweep-results.ts';

function swept(state: string, violations: number): string {
  const results = [
    { theme: 'light', width: 1280, violations },
    { theme: 'dark', width: 1280, violations: 0 },
    { theme: 'light', width: 320, violations: 0 },
  ];
  return JSON.stringify({ state, results, others: 1 });
}

it('The table of a sweep has one line for each state, the last visit of each, and says what was not seen', () => {
  const states = parseSweep(`${swept('home', 3)}\n${swept('day', 0)}\n${swept('home', 2)}\n`);
  expect(formatSweepTable(states).split('\n')).toEqual([
    '| State | 1280 px: light, dark | 320 px: light, dark | Other findings |',
    '|---|--:|--:|--:|',
    '| day | 0 0 | 0 not seen | 1 |',
    '| home | 2 0 | 0 not seen | 1 |',
  ]);
});
