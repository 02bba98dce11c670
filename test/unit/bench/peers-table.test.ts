import { expect, it } from 'vitest';
import type { SubjectResult } from '../../bench/comparison/columns.ts';
import { describeNothing, formatTable, listAhead } from '../../bench/comparison/table.ts';

const TITLES = { intray: 'Intray', floor: 'floor', loki: 'LokiJS', pouch: 'PouchDB' };

function result(change: SubjectResult = {}): SubjectResult {
  const times = { page: [4], filter: [4], common: [4], rare: [4], get: [4] };
  const reads = { times, wrong: [] };
  return {
    ingestMs: 2_000,
    openMs: 100,
    memoryBytes: 50e6,
    reads,
    updateMs: 200,
    diskBytes: 100e6,
    ...change,
  };
}

function withTimes(get: number, rare: number): SubjectResult {
  return result({
    reads: { times: { page: [4], filter: [4], common: [4], rare: [rare], get: [get] }, wrong: [] },
  });
}

it('A figure has its ratio to Intray of the same run; each is the median of the runs', () => {
  const runs = [
    { intray: result({ ingestMs: 2_000 }), loki: result({ ingestMs: 4_000 }) },
    { intray: result({ ingestMs: 4_000 }), loki: result({ ingestMs: 6_000 }) },
    { intray: result({ ingestMs: 1_000 }), loki: result({ ingestMs: 5_000 }) },
  ];
  const lines = formatTable(runs, { intray: 'Intray', loki: 'LokiJS' }).split('\n');
  expect(lines[2]).toMatch(/^\| Intray \| 2\.00 \| 100 \|/);
  expect(lines[3]).toMatch(/^\| LokiJS \| 5\.00 \(2\.0\) \| 100 \(1\.0\) \|/);
});

it('Who is ahead is named with the ratio and the reason; a lead without one is not explained', () => {
  const ahead = listAhead([{ intray: result(), loki: withTimes(1, 4), pouch: withTimes(4, 2) }], TITLES);
  expect(ahead).toEqual([
    '- LokiJS. get (0.25): all records are in its memory, parsed.',
    '- PouchDB. rare (0.50): not explained.',
  ]);
});

it('The floor is not named: it is ahead by its nature', () => {
  expect(listAhead([{ intray: result(), floor: withTimes(1, 1) }], TITLES)).toEqual([]);
});

it('A wrong answer has no figure and is no lead, and neither has a subject that failed', () => {
  const wrong = result({
    reads: { times: { page: [1] }, wrong: ['get'] },
    isUpdateRight: false,
    updateMs: 1,
  });
  const runs = [{ intray: result(), loki: wrong, pouch: 'Error: no such file' }];
  const [, , , loki = '', pouch = ''] = formatTable(runs, {
    intray: 'Intray',
    loki: 'LokiJS',
    pouch: 'PouchDB',
  }).split('\n');
  expect(loki).toContain('| wrong answer | wrong answer | 50.0 (1.0) |');
  expect(pouch).toBe(`| PouchDB |${' failed |'.repeat(10)}`);
  expect(listAhead(runs, TITLES)).toEqual(['- LokiJS. page (0.25): all records are in its memory, parsed.']);
});

it('The cost of asking Intray is the median of the runs, and is not told where it was not measured', () => {
  const asked = (ms: number) => result({ reads: { times: {}, wrong: [], nothing: [ms] } });
  const runs = [{ intray: asked(0.4) }, { intray: asked(0.2) }, { intray: asked(0.3) }];
  expect(describeNothing(runs)).toContain('in 0.300 ms');
  expect(describeNothing([{ intray: result() }])).toBe('');
});
