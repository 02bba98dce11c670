import type { Err, Ok } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import { MINUTE, SECOND } from '#main/base/durations.ts';

/** How long and how large an answer may be before Intray stops listening. */
export interface HttpLimits {
  readonly connectMs: number;
  readonly headersMs: number;
  /** The longest silence inside a body. */
  readonly idleMs: number;
  /** A whole request, from the first byte sent to the last one received. */
  readonly wholeMs: number;
  /** Bytes of a body after decompression. */
  readonly bodyBytes: number;
  /** The same for a PDF, and for how long one may arrive. */
  readonly pdfBytes: number;
  readonly pdfWholeMs: number;
}

export const HTTP_LIMITS: HttpLimits = {
  connectMs: 10 * SECOND,
  headersMs: 10 * SECOND,
  idleMs: 15 * SECOND,
  wholeMs: 70 * SECOND,
  bodyBytes: 25 * 1024 * 1024,
  pdfBytes: 50 * 1024 * 1024,
  pdfWholeMs: 5 * MINUTE,
};

/** A successful answer of the service. */
export interface Answer {
  /** 304, without a body, only where `knownEtag` was sent along. */
  readonly status: number;
  /** The unpacked body, in a buffer of its own. */
  readonly bytes: Uint8Array;
  /** The server's clock, where it told it. */
  readonly serverTime: EpochMs | null;
  readonly etag: string | null;
}

/** One request. Paths are relative to the base address and already encoded. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  /** What the service gave with an earlier answer to the same request; it may say that nothing has changed. */
  readonly knownEtag?: string | undefined;
  /** A write that must not happen twice: it goes over a fresh connection, where nothing is ever repeated. */
  readonly once?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/**
 * What a request comes to. A failed `once` request says whether it may have reached the service: where it may have,
 * nobody but a person may send it again.
 */
export type HttpResult = Ok<Answer> | (Err & { readonly mayHaveLeft?: boolean });

/** Paging of every list (service's document, section 8). */
export interface Paging {
  /** The most records that an answer may hold. */
  readonly limit?: number;
  /** How many records to skip. */
  readonly offset?: number;
}

/**
 * The path of one resource. Identifiers are opaque (service's document, section 2.1), so every character that means something in an
 * address is percent-encoded, and nothing is normalised. A prefix stands before every `.` and `..`, so that no segment is one. What
 * cannot be encoded without becoming another identifier gives a path that is refused when the request is made.
 */
export function resourcePath(collection: string, id: string): string {
  return `${collection}/${id.isWellFormed() ? encodeURIComponent(id) : ''}`;
}
