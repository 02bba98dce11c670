import type { UpdateFailure } from '#contract/updates.ts';

/** The part of `fetch` that a check needs: Electron's, or Node's in tests. */
export type FetchFunction = (address: string, options: FetchOptions) => Promise<Response>;

export interface FetchOptions {
  readonly redirect: 'error';
  readonly credentials: 'omit';
  readonly cache: 'no-store';
  readonly signal: AbortSignal;
}

export type DownloadTextResult = { readonly text: string } | { readonly failure: UpdateFailure };

export interface TextDownloadLimits {
  /** Maximum size of the response in bytes, after decompression. */
  readonly bytes: number;
  /** Maximum duration of the whole response, in milliseconds. */
  readonly deadline: number;
}

async function readLimited(response: Response, limit: number): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let received = 0;
  for await (const chunk of response.body ?? []) {
    received += chunk.length;
    // Leaving the loop cancels the body, so that the rest is never received.
    if (received > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Node and Chromium name a refused redirect in the text of the error only. */
function isRedirect(thrown: unknown): boolean {
  const cause = thrown instanceof Error ? thrown.cause : null;
  const words = [thrown, cause].map((error) => (error instanceof Error ? error.message : '')).join(' ');
  return /redirect/i.test(words);
}

/**
 * Fetches a small text. No redirect is followed, no cookie sent, nothing cached.
 * @param fetchPage sends the request
 */
export async function fetchText(
  fetchPage: FetchFunction,
  address: string,
  { bytes, deadline }: TextDownloadLimits,
): Promise<DownloadTextResult> {
  const signal = AbortSignal.timeout(deadline);
  try {
    const response = await fetchPage(address, {
      redirect: 'error',
      credentials: 'omit',
      cache: 'no-store',
      signal,
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      return { failure: 'no-answer' };
    }
    const text = await readLimited(response, bytes);
    return text === null ? { failure: 'too-large' } : { text };
  } catch (thrown) {
    if (signal.aborted) return { failure: 'timeout' };
    return { failure: isRedirect(thrown) ? 'redirected' : 'offline' };
  }
}
