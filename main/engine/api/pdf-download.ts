import type { Dispatcher } from 'undici';
import { err, ok, type Err, type ErrorCode, type Result } from '#contract/result.ts';
import {
  ACCEPTED_ENCODING,
  BodyTooLargeError,
  streamDecompressedBody,
  UnknownEncodingError,
} from './body.ts';
import { toConnectionError } from './errors.ts';
import type { HttpLimits } from './http-types.ts';
import { InvalidPdfError, PdfValidator } from './pdf-link.ts';

/** One PDF to download: its signed link, and the function that receives its bytes. */
export interface PdfDownloadRequest {
  readonly url: URL;
  readonly signal: AbortSignal;
  /**
   * Called before the first byte with the announced size; null where it is unknown, or the body is
   * compressed.
   */
  readonly onSize: (size: number | null) => void;
  /** Receives the bytes in order; the next chunk waits until it resolves. An exception ends the download. */
  readonly onChunk: (chunk: Uint8Array) => Promise<void>;
}

export interface DownloadedPdf {
  readonly size: number;
  /** SHA-256 of the PDF, hex. */
  readonly hash: string;
}

/** Thrown by the receiver of a PDF's bytes where it can take no more, such as on a full disk. */
export class PdfReceiverFailedError extends Error {
  readonly failure: Err;
  constructor(answer: Err) {
    super('the bytes cannot be taken');
    this.failure = answer;
  }
}

/** Errors by the status of the link's host. Its message is not read: it is not the service. */
const STATUS_CODES: Readonly<Record<number, ErrorCode>> = { 408: 'timeout', 429: 'rate-limited' };

/** Status codes of a link that has expired or was revoked: a fresh one may work. */
const EXPIRED_STATUSES: ReadonlySet<number> = new Set([401, 403, 410]);
const DEAD_LINK = 'the link has expired';

/** Returns whether the PDF's host refused the link in a way that a newly requested link may cure. */
export function isExpiredLinkError({ error }: Err): boolean {
  return error.code === 'link-refused' && error.detail === DEAD_LINK;
}

/** Returns the error for an expired link, by its own date or by the response of its host. */
export function createExpiredLinkError(): Err {
  return err('link-refused', { detail: DEAD_LINK });
}

function toRefusal(status: number): Err {
  if (EXPIRED_STATUSES.has(status)) return createExpiredLinkError();
  const code = status >= 500 ? 'server-error' : (STATUS_CODES[status] ?? 'link-refused');
  return err(code, { detail: `HTTP ${status} at the link` });
}

function getAnnouncedSize({ headers }: Dispatcher.ResponseData): number | null {
  const length = headers['content-length'];
  const isPlain = (headers['content-encoding'] ?? '') === '';
  return isPlain && typeof length === 'string' && /^\d{1,15}$/.test(length) ? Number(length) : null;
}

async function receive(
  answer: Dispatcher.ResponseData,
  { onSize, onChunk }: PdfDownloadRequest,
  limit: number,
): Promise<DownloadedPdf> {
  const { 'content-encoding': encoding } = answer.headers;
  const size = getAnnouncedSize(answer);
  if (size !== null && size > limit) throw new BodyTooLargeError();
  onSize(size);
  const check = new PdfValidator();
  const body = { stream: answer.body, encoding: typeof encoding === 'string' ? encoding : null };
  await streamDecompressedBody(body, limit, async (chunk) => {
    check.onChunk(chunk);
    await onChunk(chunk);
  });
  return { size: check.size, hash: check.end() };
}

/** Network errors which, once bytes have arrived, mean that the PDF is incomplete. */
const TRUNCATION_ERRORS: ReadonlySet<ErrorCode> = new Set(['offline', 'bad-payload']);

function toRequestError(thrown: unknown, stop: AbortSignal, deadline: AbortSignal): Err {
  if (stop.aborted) return err('cancelled');
  if (deadline.aborted) return err('timeout', { detail: 'whole PDF' });
  if (thrown instanceof InvalidPdfError || thrown instanceof PdfReceiverFailedError) return thrown.failure;
  if (thrown instanceof BodyTooLargeError) return err('too-large', { detail: 'PDF' });
  if (thrown instanceof UnknownEncodingError) return err('not-a-pdf', { detail: 'content encoding' });
  return toConnectionError(thrown);
}

/**
 * Downloads the target of a signed link (service's document, section 8), with no header except those that
 * HTTP needs. Redirects are not followed: they are 'link-refused'.
 * @param dispatcher a dispatcher for the link's origin, used for nothing else; its owner destroys it, and with it a body
 * that is not read
 * @returns size and hash, or an error: 'link-refused', 'not-a-pdf', 'cut-short', 'too-large', 'cancelled', or
 * that of the connection. After an error the bytes that `take` received are invalid.
 */
export async function downloadPdf(
  download: PdfDownloadRequest,
  dispatcher: Dispatcher,
  limits: HttpLimits,
): Promise<Result<DownloadedPdf>> {
  const { url, signal: stop } = download;
  const deadline = AbortSignal.timeout(limits.pdfWholeMs);
  let isArriving = false;
  try {
    const answer = await dispatcher.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'GET',
      headers: { accept: 'application/pdf', 'accept-encoding': ACCEPTED_ENCODING },
      signal: AbortSignal.any([stop, deadline]),
    });
    answer.body.on('error', () => {}); // the reader of the body gets the error too
    if (answer.statusCode !== 200) return toRefusal(answer.statusCode);
    isArriving = true;
    return ok(await receive(answer, download, limits.pdfBytes));
  } catch (thrown) {
    const failed = toRequestError(thrown, stop, deadline);
    const { code, detail = '' } = failed.error;
    return isArriving && TRUNCATION_ERRORS.has(code) ? err('cut-short', { detail }) : failed;
  }
}
