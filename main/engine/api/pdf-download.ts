import type { Dispatcher } from 'undici';
import { err, ok, type Err, type ErrorCode, type Result } from '#contract/result.ts';
import { ACCEPTED_ENCODING, BodyTooLarge, pourBody, UnknownEncoding } from './body.ts';
import { errorOfThrown } from './errors.ts';
import type { HttpLimits } from './http-types.ts';
import { NoPdf, PdfCheck } from './pdf-link.ts';

/** One PDF on its way from a signed link. */
export interface PdfDownload {
  readonly url: URL;
  readonly signal: AbortSignal;
  /** Hears before the first byte how many were announced; null where nobody said, or they come packed. */
  readonly onSize: (size: number | null) => void;
  /** Takes the bytes in their order; the next come when it is done. What it throws ends the download. */
  readonly take: (chunk: Uint8Array) => Promise<void>;
}

export interface PdfReceipt {
  readonly size: number;
  /** SHA-256, hex. */
  readonly hash: string;
}

/** Whoever takes the bytes cannot go on. */
export class TakerFailed extends Error {
  readonly answer: Err;
  constructor(answer: Err) {
    super('the bytes cannot be taken');
    this.answer = answer;
  }
}

/** What the place where the link leads says. Its words are not read: it is not the service. */
const STATUS_CODES: Readonly<Record<number, ErrorCode>> = { 408: 'timeout', 429: 'rate-limited' };

/** A link that has expired, or was taken back: a fresh one may do. */
const DEAD: ReadonlySet<number> = new Set([401, 403, 410]);
const DEAD_LINK = 'the link has expired';

/** Whether a refusal may be cured by a fresh link. */
export function isDeadLink({ error }: Err): boolean {
  return error.code === 'link-refused' && error.detail === DEAD_LINK;
}

/** A link that has died, by its own date or by the word of the place where it leads. */
export function deadLink(): Err {
  return err('link-refused', { detail: DEAD_LINK });
}

function refusal(status: number): Err {
  if (DEAD.has(status)) return deadLink();
  const code = status >= 500 ? 'server-error' : (STATUS_CODES[status] ?? 'link-refused');
  return err(code, { detail: `HTTP ${status} at the link` });
}

function announced({ headers }: Dispatcher.ResponseData): number | null {
  const length = headers['content-length'];
  const isPlain = (headers['content-encoding'] ?? '') === '';
  return isPlain && typeof length === 'string' && /^\d{1,15}$/.test(length) ? Number(length) : null;
}

async function receive(
  answer: Dispatcher.ResponseData,
  { onSize, take }: PdfDownload,
  limit: number,
): Promise<PdfReceipt> {
  const { 'content-encoding': encoding } = answer.headers;
  const size = announced(answer);
  if (size !== null && size > limit) throw new BodyTooLarge();
  onSize(size);
  const check = new PdfCheck();
  const body = { stream: answer.body, encoding: typeof encoding === 'string' ? encoding : null };
  await pourBody(body, limit, async (chunk) => {
    check.take(chunk);
    await take(chunk);
  });
  return { size: check.size, hash: check.end() };
}

/** Breaks in the middle of a body mean that it did not arrive whole, whatever broke. */
const BROKEN: ReadonlySet<ErrorCode> = new Set(['offline', 'bad-payload']);

function getError(thrown: unknown, stop: AbortSignal, deadline: AbortSignal): Err {
  if (stop.aborted) return err('cancelled');
  if (deadline.aborted) return err('timeout', { detail: 'whole PDF' });
  if (thrown instanceof NoPdf || thrown instanceof TakerFailed) return thrown.answer;
  if (thrown instanceof BodyTooLarge) return err('too-large', { detail: 'PDF' });
  if (thrown instanceof UnknownEncoding) return err('not-a-pdf', { detail: 'content encoding' });
  return errorOfThrown(thrown);
}

/**
 * Fetches what a signed link leads to (service's document, section 8), with no header but what HTTP needs. Nothing is followed: a
 * redirect is 'link-refused'.
 * @param dispatcher a way to the link's own origin, used for nothing else
 * @returns its size and hash, or why it is none: 'link-refused', 'not-a-pdf', 'cut-short', 'too-large', 'cancelled', or what
 *   happened on the way. Of what `take` was given then nothing is good.
 */
export async function downloadPdf(
  download: PdfDownload,
  dispatcher: Dispatcher,
  limits: HttpLimits,
): Promise<Result<PdfReceipt>> {
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
    answer.body.on('error', () => {}); // whatever breaks it is heard where it is read
    if (answer.statusCode !== 200) {
      answer.body.destroy();
      return refusal(answer.statusCode);
    }
    isArriving = true;
    return ok(await receive(answer, download, limits.pdfBytes));
  } catch (thrown) {
    const failed = getError(thrown, stop, deadline);
    const { code, detail = '' } = failed.error;
    return isArriving && BROKEN.has(code) ? err('cut-short', { detail }) : failed;
  }
}
