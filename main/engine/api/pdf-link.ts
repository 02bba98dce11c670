import { createHash } from 'node:crypto';
import { err, type Err, ok, type Result } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import { readResource } from './parse/envelope.ts';
import { isJsonObject, readTimestamp } from './parse/fields.ts';

const BEGINNING = Buffer.from('%PDF-', 'latin1');
const END = Buffer.from('%%EOF', 'latin1');
/** Where the mark of the end is looked for: some programs write a little after it. */
const TAIL = 1_024;

/** What arrived is no whole PDF; the code says how it is not. */
export class NoPdf extends Error {
  readonly answer: Err;
  constructor(code: 'not-a-pdf' | 'cut-short', detail: string) {
    super(code);
    this.answer = err(code, { detail });
  }
}

/** Looks at a PDF as it passes, and keeps none of it but its last bytes. */
export class PdfCheck {
  readonly #hash = createHash('sha256');
  #head: Uint8Array = new Uint8Array();
  #tail: Uint8Array = new Uint8Array();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Throws `NoPdf` as soon as the beginning shows that it is none. */
  take(chunk: Uint8Array): void {
    this.#hash.update(chunk);
    this.#size += chunk.byteLength;
    if (this.#head.byteLength < BEGINNING.byteLength) {
      this.#head = Buffer.concat([this.#head, chunk]).subarray(0, BEGINNING.byteLength);
      if (!BEGINNING.subarray(0, this.#head.byteLength).equals(this.#head)) {
        throw new NoPdf('not-a-pdf', 'it begins like none');
      }
    }
    this.#tail =
      chunk.byteLength >= TAIL ? chunk.slice(-TAIL) : Buffer.concat([this.#tail, chunk]).subarray(-TAIL);
  }

  /** Answers the SHA-256 of all that passed, hex. Throws `NoPdf` where its end is missing. */
  end(): string {
    if (this.#head.byteLength < BEGINNING.byteLength) throw new NoPdf('not-a-pdf', 'it has hardly a byte');
    if (Buffer.from(this.#tail).indexOf(END) === -1) throw new NoPdf('cut-short', 'its end is missing');
    return this.#hash.digest('hex');
  }
}

/** A signed link to a PDF (service's document, section 4.2). Whoever has it has the PDF: it is never kept, told or logged. */
export interface PdfLink {
  readonly url: URL;
  /** Null where the answer holds no moment that can be read. */
  readonly expiresAt: EpochMs | null;
}

const MAX_LENGTH = 16_384;

/** Names of this computer: the parser has written every other spelling of them so. */
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
/** Addresses that never lead to a service: of one link alone, of nobody, or an IPv4 address in disguise. */
const NOWHERE = /^(169\.254\.\d+\.\d+|0\.0\.0\.0|\[fe[89ab][0-9a-f]:.*\]|\[::\]|\[::ffff:.*\])$/;

/**
 * Whether a link leads where it may be followed: https, or this very computer where the service is here too.
 * @param baseUrl the address of the service
 */
export function mayFollow(url: URL, baseUrl: string): boolean {
  if (url.username !== '' || url.password !== '') return false;
  const { hostname } = url;
  if (NOWHERE.test(hostname)) return false;
  if (LOOPBACK.test(hostname)) {
    return (
      LOOPBACK.test(new URL(baseUrl).hostname) && (url.protocol === 'http:' || url.protocol === 'https:')
    );
  }
  return url.protocol === 'https:';
}

function toUrl(value: unknown): URL | null {
  if (typeof value !== 'string' || value.length > MAX_LENGTH) return null;
  // The parser would take these out without a word.
  return /^[\x21-\x7e]+$/.test(value) ? URL.parse(value) : null;
}

/**
 * Reads the answer of `GET /v2/requisitions/:id/pdf` (service's document, section 4.2).
 * @param bytes its body
 * @param id the requisition that was asked for
 * @returns 'bad-payload' where it is no such answer, 'link-refused' where the link is no address
 */
export function readPdfLink(bytes: Uint8Array, id: string): Result<PdfLink> {
  const resource = readResource(bytes);
  if (!resource.ok) return resource;
  const { value } = resource.value;
  if (!isJsonObject(value) || value['object'] !== 'requisition' || value['id'] !== id) {
    return err('bad-payload', { detail: 'the answer is no link to this PDF' });
  }
  const url = toUrl(value['url']);
  if (url === null) return err('link-refused', { detail: 'the link is no address' });
  const expiry = value['expires_at'];
  return ok({ url, expiresAt: typeof expiry === 'string' ? readTimestamp(expiry) : null });
}
