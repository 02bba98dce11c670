import { ASSUMPTIONS } from '#contract/assumptions.ts';
import { err, type AppError, type Err, type ErrorCode } from '#contract/result.ts';
import { SECOND } from '#main/base/durations.ts';
import { serverWords } from './server-words.ts';

const STATUS_CODES: Readonly<Record<number, ErrorCode>> = {
  401: 'unauthorised',
  403: 'forbidden',
  404: 'not-found',
  408: 'timeout',
  410: 'not-found',
  429: 'rate-limited',
};

function getErrorCode(status: number): ErrorCode {
  if (status >= 300 && status < 400) return 'redirected';
  if (status >= 500) return 'server-error';
  return STATUS_CODES[status] ?? 'rejected';
}

/**
 * How long a server asks to wait, in milliseconds: seconds, or a date judged by the server's own clock.
 * Nonsense is no wish; a very long wait is cut.
 */
export function retryAfterMs(header: string | null, serverNow: number): number | undefined {
  if (header === null) return undefined;
  const wait = /^\d+$/.test(header.trim()) ? Number(header) * SECOND : Date.parse(header) - serverNow;
  if (Number.isNaN(wait) || wait < 0) return undefined;
  return Math.min(Math.ceil(wait), ASSUMPTIONS.retryAfter.maximumMs);
}

/**
 * What an answer that is no success means (service's document, section 7: not shown; see the assumptions).
 * @param bytes the beginning of its body
 */
export function errorOfStatus(status: number, bytes: Uint8Array, waitMs: number | undefined): Err {
  const code = getErrorCode(status);
  const words = code === 'rejected' ? serverWords(bytes) : undefined;
  return err(code, {
    detail: `HTTP ${status}`,
    ...(words === undefined ? {} : { serverWords: words }),
    ...(waitMs === undefined ? {} : { waitMs }),
  });
}

/** Whether a box on the way gave the service up: it had no answer in time, which a smaller request may get. */
export function isGatewayTimeout({ code, detail }: AppError): boolean {
  return code === 'server-error' && detail === 'HTTP 504';
}

/** Codes of Node, OpenSSL, zlib and undici; the first pattern that fits counts. */
const MEANINGS: readonly (readonly [RegExp, ErrorCode])[] = [
  [/^(UND_ERR_(HEADERS|BODY|CONNECT)_TIMEOUT|ETIMEDOUT)$/, 'timeout'],
  [/HEADERS?_OVERFLOW/, 'too-large'],
  [/CERT|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|ERR_TLS|UND_ERR_PRX_TLS/, 'certificate'],
  [/^(HPE_|Z_)/, 'bad-payload'],
  [/^UND_ERR_(DESTROYED|CLOSED)$/, 'cancelled'],
  [/^(UND_ERR_INVALID_ARG|ERR_INVALID_)/, 'internal'],
];

/** A tunnel is refused with the proxy's status in the message alone; 407 asks for a password. */
const PROXY_PASSWORD = /^Proxy response \(407\)/;

/** What a failed connection means. Only the error's code is told on: messages and causes may carry addresses. */
export function errorOfThrown(thrown: unknown): Err {
  if (!(thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string'))
    return err('internal');
  const { code, message } = thrown;
  if (PROXY_PASSWORD.test(message))
    return err('proxy-unsupported', { detail: 'the proxy asks for a password' });
  const meaning = MEANINGS.find(([pattern]) => pattern.test(code));
  return err(meaning?.[1] ?? 'offline', { detail: code });
}
