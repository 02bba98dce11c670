import type { ErrorCode, Result } from '#contract/result.ts';

/** What is no answer of the service at all is asked for so often at once. */
const MAX_CONCURRENT = 3;
/** A cut answer, a page of HTML, a redirect: one server among many, or a box on the way, may have answered in the service's place. */
export const STRANGE: ReadonlySet<ErrorCode> = new Set(['bad-payload', 'redirected']);

/** Repeats a question at once, a few times, while its answer cannot be one of the service and it may be repeated. */
export async function askAtOnce<R extends Result<unknown>>(
  question: () => Promise<R>,
  mayRepeat: () => boolean = () => true,
): Promise<R> {
  for (let attempt = 1; ; attempt++) {
    const answer = await question();
    if (answer.ok || attempt === MAX_CONCURRENT || !STRANGE.has(answer.error.code) || !mayRepeat())
      return answer;
  }
}
