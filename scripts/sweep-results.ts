/** What a sweep, `npm run test:a11y`, has found in each state of the program, and its table. */

/** One line of JSON for each state. It is outside of the folder that the runner empties, so that parts of a sweep can be run one by one. */
export const SWEEP_RESULTS = '.cache/sweep.jsonl';

export interface SweptState {
  /** What was shown, for example `lock-wrong-pin`. */
  readonly state: string;
  /** What axe has found in each theme and width, in CSS pixels. */
  readonly results: readonly {
    readonly theme: string;
    readonly width: number;
    readonly violations: number;
  }[];
  /** Other findings: what does not fit, cannot be reached or has closed. */
  readonly others: number;
}

/** Reads the lines of a results file, ordered by state. Of a state that was visited again, the last visit counts. */
export function parseSweep(text: string): readonly SweptState[] {
  const states = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as SweptState); // written by the sweep itself
  return [...new Map(states.map((state) => [state.state, state])).values()].toSorted((one, other) =>
    one.state.localeCompare(other.state),
  );
}

/** The table of all states: a column for each width, which holds the violations of every theme, in the order of its title. */
export function formatSweepTable(states: readonly SweptState[]): string {
  const all = states.flatMap(({ results }) => results);
  const widths = [...new Set(all.map(({ width }) => width))];
  const themes = [...new Set(all.map(({ theme }) => theme))];
  const cell = ({ results }: SweptState, width: number): string =>
    themes
      .map(
        (theme) =>
          results.find((each) => each.theme === theme && each.width === width)?.violations ?? 'not seen',
      )
      .join(' ');
  return [
    `| State | ${widths.map((width) => `${width} px: ${themes.join(', ')}`).join(' | ')} | Other findings |`,
    `|---|${'--:|'.repeat(widths.length + 1)}`,
    ...states.map(
      (state) =>
        `| ${[state.state, ...widths.map((width) => cell(state, width)), state.others].join(' | ')} |`,
    ),
  ].join('\n');
}
