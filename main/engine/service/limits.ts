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
