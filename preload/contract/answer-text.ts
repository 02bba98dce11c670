import type { ProcedureName } from './procedures.ts';
import type { Result } from './result.ts';

/**
 * The procedures whose answers reach the page as JSON text. Their answers have thousands of values, each of which would be
 * copied by itself between the worlds of the page; a text is copied at once, and read faster than that. They are plain
 * values, so that JSON loses nothing.
 */
const ANSWERED_AS_TEXT = [
  'worklist.page',
  'forms.page',
  'completions.page',
  'inbox.page',
  'day.beginning',
] as const satisfies readonly ProcedureName[];
export type NameAnsweredAsText = (typeof ANSWERED_AS_TEXT)[number];

const NAMES: ReadonlySet<unknown> = new Set(ANSWERED_AS_TEXT);

/** Returns an answer as it is sent to a page: a value of some procedures as a JSON text, otherwise itself. */
export function toSentAnswer<T>(name: unknown, answer: Result<T>): Result<T> | string {
  return answer.ok && NAMES.has(name) ? JSON.stringify(answer) : answer;
}

/**
 * Returns the answer that was sent to a page.
 * @throws if a text is no JSON
 */
export function fromSentAnswer<T>(sent: Result<T> | string): Result<T> {
  return typeof sent === 'string' ? (JSON.parse(sent) as Result<T>) : sent; // as it was before `toSentAnswer`
}
