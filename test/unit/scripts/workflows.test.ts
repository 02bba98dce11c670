import { expect, it } from 'vitest';
import { findWorkflowProblems, type Repository } from '../../../scripts/check-workflows.ts';

const FILES: Readonly<Record<string, string>> = {
  'scripts/ci/window.ts': "import { OPTIONS } from './program.ts';\nconst own = { display: 'own' };",
  'scripts/ci/program.ts': 'export const OPTIONS = { installed: true };',
};
const REPOSITORY: Repository = {
  readText: (path) => FILES[path] ?? null,
  npmScripts: ['build'],
};

function withStep(step: string, more = ''): readonly string[] {
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
  return findWorkflowProblems(text, REPOSITORY);
}

it.each([
  'run: npm ci',
  'run: npm run -s build',
  'uses: actions/checkout@v4',
  'run: node scripts/ci/window.ts --installed --display own',
])('a workflow with the step "%s" is right', (step) => {
  expect(withStep(step)).toEqual([]);
});

it.each([
  ['run: node scripts/ci/windows.ts', 'there is no scripts/ci/windows.ts'],
  ['run: bash .ci/gone', 'there is no .ci/gone'],
  ['run: node scripts/ci/window.ts --instaled', 'scripts/ci/window.ts has no option --instaled'],
  ['run: npm run bild', 'there is no npm script bild'],
  ['uses: actions/checkout', 'actions/checkout has no version'],
  ['name: nothing', 'a step either uses or runs something'],
  ['run: echo ${{ matrix.display }}', 'the matrix has no display'],
])('the step "%s" of a workflow is reported', (step, problem) => {
  expect(withStep(step)).toEqual([`linux: ${problem}`]);
});

it('a workflow knows the values of its matrix', () => {
  const matrix = '    strategy: { matrix: { display: [x11] } }';
  expect(withStep('run: echo ${{ matrix.display }}', matrix)).toEqual([]);
});

it('a workflow with an unknown key or without a time limit is reported', () => {
  expect(withStep('run: npm ci', '    timeout: 5')).toEqual([expect.stringContaining('timeout')]);
  expect(findWorkflowProblems('name: a\njobs: {}', REPOSITORY)).not.toEqual([]);
});
