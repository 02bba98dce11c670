/** Tries mutants one after the other, with the nearest tests of their sources. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findRelatedTests } from './import-graph.ts';
import { applyMutant, type PlacedMutant } from './operators.ts';
import { WarmTests, type FileResult, type RunReport } from './warm-tests.ts';

/** While no test ends; loading the engine takes long on a busy machine. */
const STILL_MS = 75_000;
/** On a busy machine a test may be late without a mistake. */
const TIMED_OUT = /timed out/i;

/** Chooses and runs the tests of mutated sources. */
export class MutantTrial {
  readonly #copy: string;
  readonly #tests: WarmTests;
  readonly #nearest: number;
  /** The tests of each source, in the order in which they are run. */
  readonly #chosen: Map<string, readonly string[]>;
  /** Whether test files pass without a mistake. One that fails anyway says nothing about a mutant. */
  readonly #passes = new Map<string, boolean>();

  /**
   * @param nearest how many test files each source gets
   * @param further how many more are run where those notice nothing
   */
  constructor(
    copy: string,
    sources: readonly string[],
    { nearest, further }: { readonly nearest: number; readonly further: number },
  ) {
    this.#copy = copy;
    this.#tests = new WarmTests(copy);
    this.#nearest = nearest;
    const related = findRelatedTests(copy, sources);
    this.#chosen = new Map(
      [...related].map(([source, tests]) => [source, tests.slice(0, nearest + further)]),
    );
  }

  /** Returns what noticed the mistake; null where nothing did. */
  async tryMutant(mutant: PlacedMutant): Promise<string | null> {
    const chosen = this.#chosen.get(mutant.file) ?? [];
    const by = await this.#tryWith(mutant, chosen.slice(0, this.#nearest));
    return by ?? this.#tryWith(mutant, chosen.slice(this.#nearest));
  }

  close(): void {
    this.#tests.close();
  }

  async #tryWith(mutant: PlacedMutant, chosen: readonly string[]): Promise<string | null> {
    for (;;) {
      const tests = chosen.filter((test) => this.#passes.get(test) !== false);
      const report = await this.#runMutated(mutant, tests);
      if (report === null) return 'a run that did not end';
      const failed = report.files.find((file) => file.failed !== null);
      if (failed === undefined) return report.hasOtherErrors ? 'an error outside of the tests' : null;
      if (await this.#passesWithout(mutant.file, failed.file)) {
        this.#prefer(mutant.file, failed.file);
        return `${failed.file}: ${failed.failed}`;
      }
    }
  }

  /** Runs the tests with the mistake in the copy; a second time where the machine may be the cause of a failure. */
  async #runMutated(mutant: PlacedMutant, tests: readonly string[]): Promise<RunReport | null> {
    if (tests.length === 0) return { files: [], hasOtherErrors: false };
    const path = join(this.#copy, mutant.file);
    const text = readFileSync(path, 'utf8');
    const order = { changed: mutant.file, tests };
    try {
      writeFileSync(path, applyMutant(text, mutant));
      const report = await this.#tests.run(order, STILL_MS);
      if (report === null || !isDoubtful(report)) return report;
      return await this.#tests.run(order, STILL_MS);
    } finally {
      writeFileSync(path, text);
    }
  }

  async #passesWithout(source: string, test: string): Promise<boolean> {
    const known = this.#passes.get(test);
    if (known !== undefined) return known;
    const report = await this.#tests.run({ changed: source, tests: [test] }, STILL_MS);
    const passes = report?.files.every(({ failed }) => failed === null) ?? false;
    this.#passes.set(test, passes);
    if (!passes) console.log(`not used, because it fails without a mutant: ${test}`);
    return passes;
  }

  /** The test file that noticed one mistake is the first to look for the next. */
  #prefer(source: string, test: string): void {
    const chosen = this.#chosen.get(source) ?? [];
    this.#chosen.set(source, [test, ...chosen.filter((each) => each !== test)]);
  }
}

function isDoubtful({ files, hasOtherErrors }: RunReport): boolean {
  const failed: FileResult | undefined = files.find((file) => file.failed !== null);
  return failed === undefined ? hasOtherErrors : TIMED_OUT.test(failed.reason);
}
