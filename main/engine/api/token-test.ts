import type { AppError, Result } from '#contract/result.ts';
import { LIST_PAGE_REQUESTS_BY_KIND } from './endpoints.ts';
import { mayRefuseTokens } from './errors.ts';
import type { HttpClient, HttpResult } from './http.ts';

const ONE = { limit: 1 } as const;

/**
 * Tests the tokens with the smallest request there is. Where the list of requisitions is refused, the other lists are requested as
 * well: which permissions the tokens grant is not shown (service's document, section 5), and one list that is answered shows that they are
 * valid. A list that could not be read leaves it open.
 * @param read reads the response to a request; it may send the request again
 * @returns what was read of the list that was answered; else the error of one that could not be read; else 'unauthorised'
 */
export async function testTokens<T>(
  http: HttpClient,
  read: (request: () => Promise<HttpResult>) => Promise<Result<T>>,
  signal?: AbortSignal,
): Promise<Result<T>> {
  const { requisition, form, notification } = LIST_PAGE_REQUESTS_BY_KIND;
  const first = await read(() => requisition(http, ONE, signal));
  if (first.ok || !mayRefuseTokens(first.error)) return first;
  for (const request of [form, notification]) {
    const other = await read(() => request(http, ONE, signal));
    if (other.ok || !mayRefuseTokens(other.error)) return other;
  }
  return { ok: false, error: { ...first.error, code: 'unauthorised' } };
}

/** Tests the tokens as `testTokens`, whatever the body of a response. Returns null where they are valid. */
export async function findTokenError(http: HttpClient): Promise<AppError | null> {
  const reply = await testTokens(http, (request) => request());
  return reply.ok ? null : reply.error;
}
