import type { Err, Ok } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';

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
