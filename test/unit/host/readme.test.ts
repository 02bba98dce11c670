import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findTestFile, hasTest } from '../../support/named-tests.ts';

const README = readFileSync('test/host/README.md', 'utf8');

/** The rows of the table of differences: what Electron does, what the stand-in does, and the tests. */
const ROWS = README.split('\n## ')
  .filter((section) => section.startsWith('The worst behaviour'))
  .flatMap((section) => section.split('\n').filter((line) => line.startsWith('| ')))
  .slice(1)
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, electron = '', , tests = '']) => ({ electron, tests }));

describe('each difference of the stand-in that its README names', () => {
  it('is in a table of some length', () => {
    expect(ROWS.length).toBeGreaterThan(15);
  });

  it.each(ROWS)('$electron: names files of tests that exist', ({ tests }) => {
    const names = [...tests.matchAll(/`((?:unit|integration|e2e)\/[^`]+)`/g)].map(([, name = '']) => name);
    expect(names.filter((name) => findTestFile(name) === null)).toEqual([]);
  });

  it.each(ROWS)('$electron: quotes the titles of tests that exist', ({ tests }) => {
    const quoted = [...tests.matchAll(/`([^`]+)`: ((?:'[^']+'(?:, )?)+)/g)];
    expect(quoted).not.toEqual([]);
    const missing = quoted.flatMap(([, name = '', titles = '']) =>
      [...titles.matchAll(/'([^'…]+?) ?…?'/g)]
        .map(([, title = '']) => title)
        .filter((title) => !hasTest(name, title)),
    );
    expect(missing).toEqual([]);
  });
});

it('the variables by which tests steer the stand-in are those that its README names', () => {
  const used = globSync('test/host/*.ts').flatMap(
    (file) => readFileSync(file, 'utf8').match(/\b(?:INTRAY_)?STAND_IN_[A-Z_]+\b/g) ?? [],
  );
  const named = README.match(/\b(?:INTRAY_)?STAND_IN_[A-Z_]+\b/g) ?? [];
  expect(new Set(named)).toEqual(new Set(used));
});
