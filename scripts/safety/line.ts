/** One line of the safety lists: what has to hold, the tests that hold it, and the guard in the code. */

/** A change of one source file that removes a guard. */
export interface Removal {
  /** Relative to the tree. */
  readonly file: string;
  /** Text that is in the file exactly once. */
  readonly find: string;
  readonly replace: string;
}

/** What the line rests on. */
export interface Guard {
  readonly file: string;
  /** A name that is in the file: a function, constant or setting. */
  readonly symbol: string;
  /** All of them together remove the guard. None where that cannot be shown, and `reason` says why. */
  readonly removals: readonly Removal[];
  readonly reason?: string;
}

/** Titles of tests by file below `test/`. `…` stands for any text, and the title of a group for its tests. */
export type NamedTests = Readonly<Record<string, readonly string[]>>;

/** A line that tests hold. */
export interface TestedLine {
  readonly id: string;
  readonly title: string;
  readonly tests: NamedTests;
  readonly guard: Guard;
  /** Why some tests may be skipped, where the runner does not tell. */
  readonly skips?: string;
}

/** A line that no test holds yet. */
export interface UntestedLine {
  readonly id: string;
  readonly title: string;
  /** Why not. */
  readonly untested: string;
}

export type SafetyLine = TestedLine | UntestedLine;

type Edit = readonly [find: string, replace: string] | readonly [file: string, find: string, replace: string];

/**
 * Makes a guard whose removal can be shown.
 * @param edits each the text and its replacement, preceded by the file where that is another one
 */
export function guard(file: string, symbol: string, ...edits: readonly Edit[]): Guard {
  return {
    file,
    symbol,
    removals: edits.map((edit) =>
      edit.length === 2
        ? { file, find: edit[0], replace: edit[1] }
        : { file: edit[0], find: edit[1], replace: edit[2] },
    ),
  };
}

/** Makes a guard that no small change removes, for a reason. */
export function lastingGuard(file: string, symbol: string, reason: string): Guard {
  return { file, symbol, removals: [], reason };
}

/** Makes a line that tests hold. */
export function line(id: string, title: string, tests: NamedTests, held: Guard): TestedLine {
  return { id, title, tests, guard: held };
}

/** Returns a line with the reason why some of its tests may be skipped, where the runner does not tell. */
export function skippable(reason: string, tested: TestedLine): TestedLine {
  return { ...tested, skips: reason };
}

/** Makes a line that no test holds yet. */
export function untested(id: string, title: string, reason: string): UntestedLine {
  return { id, title, untested: reason };
}

/** Whether tests hold the line. */
export function isTested(each: SafetyLine): each is TestedLine {
  return 'tests' in each;
}
