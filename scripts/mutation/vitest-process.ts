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
  reporters: [{}],
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

async function run({ changed, tests }: RunOrder): Promise<RunReport> {
  vitest.invalidateFile(join(root, changed));
  const specifications = tests.flatMap((test) => {
    const project = vitest.projects.find((each) => each.matchesTestGlob(join(root, test)));
    return project === undefined ? [] : [project.createSpecification(join(root, test))];
  });
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications, false);
  // The state also has files of runs before.
  const files = testModules.map(toResult).filter(({ file }) => tests.includes(file));
  return { files, hasOtherErrors: unhandledErrors.length > 0 };
}

process.on('message', (order: RunOrder) => {
  run(order).then(
    (report) => process.send?.(report),
    (thrown: unknown) => {
      throw thrown;
    },
  );
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
