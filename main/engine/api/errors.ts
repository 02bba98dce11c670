import { SERVICE_ASSUMPTIONS } from '#contract/assumptions.ts';
import { err, type AppError, type Err, type ErrorCode, type Result } from '#contract/result.ts';
import { SECOND } from '#main/base/durations.ts';
import { toSingleLineWithoutControls } from '#main/base/plain-text.ts';
import { isJsonObject } from './parse/fields.ts';

const MAX_MESSAGE_LENGTH = 500;
/** Maximum number of characters read of an error message that is not JSON: more than is ever shown. */
const MAX_TEXT_LENGTH = 2_048;
/** The first frame of a stack trace. Blanks exclude line breaks, so that no text is searched twice. */
const STACK_FRAME = /\n[\t ]+at /;
const DEPTH_LIMIT = 4;
const PARTS_LIMIT = 10;

function join(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('; ');
}

function findMessageInObject(value: Readonly<Record<string, unknown>>, depth: number): string {
  for (const field of SERVICE_ASSUMPTIONS.errorFormat.fields) {
    const message = toText(value[field], depth + 1);
    if (message !== '') return message;
  }
  const named = Object.entries(value).slice(0, PARTS_LIMIT);
  return join(
    named.map(([name, inner]) => {
      const message = toText(inner, depth + 1);
      return message === '' ? '' : `${name}: ${message}`;
    }),
  );
}

/**
 * Returns the text in a value of any shape; of an object the usual text field, else all fields with their
 * names.
 */
function toText(value: unknown, depth: number): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (depth > DEPTH_LIMIT) return '';
  if (Array.isArray(value)) {
    return join(value.slice(0, PARTS_LIMIT).map((element: unknown) => toText(element, depth + 1)));
  }
  return isJsonObject(value) ? findMessageInObject(value, depth) : '';
}

function findText(text: string): string {
  try {
    return toText(JSON.parse(text), 0);
  } catch {
    const beginning = text.slice(0, MAX_TEXT_LENGTH);
    // An error page in HTML is not shown; of a stack trace only the first line is useful to the user.
    return beginning.trimStart().startsWith('<') ? '' : (beginning.split(STACK_FRAME, 1)[0] ?? '');
  }
}

/**
 * Returns the server's message in a refusal, whatever its shape (service's document, section 7: not shown),
 * on one line and shortened.
 * @param bytes the beginning of the response's body
 * @returns undefined where there is no message to show
 */
export function extractServerMessage(bytes: Uint8Array): string | undefined {
  const message = toSingleLineWithoutControls(findText(new TextDecoder().decode(bytes)));
  return message === '' ? undefined : message.slice(0, MAX_MESSAGE_LENGTH).toWellFormed();
}

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
 * Returns how long a server asks to wait, in milliseconds: from seconds, or from a date by the server's own
 * clock. An invalid value is ignored; a very long wait is limited.
 */
export function parseRetryAfter(header: string | null, serverNow: number): number | undefined {
  if (header === null) return undefined;
  const wait = /^\d+$/.test(header.trim()) ? Number(header) * SECOND : Date.parse(header) - serverNow;
  if (Number.isNaN(wait) || wait < 0) return undefined;
  return Math.min(Math.ceil(wait), SERVICE_ASSUMPTIONS.retryAfter.maximumMs);
}

/**
 * Returns the error for a response without success (service's document, section 7: not shown; see the
 * assumptions).
 * @param bytes the beginning of its body
 */
export function toStatusError(status: number, bytes: Uint8Array, waitMs: number | undefined): Err {
  const code = getErrorCode(status);
  const message = code === 'rejected' ? extractServerMessage(bytes) : undefined;
  return err(code, {
    detail: `HTTP ${status}`,
    ...(message === undefined ? {} : { serverWords: message }),
    ...(waitMs === undefined ? {} : { waitMs }),
  });
}

/** Returns whether a gateway timed out: the response took too long, and a smaller request may succeed. */
export function isGatewayTimeout({ code, detail }: AppError): boolean {
  return code === 'server-error' && detail === 'HTTP 504';
}

/** Error details of timeouts before a connection was established. */
const NEVER_CONNECTED: ReadonlySet<string> = new Set(['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT']);

/**
 * Returns whether the connection was established and the response took too long: a smaller request may
 * succeed.
 */
export function isResponseTimeoutAfterConnect(error: AppError): boolean {
  const { code, detail = '' } = error;
  return isGatewayTimeout(error) || (code === 'timeout' && !NEVER_CONNECTED.has(detail));
}

/** Error codes by those of Node, OpenSSL, zlib and undici; the first matching pattern wins. */
const ERROR_PATTERNS: readonly (readonly [RegExp, ErrorCode])[] = [
  [/^(UND_ERR_(HEADERS|BODY|CONNECT)_TIMEOUT|ETIMEDOUT)$/, 'timeout'],
  [/HEADERS?_OVERFLOW/, 'too-large'],
  [/CERT|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|ERR_TLS|UND_ERR_PRX_TLS/, 'certificate'],
  [/^(HPE_|Z_)/, 'bad-payload'],
  [/^UND_ERR_(DESTROYED|CLOSED)$/, 'cancelled'],
  [/^(UND_ERR_INVALID_ARG|ERR_INVALID_)/, 'internal'],
];

/** The message of a refused tunnel is the only place with the proxy's status; 407 asks for a password. */
const PROXY_PASSWORD = /^Proxy response \(407\)/;

/**
 * Returns the error for a failed connection. Only the error's code is passed on: messages and causes may
 * contain addresses.
 */
export function toConnectionError(thrown: unknown): Err {
  if (!(thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string'))
    return err('internal');
  const { code, message } = thrown;
  if (PROXY_PASSWORD.test(message))
    return err('proxy-unsupported', { detail: 'the proxy asks for a password' });
  const meaning = ERROR_PATTERNS.find(([pattern]) => pattern.test(code));
  return err(meaning?.[1] ?? 'offline', { detail: code });
}

/** Maximum number of immediate attempts after a response that is not the service's. */
const MAX_ATTEMPTS = 3;
/**
 * Errors that suggest that a faulty server or a gateway responded in place of the service: a truncated
 * response, an HTML page, a redirect.
 */
export const RESPONSE_NOT_FROM_SERVICE_CODES: ReadonlySet<ErrorCode> = new Set(['bad-payload', 'redirected']);

/**
 * Repeats a request immediately, a limited number of times, while its response cannot be the service's and
 * the request may be repeated.
 */
export async function retryWhileResponseIsNotFromService<R extends Result<unknown>>(
  send: () => Promise<R>,
  mayRepeat: () => boolean = () => true,
): Promise<R> {
  for (let attempt = 1; ; attempt++) {
    const answer = await send();
    if (
      answer.ok ||
      attempt === MAX_ATTEMPTS ||
      !RESPONSE_NOT_FROM_SERVICE_CODES.has(answer.error.code) ||
      !mayRepeat()
    )
      return answer;
  }
}

/** Errors with which a service refuses tokens that have expired; the second one is also how it refuses a single record. */
const REFUSALS_OF_ACCESS: ReadonlySet<ErrorCode> = new Set(['unauthorised', 'forbidden']);

/** Returns whether an error may be a refusal of the tokens (section 7: error conditions are not shown; see the assumptions). */
export function mayRefuseTokens({ code }: AppError): boolean {
  return REFUSALS_OF_ACCESS.has(code);
}

/** Errors that show that the service works and has refused only this request. */
const ANSWERED: ReadonlySet<ErrorCode> = new Set(['not-found', 'rejected', 'forbidden', 'too-large']);

/** Returns whether the service handled a request: it succeeded, or was refused for what it asked. */
export function wasRequestHandledByService(error: AppError | null): boolean {
  return error === null || ANSWERED.has(error.code);
}
