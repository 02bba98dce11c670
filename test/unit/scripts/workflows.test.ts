import { expect, it } from 'vitest';
import { findWorkflowProblems } from '../../../scripts/check-workflows.ts';
import type { Repository } from '../../../scripts/workflows/commands.ts';

const FILES: Readonly<Record<string, string>> = {
  'scripts/ci/window.ts': `import { parseArgs } from 'node:util';
import { OPTIONS } from './program.ts';
const { values } = parseArgs({ options: { ...OPTIONS, display: { type: 'string' } } });
console.log(values, '--grep');`,
  'scripts/ci/program.ts': "export const OPTIONS = { installed: { type: 'boolean' } } as const;",
  'scripts/ci/addons.ts': 'console.log(1);',
  'scripts/ci/own.ts': "if (process.argv.includes('--write-list')) console.log(1);",
  'scripts/ci/computed.ts': 'parseArgs({ options: getOptions() });',
  'test/with-keyring.sh': '"$@"',
};
const REPOSITORY: Repository = {
  readText: (path) => FILES[path] ?? null,
  npmScripts: { build: 'vite build', package: 'node scripts/ci/window.ts' },
};

function withStep(step: string, more = ''): Promise<readonly string[]> {
  const text = `name: a
on: { push: {} }
permissions: { contents: read }
jobs:
  linux:
    runs-on: ubuntu-24.04
    timeout-minutes: 5
${more}
    steps:
      - ${step}
`;
  return findWorkflowProblems('.github/workflows/a.yml', text, REPOSITORY);
}

it.each([
  'run: npm ci',
  'run: npm run -s build',
  'run: npm run package -- --installed',
  'uses: actions/checkout@11d5960a326750d5838078e36cf38b85af677262',
  'uses: ./.github/actions/own',
  'run: node scripts/ci/window.ts --installed --display own',
  'run: bash test/with-keyring.sh unlocked node scripts/ci/window.ts --display=x11',
  'run: node scripts/ci/addons.ts && node scripts/ci/own.ts --write-list',
])('a workflow with the step "%s" is right', async (step) => {
  expect(await withStep(step)).toEqual([]);
});

it.each([
  ['run: node scripts/ci/windows.ts', 'there is no scripts/ci/windows.ts'],
  ['run: bash .ci/gone', 'there is no .ci/gone'],
  ['run: node scripts/ci/window.ts --instaled', "window.ts: Unknown option '--instaled'"],
  // The script writes the word, and takes no such option.
  ['run: node scripts/ci/window.ts --grep x', "window.ts: Unknown option '--grep'"],
  ['run: node scripts/ci/window.ts --display', "window.ts: Option '--display <value>' argument missing"],
  ['run: node scripts/ci/window.ts --installed yes', "window.ts: Unexpected argument 'yes'"],
  ['run: npm run package -- --instaled', "window.ts: Unknown option '--instaled'"],
  ['run: node scripts/ci/addons.ts --display own', "addons.ts: Unknown option '--display'"],
  ['run: node scripts/ci/own.ts --write', "own.ts: Unknown option '--write'"],
  ['run: node scripts/ci/computed.ts', 'the options of scripts/ci/computed.ts are not constants'],
  ['run: npm run bild', 'there is no npm script bild'],
  ['uses: actions/checkout@v4', 'actions/checkout@v4 is not fixed to a commit'],
  ['uses: actions/checkout@11d5960', 'actions/checkout@11d5960 is not fixed to a commit'],
  ['run: node scripts/ci/addons.ts ${{ github.ref_name }}', 'github.ref_name cannot be checked'],
])('the step "%s" of a workflow is reported', async (step, problem) => {
  expect(await withStep(step)).toEqual([expect.stringContaining(problem)]);
});

it.each([
  ['uses: actions/checkout', 'ref is missing'],
  ['name: nothing', 'must run script with "run" section or run action with "uses" section'],
  ['run: echo ${{ matrix.display }}', 'property "display" is not defined'],
  ['uses: actions/setup-node@v4\n        with: { node-versio: 24 }', 'input "node-versio" is not defined'],
  ['run: npm ci\n        if: alway()', 'undefined function "alway"'],
])('actionlint reports the step "%s"', async (step, problem) => {
  expect(await withStep(step)).toContainEqual(expect.stringContaining(problem));
});

it('a workflow gives a script each value of its matrix', async () => {
  const matrix = (value: string): string =>
    `    strategy: { matrix: { flags: ['--installed', '${value}'] } }`;
  const step = 'run: node scripts/ci/window.ts ${{ matrix.flags }}';
  expect(await withStep(step, matrix('--display=x11'))).toEqual([]);
  expect(await withStep(step, matrix('--wayland'))).toEqual([expect.stringContaining("'--wayland'")]);
});

it('a workflow gives a script both texts of a condition', async () => {
  const step = (no: string): string =>
    `run: node scripts/ci/window.ts \${{ github.ref_name == 'main' && '--installed' || '${no}' }}`;
  expect(await withStep(step(''))).toEqual([]);
  expect(await withStep(step('--all'))).toEqual([expect.stringContaining("'--all'")]);
});

it('a workflow with an unknown key, without a time limit or with more rights is reported', async () => {
  const check = (text: string) => findWorkflowProblems('.github/workflows/a.yml', text, REPOSITORY);
  const text = (job: string, rights: string): string =>
    `name: a\non: { push: {} }\npermissions: ${rights}\njobs: { b: { runs-on: ubuntu-24.04, ${job} steps: [{ run: npm ci }] } }`;
  expect(await check(text('timeout-minutes: 5,', '{ contents: read }'))).toEqual([]);
  expect(await check(text('timeout: 5,', '{ contents: read }'))).toEqual([
    expect.stringContaining('"timeout"'),
  ]);
  expect(await check(text('', '{ contents: read }'))).toEqual([expect.stringContaining('timeout-minutes')]);
  expect(await check(text('timeout-minutes: 5,', '{ contents: write }'))).toEqual([
    expect.stringContaining('permissions.contents'),
  ]);
});
