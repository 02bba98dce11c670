/** Shows that the tests of a line notice when its guard is removed, in a copy of the tree. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Guard, NamedTests, Removal, TestedLine } from './line.ts';
import { findResults } from './outcome.ts';
import { build, runNamedTests } from './run-lines.ts';

/** What removing the guard of a line showed. */
export type Proof =
  | { readonly kind: 'red'; readonly by: string }
  | { readonly kind: 'survived' }
  /** The tests say nothing: they did not run, or fail with the guard too. */
  | { readonly kind: 'unclear'; readonly reason: string }
  | { readonly kind: 'not shown'; readonly reason: string };

/** Thrown where the tests of a line say nothing. */
class UnclearProof extends Error {}

/** Thrown where a removal does not fit its file any more. */
export class StaleRemoval extends Error {}

/**
 * Returns the source without its guard.
 * @throws StaleRemoval where the text is not in the source exactly once
 */
export function applyRemoval(source: string, { file, find, replace }: Removal): string {
  const places = source.split(find).length - 1;
  if (places !== 1) throw new StaleRemoval(`${file} has '${find}' ${places} times, not once`);
  return source.replace(find, () => replace);
}

/** Tests that need the bundles are tried last. */
const STAGES: readonly RegExp[] = [/^(unit|integration)\//, /^faults\//, /^e2e\//];

function pick(tests: NamedTests, stage: RegExp): NamedTests {
  return Object.fromEntries(Object.entries(tests).filter(([file]) => stage.test(file)));
}

/** Runs the tests of one stage. Throws where none of them ran. */
async function findFailure(copy: string, staged: NamedTests, isBuilt: boolean): Promise<string | null> {
  if (isBuilt && !(await build(copy))) throw new UnclearProof('the bundles cannot be built');
  const results = await runNamedTests(copy, staged, { isBuilt, only: true });
  const found = findResults(staged, results).flatMap((each) => each.found);
  const failed = found.find(({ status }) => status === 'failed');
  if (failed !== undefined) return `${failed.file}: ${failed.name}`;
  if (!found.some(({ status }) => status === 'passed')) throw new UnclearProof('no test of the line ran');
  return null;
}

interface RedTest {
  readonly by: string;
  readonly staged: NamedTests;
  readonly isBuilt: boolean;
}

/** Returns which test of the line fails now; null where none does. */
async function findRedTest(copy: string, tests: NamedTests): Promise<RedTest | null> {
  for (const [place, stage] of STAGES.entries()) {
    const staged = pick(tests, stage);
    if (Object.keys(staged).length === 0) continue;
    const isBuilt = place > 0;
    const by = await findFailure(copy, staged, isBuilt);
    if (by !== null) return { by, staged, isBuilt };
  }
  return null;
}

/** Removes a guard while `work` runs. */
async function withoutGuard<T>(copy: string, { removals }: Guard, work: () => Promise<T>): Promise<T> {
  const originals = new Map<string, string>();
  try {
    for (const removal of removals) {
      const path = join(copy, removal.file);
      const source = readFileSync(path, 'utf8');
      if (!originals.has(path)) originals.set(path, source);
      writeFileSync(path, applyRemoval(source, removal));
    }
    return await work();
  } finally {
    for (const [path, source] of originals) writeFileSync(path, source);
  }
}

/**
 * Removes the guard of a line in a copy, runs its tests, and puts the guard back.
 * @param copy of `makeTreeCopy`
 * @throws StaleRemoval where a removal does not fit its file any more
 */
export async function prove(copy: string, { tests, guard }: TestedLine): Promise<Proof> {
  if (guard.removals.length === 0) return { kind: 'not shown', reason: guard.reason ?? 'no reason is given' };
  try {
    const red = await withoutGuard(copy, guard, () => findRedTest(copy, tests));
    if (red === null) return { kind: 'survived' };
    const { by, staged, isBuilt } = red;
    // Slow tests may also fail because the computer is busy.
    const isRedAnyway = isBuilt && (await findFailure(copy, staged, isBuilt)) !== null;
    return isRedAnyway ? { kind: 'unclear', reason: `fails with the guard too: ${by}` } : { kind: 'red', by };
  } catch (thrown) {
    if (thrown instanceof UnclearProof) return { kind: 'unclear', reason: thrown.message };
    throw thrown;
  }
}
