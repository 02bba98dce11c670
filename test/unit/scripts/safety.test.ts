import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  isTested,
  line,
  guard,
  untested,
  type SafetyLine,
  type TestedLine,
} from '../../../scripts/safety/line.ts';
import { LINES } from '../../../scripts/safety/lines.ts';
import { getOutcome, toPattern } from '../../../scripts/safety/outcome.ts';
import { applyRemoval } from '../../../scripts/safety/prove.ts';
import { toRunnerPattern } from '../../../scripts/safety/run-lines.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const TESTED = LINES.filter(isTested);
const number = (letter: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${letter}${String(index + 1).padStart(2, '0')}`);

describe('the safety lists', () => {
  it('have every rule, fault and bad input once, in order', () => {
    expect(LINES.map(({ id }) => id)).toEqual([...number('R', 58), ...number('F', 64), ...number('B', 47)]);
    expect(new Set(LINES.map(({ title }) => title)).size).toBe(LINES.length);
  });

  it('say why a line is not tested, or why its guard cannot be removed', () => {
    const getReason = (each: SafetyLine): string | undefined =>
      isTested(each) ? each.guard.reason : each.untested;
    const withoutProof = LINES.filter((each) => !isTested(each) || each.guard.removals.length === 0);
    expect(withoutProof.filter((each) => (getReason(each) ?? '') === '')).toEqual([]);
  });

  it.each(TESTED)('name tests in files that exist: $id $title', ({ tests }) => {
    expect(Object.values(tests).flat().length).toBeGreaterThan(0);
    expect(Object.keys(tests).filter((file) => !existsSync(join(ROOT, 'test', file)))).toEqual([]);
  });

  it.each(TESTED)('name tests by texts that are in their file: $id $title', ({ tests }) => {
    const missing = Object.entries(tests).flatMap(([file, titles]) => {
      const source = readFileSync(join(ROOT, 'test', file), 'utf8').replaceAll(String.raw`\'`, "'");
      const isMissing = (title: string): boolean =>
        title.split(/ > |…/).some((part) => !source.includes(part.trim()));
      return titles.filter(isMissing).map((title) => `${file}: ${title}`);
    });
    expect(missing).toEqual([]);
  });

  it.each(TESTED)('name a guard that is in its file, and can be removed there: $id $title', (each) => {
    const { file, symbol, removals } = each.guard;
    expect(readFileSync(join(ROOT, file), 'utf8')).toContain(symbol);
    for (const removal of removals) {
      const source = readFileSync(join(ROOT, removal.file), 'utf8');
      expect(applyRemoval(source, removal)).not.toBe(source);
    }
  });
});

describe('the outcome of a line', () => {
  const file = 'unit/a.test.ts';
  const held: TestedLine = line(
    'R01',
    'It holds',
    { [file]: ['a call > of … works', 'alone'] },
    guard('a.ts', 'a'),
  );
  const result = (name: string, status: 'passed' | 'failed' | 'skipped', reason = '') =>
    ({ file: `test/${file}`, name, status, reason, isFlaky: false }) as const;
  const all = [result('a call > of one works', 'passed'), result('alone', 'passed')];

  it('is passed where every named test has passed', () => {
    expect(getOutcome(held, all)).toEqual({ state: 'passed', tier: 'unit', reason: '' });
  });

  it('is failed where a named test has failed', () => {
    const outcome = getOutcome(held, [...all, result('a call > of two works', 'failed', 'it is red')]);
    expect(outcome).toMatchObject({ state: 'failed', reason: `${file}: a call > of two works: it is red` });
  });

  it('is failed where a named test does not exist', () => {
    expect(getOutcome(held, all.slice(0, 1))).toMatchObject({ state: 'failed' });
  });

  it('is failed where a test was skipped without a reason, and skipped where all have one', () => {
    const skipped = (reason: string) => all.map(({ name }) => result(name, 'skipped', reason));
    expect(getOutcome(held, skipped(''))).toMatchObject({ state: 'failed' });
    expect(getOutcome(held, skipped('no display'))).toMatchObject({ state: 'skipped', reason: 'no display' });
    expect(getOutcome({ ...held, skips: 'no keyring' }, skipped(''))).toMatchObject({ state: 'skipped' });
  });

  it('is not tested where no test is named', () => {
    expect(getOutcome(untested('R01', 'It holds', 'it is missing'), all).state).toBe('not tested');
  });

  it('takes the title of a group for all tests in it, and no other title that begins like it', () => {
    expect(toPattern('a call').test('a call > of one works')).toBe(true);
    expect(toPattern('a call').test('a call works')).toBe(false);
    expect(toPattern('is $5 (%s)?').test('is $5 (%s)?')).toBe(true);
  });
});

describe('the pattern of a runner', () => {
  it('finds titles in groups, whatever the runner puts between them', () => {
    const pattern = toRunnerPattern(['a call > of … works', 'alone (%s)']);
    expect(pattern.test('a call > of one works')).toBe(true);
    expect(pattern.test('chromium a.spec.ts a call of one works')).toBe(true);
    expect(pattern.test('alone (%s)')).toBe(true);
    expect(pattern.test('a call is something else')).toBe(false);
  });
});

describe('the removal of a guard', () => {
  it('fails where its text is missing or not alone', () => {
    const removal = { file: 'a.ts', find: 'if (a)', replace: '' };
    expect(() => applyRemoval('if (b) c();', removal)).toThrow('0 times');
    expect(() => applyRemoval('if (a) if (a) c();', removal)).toThrow('2 times');
    expect(applyRemoval('if (a) c();', { ...removal, replace: '$&' })).toBe('$& c();');
  });
});
