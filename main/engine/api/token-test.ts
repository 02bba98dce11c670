import type { AppError, ErrorCode, Result } from '#contract/result.ts';
import { LIST_PAGE_REQUESTS_BY_KIND } from './endpoints.ts';
import type { HttpClient, HttpResult } from './http.ts';

/** Refusals that may concern one list alone: the user may not read it, and the tokens are valid nevertheless. */
const REFUSALS_OF_LIST: ReadonlySet<ErrorCode> = new Set(['unauthorised', 'forbidden']);

const ONE = { limit: 1 } as const;

/**
 * Tests the tokens with the smallest request there is. Where the list of requisitions is refused, the other lists are requested as
 * well: which permissions the tokens grant is not shown (service's document, section 5), and one list that is answered shows that they are
 * valid.
 * @param read reads the response to a request; it may send the request again
 * @returns what was read of the list that was answered, else the error of the first one
 */
export async function testTokens<T>(
  http: HttpClient,
  read: (request: () => Promise<HttpResult>) => Promise<Result<T>>,
  signal?: AbortSignal,
): Promise<Result<T>> {
  const { requisition, form, notification } = LIST_PAGE_REQUESTS_BY_KIND;
  const first = await read(() => requisition(http, ONE, signal));
  if (first.ok || !REFUSALS_OF_LIST.has(first.error.code)) return first;
  for (const request of [form, notification]) {
    const other = await read(() => request(http, ONE, signal));
    if (other.ok) return other;
  }
  return first;
}

/** Tests the tokens as `testTokens`, whatever the body of a response. Returns null where they are valid. */
export async function findTokenError(http: HttpClient): Promise<AppError | null> {
  const reply = await testTokens(http, (request) => request());
  return reply.ok ? null : reply.error;
}
