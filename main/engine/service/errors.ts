import { ASSUMPTIONS } from '#contract/assumptions.ts';
import { err, type Err, type ErrorCode } from '#contract/result.ts';
import { SECOND } from '#main/base/durations.ts';
import { isJsonObject } from './wire/fields.ts';

const WORDS_LIMIT = 500;

const STATUS_CODES: Readonly<Record<number, ErrorCode>> = {
  401: 'unauthorised',
  403: 'forbidden',
  404: 'not-found',
  408: 'timeout',
  410: 'not-found',
  413: 'too-large',
  429: 'rate-limited',
};

function codeOf(status: number): ErrorCode {
  if (status >= 300 && status < 400) return 'redirected';
  if (status >= 500) return 'server-error';
  return STATUS_CODES[status] ?? 'rejected';
}

/** The first text that stands in one of the usual fields, however deep the server wrapped it. */
function findWords(value: unknown, depth = 0): string | null {
  if (typeof value === 'string') return value;
  if (depth > 3) return null;
  if (Array.isArray(value)) return findWords(value[0], depth + 1);
  if (!isJsonObject(value)) return null;
  for (const field of ASSUMPTIONS.errorFormat.fields) {
    const words = field in value ? findWords(value[field], depth + 1) : null;
    if (words !== null) return words;
  }
  return null;
}

// oxlint-disable-next-line no-control-regex -- control characters have no place in a sentence
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** The server's own words in a rejection, whatever their shape; undefined where there are none to show. */
function serverWords(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder().decode(bytes.subarray(0, 65_536));
    const words = findWords(JSON.parse(text))?.replace(CONTROL, ' ').trim();
    return words === undefined || words === '' ? undefined : words.slice(0, WORDS_LIMIT);
  } catch {
    return undefined;
  }
}

/**
 * How long a server asks to wait, in milliseconds: seconds, or a date judged by the server's own clock.
 * Nonsense is no wish; a very long wait is cut.
 */
export function retryAfterMs(header: string | null, serverNow: number): number | undefined {
  if (header === null) return undefined;
  const wait = /^\d+$/.test(header.trim()) ? Number(header) * SECOND : Date.parse(header) - serverNow;
  if (!Number.isFinite(wait) || wait < 0) return undefined;
  return Math.min(Math.ceil(wait), ASSUMPTIONS.retryAfter.maximumMs);
}

/** What an answer that is no success means (service's document, section 7: not shown; see the assumptions). */
export function errorOfStatus(status: number, bytes: Uint8Array, waitMs: number | undefined): Err {
  const code = codeOf(status);
  const words = code === 'rejected' ? serverWords(bytes) : undefined;
  return err(code, {
    detail: `HTTP ${status}`,
    ...(words === undefined ? {} : { serverWords: words }),
    ...(waitMs === undefined ? {} : { waitMs }),
  });
}

const TIMEOUTS = new Set([
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'ETIMEDOUT',
]);
const TOO_LARGE = new Set([
  'UND_ERR_RES_EXCEEDED_MAX_SIZE',
  'UND_ERR_HEADERS_OVERFLOW',
  'HPE_HEADER_OVERFLOW',
]);
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL|SSL_/;

/** What a failed connection means. Only the error's code is told on: messages and causes may carry addresses. */
export function errorOfThrown(thrown: unknown): Err {
  const code =
    thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : 'unknown';
  if (TIMEOUTS.has(code)) return err('timeout', { detail: code });
  if (TOO_LARGE.has(code)) return err('too-large', { detail: code });
  if (CERTIFICATE.test(code)) return err('certificate', { detail: code });
  if (code.startsWith('HPE_')) return err('bad-payload', { detail: code });
  return err('offline', { detail: code });
}
