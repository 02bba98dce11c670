import type { CheckLine } from '#contract/computer-check.ts';
import type { ComputerCheckResult } from './check-line.ts';
import { writeSentence } from './text.ts';

/** The schema of a line refuses a longer sentence. */
const MAX_SENTENCE = 1500;

/** Writes the results of the checks as the lines of a report in a language. */
export function writeReport(results: readonly ComputerCheckResult[], locale: string): readonly CheckLine[] {
  return results.map(({ id, state, found, advice }) => ({
    id,
    state,
    found: writeSentence(found, locale).slice(0, MAX_SENTENCE),
    advice:
      advice.length === 0
        ? null
        : advice
            .map((each) => writeSentence(each, locale))
            .join(' ')
            .slice(0, MAX_SENTENCE),
  }));
}
