import { createHash } from 'node:crypto';
import {
  isHostNameWithoutDomain,
  isInSameDomain,
  isIpAddress,
  isLoopbackHost,
  isPrivateHostName,
} from '#contract/hosts.ts';
import { err, type Err, ok, type Result } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import { parseResourceBody } from './parse/envelope.ts';
import { isJsonObject, readTimestamp } from './parse/fields.ts';

const PDF_HEADER = Buffer.from('%PDF-', 'latin1');
const PDF_TRAILER = Buffer.from('%%EOF', 'latin1');
/**
 * The end marker is searched for in this many bytes at the end of a file: some programs write a few bytes after
 * the marker.
 */
const TRAILER_RANGE = 1_024;

/** Thrown where the download is not a whole PDF; the code says in which way. */
export class InvalidPdfError extends Error {
  readonly failure: Err;
  constructor(code: 'not-a-pdf' | 'cut-short', detail: string) {
    super(code);
    this.failure = err(code, { detail });
  }
}

/** Checks a PDF while it passes through, and stores nothing of it but its last bytes. */
export class PdfValidator {
  readonly #hash = createHash('sha256');
  #head: Uint8Array = new Uint8Array();
  #tail: Uint8Array = new Uint8Array();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Throws `InvalidPdfError` as soon as the beginning shows that it is not a PDF. */
  onChunk(chunk: Uint8Array): void {
    this.#hash.update(chunk);
    this.#size += chunk.byteLength;
    if (this.#head.byteLength < PDF_HEADER.byteLength) {
      this.#head = Buffer.concat([this.#head, chunk]).subarray(0, PDF_HEADER.byteLength);
      if (!PDF_HEADER.subarray(0, this.#head.byteLength).equals(this.#head)) {
        throw new InvalidPdfError('not-a-pdf', 'it begins like none');
      }
    }
    this.#tail =
      chunk.byteLength >= TRAILER_RANGE
        ? chunk.slice(-TRAILER_RANGE)
        : Buffer.concat([this.#tail, chunk]).subarray(-TRAILER_RANGE);
  }

  /** Returns the SHA-256 of the whole file, hex. Throws `InvalidPdfError` where its end is missing. */
  end(): string {
    if (this.#head.byteLength < PDF_HEADER.byteLength)
      throw new InvalidPdfError('not-a-pdf', 'it has hardly a byte');
    if (Buffer.from(this.#tail).indexOf(PDF_TRAILER) === -1)
      throw new InvalidPdfError('cut-short', 'its end is missing');
    return this.#hash.digest('hex');
  }
}

/**
 * A signed link to a PDF (service's document, section 4.2). It gives access to the PDF without credentials,
 * so it is never stored, emitted or logged.
 */
export interface SignedPdfLink {
  readonly url: URL;
  /** When the link expires; null where the response has no readable time. */
  readonly expiresAt: EpochMs | null;
}

const MAX_LENGTH = 16_384;

/**
 * Returns whether a link may be followed: https to a public name, or to a private name in the domain of the
 * service. A link to this computer is followed only where the service runs here too. IP addresses never are: the
 * service's own address is a name, and an address could lead to any device of the clinic's network.
 * @param baseUrl the address of the service
 */
export function isAllowedPdfLink(url: URL, baseUrl: string): boolean {
  if (url.username !== '' || url.password !== '') return false;
  const { hostname, protocol } = url;
  const service = new URL(baseUrl).hostname;
  if (isLoopbackHost(hostname)) return isLoopbackHost(service) && /^https?:$/.test(protocol);
  if (protocol !== 'https:' || isIpAddress(hostname) || isHostNameWithoutDomain(hostname)) return false;
  return !isPrivateHostName(hostname) || isInSameDomain(hostname, service);
}

function toUrl(value: unknown): URL | null {
  if (typeof value !== 'string' || value.length > MAX_LENGTH) return null;
  // Only printable ASCII: the URL parser would remove other characters without an error.
  return /^[\x21-\x7e]+$/.test(value) ? URL.parse(value) : null;
}

/**
 * Reads the response of `GET /v2/requisitions/:id/pdf` (service's document, section 4.2).
 * @param bytes its body
 * @param id the requested requisition
 * @returns 'bad-payload' for any other response, 'link-refused' where the link is not an address
 */
export function parsePdfLink(bytes: Uint8Array, id: string): Result<SignedPdfLink> {
  const resource = parseResourceBody(bytes);
  if (!resource.ok) return resource;
  const { value } = resource.value;
  if (!isJsonObject(value) || value['object'] !== 'requisition' || value['id'] !== id) {
    return err('bad-payload', { detail: 'the response is not a link to this PDF' });
  }
  const url = toUrl(value['url']);
  if (url === null) return err('link-refused', { detail: 'the link is no address' });
  return ok({ url, expiresAt: readTimestamp(value['expires_at']) });
}
