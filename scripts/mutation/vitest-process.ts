/**
 * A process that keeps Vitest loaded between runs, so that a run transforms only what has changed. It is started by
 * `warm-tests.ts`, in the copy of the tree, and gets one order at a time.
 */
import { join, relative } from 'node:path';
import { createVitest, type TestModule, type TestSpecification } from 'vitest/node';
import type { FileResult, RunOrder, RunReport } from './warm-tests.ts';

/** Only a test that hangs takes longer. */
const TEST_MS = 15_000;
const root = process.cwd();

/** Files run in the order in which they are given. */
class GivenOrder {
  sort(files: TestSpecification[]): TestSpecification[] {
    return files;
  }

  shard(files: TestSpecification[]): TestSpecification[] {
    return files;
  }
}

const vitest = await createVitest('test', {
  root,
  watch: false,
  // A report of each test shows that the run goes on.
  reporters: [{ onTestCaseResult: () => void process.send?.('running') }],
  maxWorkers: 1,
  bail: 1,
  sequence: { sequencer: GivenOrder },
});
await vitest.standalone();
for (const project of vitest.projects) project.config.testTimeout = TEST_MS;

function toResult(module: TestModule): FileResult {
  const tests = [...module.children.allTests()];
  const failed = tests.find((test) => test.result().state === 'failed');
  const [error] = [...(failed?.result().errors ?? []), ...module.errors()];
  return {
    file: relative(root, module.moduleId),
    failed: module.state() === 'failed' ? (failed?.fullName ?? 'the file') : null,
    reason: error?.message ?? '',
  };
}

/** The file of the run before, which may have been restored since. */
let previous: string | null = null;

async function run({ changed, tests }: RunOrder): Promise<RunReport> {
  for (const file of [previous ?? changed, changed]) vitest.invalidateFile(join(root, file));
  previous = changed;
  const specifications = tests.flatMap((test) => {
    const project = vitest.projects.find((each) => each.matchesTestGlob(join(root, test)));
    return project === undefined ? [] : [project.createSpecification(join(root, test))];
  });
  // Otherwise a file that is not run keeps its result of a run before.
  for (const { project, moduleId } of specifications) vitest.state.clearFiles(project, [moduleId]);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications, false);
  // The state also has files of other orders.
  const files = testModules.map(toResult).filter(({ file }) => tests.includes(file));
  return { files, hasOtherErrors: unhandledErrors.length > 0 };
}

process.on('message', (order: RunOrder) => {
  run(order).then(
    (report) => process.send?.(report),
    () => process.exit(1),
  );
});
process.on('disconnect', () => process.exit());
process.send?.({ files: [], hasOtherErrors: false });
