import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readPlaywrightResults, readVitestResults } from '../../../scripts/test-results.ts';
import { useTemporaryFolder } from '../../support/temporary-folder.ts';

const getFolder = useTemporaryFolder();

function write(report: unknown): string {
  const path = join(getFolder(), 'report.json');
  writeFileSync(path, typeof report === 'string' ? report : JSON.stringify(report));
  return path;
}

describe('the report of Vitest', () => {
  const assertion = (title: string, status: string, failureMessages: readonly string[] = []) => ({
    ancestorTitles: ['a group'],
    title,
    status,
    failureMessages,
  });
  const read = (status: string, assertionResults: readonly unknown[], message = '') =>
    readVitestResults(
      '/tree',
      write({ testResults: [{ name: '/tree/test/a.test.ts', status, message, assertionResults }] }),
    );

  it('names each test with its group, its file and the first line of its error', () => {
    expect(read('failed', [assertion('works', 'failed', ['it is red\nat a line'])])).toEqual([
      {
        file: 'test/a.test.ts',
        name: 'a group > works',
        status: 'failed',
        reason: 'it is red',
        isFlaky: false,
      },
    ]);
  });

  it('marks a test that failed and then passed', () => {
    const results = read('passed', [
      assertion('a', 'passed'),
      assertion('b', 'passed', ['late']),
      assertion('c', 'pending'),
    ]);
    expect(results?.map(({ status, isFlaky }) => [status, isFlaky])).toEqual([
      ['passed', false],
      ['passed', true],
      ['skipped', false],
    ]);
  });

  it('counts a file that cannot be loaded as one failed test', () => {
    expect(read('failed', [], 'no such module\nat a line')).toEqual([
      {
        file: 'test/a.test.ts',
        name: 'the file',
        status: 'failed',
        reason: 'no such module',
        isFlaky: false,
      },
    ]);
  });

  it('is nothing where the run ended before it was whole', () => {
    expect(readVitestResults('/tree', write('{"testResults": ['))).toBeNull();
    expect(readVitestResults('/tree', join(getFolder(), 'none.json'))).toBeNull();
  });
});

describe('the report of Playwright', () => {
  const test = (
    status: string,
    errors: readonly (string | null)[],
    annotations: readonly unknown[] = [],
  ) => ({
    status,
    annotations,
    results: errors.map((message) => (message === null ? {} : { error: { message } })),
  });
  const spec = (title: string, ...tests: readonly unknown[]) => ({ title, tests });

  it('names tests of groups within groups, what was skipped with its reason, and what passed at the second try', () => {
    const report = {
      suites: [
        {
          title: 'a.spec.ts',
          file: 'a.spec.ts',
          specs: [spec('red', test('unexpected', ['late\nat a line']))],
          suites: [
            {
              title: 'a group',
              file: 'a.spec.ts',
              specs: [
                spec('late', test('flaky', ['starved', null])),
                spec('left out', test('skipped', [], [{ type: 'skip', description: 'no keyring' }])),
              ],
            },
          ],
        },
      ],
    };
    expect(readPlaywrightResults(write(report))).toEqual([
      { file: 'test/e2e/a.spec.ts', name: 'red', status: 'failed', reason: 'late', isFlaky: false },
      {
        file: 'test/e2e/a.spec.ts',
        name: 'a group > late',
        status: 'passed',
        reason: 'starved',
        isFlaky: true,
      },
      {
        file: 'test/e2e/a.spec.ts',
        name: 'a group > left out',
        status: 'skipped',
        reason: 'no keyring',
        isFlaky: false,
      },
    ]);
  });
});
