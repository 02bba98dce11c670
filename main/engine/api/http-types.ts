import type { Err, Ok } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import { MINUTE, SECOND } from '#main/base/durations.ts';

/** The detail of the error of a request that cannot even be prepared: nothing of it was sent. */
export const NO_HTTP_CLIENT = 'NO_HTTP_CLIENT';

/** Limits for the duration and size of a response. */
export interface HttpLimits {
  readonly connectMs: number;
  readonly headersMs: number;
  /** Maximum pause between two chunks of a response's body, in milliseconds. */
  readonly idleMs: number;
  /** Maximum duration of a request, from the first byte sent to the last one received, in milliseconds. */
  readonly wholeMs: number;
  /** Maximum size of a body in bytes, after decompression. */
  readonly bodyBytes: number;
  /** Maximum size of a PDF in bytes, and the maximum duration of its download. */
  readonly pdfBytes: number;
  readonly pdfWholeMs: number;
}

export const DEFAULT_HTTP_LIMITS: HttpLimits = {
  connectMs: 10 * SECOND,
  headersMs: 10 * SECOND,
  idleMs: 15 * SECOND,
  wholeMs: 70 * SECOND,
  bodyBytes: 25 * 1024 * 1024,
  pdfBytes: 50 * 1024 * 1024,
  pdfWholeMs: 5 * MINUTE,
};

/** A successful response of the service. */
export interface HttpResponse {
  /** HTTP status of the success; 304 comes without a body, and only where `knownEtag` was sent. */
  readonly status: number;
  /** The decompressed body, in a buffer of its own. */
  readonly bytes: Uint8Array;
  /** The time of the server by the response's `Date` header; null without one. */
  readonly serverTime: EpochMs | null;
  readonly etag: string | null;
}

/** One request. Paths are relative to the base address and already encoded. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  /**
   * The etag of an earlier response to the same request; the service may respond that nothing has changed.
   */
  readonly knownEtag?: string | undefined;
  /** A once-only change: it is sent over a fresh connection, where nothing is ever repeated. */
  readonly once?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Result of a request. A failed `once` request says whether it may have reached the service; if so, only the
 * user may send it again.
 */
export type HttpResult = Ok<HttpResponse> | (Err & { readonly mayHaveLeft?: boolean });

/** Paging of every list (service's document, section 8). */
export interface LimitAndOffset {
  /** Maximum number of records in a response. */
  readonly limit?: number;
  /** Number of records to skip. */
  readonly offset?: number;
}

/**
 * Returns the path of one resource. Identifiers are opaque (service's document, section 2.1), so every
 * character with a meaning in an address is percent-encoded and nothing is normalised. An identifier that
 * consists of dots or cannot be encoded gives a path that is refused when the request is made.
 */
export function getResourcePath(collection: string, id: string): string {
  return `${collection}/${id.isWellFormed() ? encodeURIComponent(id) : ''}`;
}
