/** Shows that the tests of a line notice when its guard is removed, in a copy of the tree. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NamedTests, Removal, TestedLine } from './line.ts';
import { findResults } from './outcome.ts';
import { build, runNamedTests } from './run-lines.ts';

/** What removing the guard of a line showed. */
export type Proof =
  | { readonly kind: 'red'; readonly by: string }
  | { readonly kind: 'survived' }
  | { readonly kind: 'not shown'; readonly reason: string };

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

/** Returns which test of the line fails now; null where none does. */
async function findRedTest(copy: string, tests: NamedTests): Promise<string | null> {
  for (const [place, stage] of STAGES.entries()) {
    const staged = pick(tests, stage);
    if (Object.keys(staged).length === 0) continue;
    if (place > 0 && !(await build(copy))) throw new Error('the bundles cannot be built without the guard');
    const results = await runNamedTests(copy, staged, { isBuilt: place > 0, only: true });
    const failed = findResults(staged, results)
      .flatMap(({ found }) => found)
      .find(({ status }) => status === 'failed');
    if (failed !== undefined) return `${failed.file}: ${failed.name}`;
    if (results.length === 0) throw new Error('no test could be loaded without the guard');
  }
  return null;
}

/**
 * Removes the guard of a line in a copy, runs its tests, and puts the guard back.
 * @param copy of `makeTreeCopy`
 * @throws StaleRemoval where a removal does not fit its file any more
 */
export async function prove(copy: string, { tests, guard }: TestedLine): Promise<Proof> {
  if (guard.removals.length === 0) return { kind: 'not shown', reason: guard.reason ?? 'no reason is given' };
  const originals = new Map<string, string>();
  try {
    for (const removal of guard.removals) {
      const path = join(copy, removal.file);
      const source = readFileSync(path, 'utf8');
      if (!originals.has(path)) originals.set(path, source);
      writeFileSync(path, applyRemoval(source, removal));
    }
    const by = await findRedTest(copy, tests);
    return by === null ? { kind: 'survived' } : { kind: 'red', by };
  } finally {
    for (const [path, source] of originals) writeFileSync(path, source);
  }
}
