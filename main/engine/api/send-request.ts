import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { Tokens } from '#contract/accounts.ts';
import { err, ok, type Err, type Ok, type Result } from '#contract/result.ts';
import { toEpochMs, type EpochMs } from '#contract/time.ts';
import type { Clock } from '#main/base/clock.ts';
import {
  ACCEPTED_ENCODING,
  BodyTooLargeError,
  readBodyBeginning,
  readBody,
  UnknownEncodingError,
  type IncomingBody,
} from './body.ts';
import { toStatusError, toConnectionError, parseRetryAfter } from './errors.ts';
import type { HttpLimits, HttpResponse, HttpRequest } from './http-types.ts';

/** What every request of a client needs: origin, tokens, limits, clock, and the dispatcher that sends it. */
export interface RequestContext {
  readonly origin: string;
  readonly tokens: Tokens;
  readonly limits: HttpLimits;
  readonly clock: Clock;
  readonly dispatcher: Dispatcher;
  /** Aborts when the client is closed. */
  readonly closing: AbortSignal;
}

/** HTTP status 304: the caller has the response from an earlier request already. */
const NOT_MODIFIED = 304;
/** Maximum bytes of a refusal's body to read for its message. */
const MAX_MESSAGE_BYTES = 65_536;

/** Returns the address of a request; null where the parser changes its path. */
function getAddress(origin: string, { path, query = {} }: HttpRequest): URL | null {
  const url = new URL(path, origin);
  // Dotted and empty segments lead to other endpoints, two slashes at the front to another host.
  if (url.origin !== origin || url.pathname !== path || /\/(\/|$)/.test(path)) return null;
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, String(value));
  return url;
}

function getHeaders(
  tokens: Tokens,
  body: string | null,
  knownEtag: string | undefined,
): Record<string, string> {
  return {
    accept: 'application/json',
    'accept-encoding': ACCEPTED_ENCODING,
    authorization: `Bearer ${tokens.accessToken}`,
    'x-jwt': tokens.jwt,
    ...(body === null ? {} : { 'content-type': 'application/json' }),
    ...(knownEtag === undefined ? {} : { 'if-none-match': knownEtag }),
  };
}

function readHeader(headers: IncomingHttpHeaders, name: string): string | null {
  const value = headers[name];
  return typeof value === 'string' ? value : null;
}

/** An etag in the format of HTTP and of limited length; others are ignored. */
const ETAG = /^(W\/)?"[\x21\x23-\x7e]{1,200}"$/;

function readEtag(headers: IncomingHttpHeaders): string | null {
  const value = readHeader(headers, 'etag');
  return value !== null && ETAG.test(value) ? value : null;
}

function readServerTime(headers: IncomingHttpHeaders): EpochMs | null {
  const moment = Date.parse(readHeader(headers, 'date') ?? '');
  return Number.isNaN(moment) ? null : toEpochMs(moment);
}

function getBody({ body, headers }: Dispatcher.ResponseData): IncomingBody {
  return { stream: body, encoding: readHeader(headers, 'content-encoding') };
}

/**
 * Returns why a successful response cannot hold a resource; null where it may. A network's sign-in page has
 * status 200 as well.
 */
function findBodyProblem(bytes: Uint8Array): string | null {
  const beginning = new TextDecoder().decode(bytes.subarray(0, 1024)).trimStart();
  if (beginning === '') return 'an empty answer';
  return beginning.startsWith('<') ? 'a page instead of an answer' : null;
}

async function readSuccess(answer: Dispatcher.ResponseData, limit: number): Promise<Result<HttpResponse>> {
  const { statusCode: status, headers } = answer;
  const bytes = await readBody(getBody(answer), limit);
  const detail = findBodyProblem(bytes);
  if (detail !== null) return err('bad-payload', { detail });
  return ok({ status, bytes, serverTime: readServerTime(headers), etag: readEtag(headers) });
}

/** Returns the response without a body, because the caller has it already. */
async function readUnchanged({
  statusCode: status,
  headers,
  body,
}: Dispatcher.ResponseData): Promise<Ok<HttpResponse>> {
  await body.dump();
  return ok({
    status,
    bytes: new Uint8Array(),
    serverTime: readServerTime(headers),
    etag: readEtag(headers),
  });
}

async function readRefusal(answer: Dispatcher.ResponseData, clock: Clock): Promise<Err> {
  const { statusCode, headers } = answer;
  const beginning = await readBodyBeginning(getBody(answer), MAX_MESSAGE_BYTES);
  const waitMs = parseRetryAfter(readHeader(headers, 'retry-after'), readServerTime(headers) ?? clock.now());
  return toStatusError(statusCode, beginning, waitMs);
}

async function send(
  request: HttpRequest,
  requestContext: RequestContext,
  signal: AbortSignal,
): Promise<Result<HttpResponse>> {
  const { origin, tokens, limits, clock, dispatcher } = requestContext;
  const url = getAddress(origin, request);
  if (url === null) return err('invalid-input', { detail: 'an id that cannot stand in a path' });
  const body = request.body === undefined ? null : JSON.stringify(request.body);
  const answer = await dispatcher.request({
    origin,
    path: url.pathname + url.search,
    method: request.method,
    body,
    signal,
    reset: request.once === true,
    headers: getHeaders(tokens, body, request.knownEtag),
  });
  if (answer.statusCode === NOT_MODIFIED && request.knownEtag !== undefined) return readUnchanged(answer);
  const isSuccess = answer.statusCode >= 200 && answer.statusCode < 300;
  return isSuccess ? readSuccess(answer, limits.bodyBytes) : readRefusal(answer, clock);
}

function toRequestError(thrown: unknown, stop: AbortSignal, deadline: AbortSignal): Err {
  if (stop.aborted) return err('cancelled');
  if (deadline.aborted) return err('timeout', { detail: 'whole request' });
  if (thrown instanceof BodyTooLargeError) return err('too-large', { detail: 'body' });
  if (thrown instanceof UnknownEncodingError) return err('bad-payload', { detail: 'content encoding' });
  return toConnectionError(thrown);
}

/**
 * Sends one request and reads its response. The credentials (service's document, section 5) are added after
 * the address was checked to be on the account's own origin. A redirect is not followed: it is an error.
 */
export async function sendRequest(
  request: HttpRequest,
  requestContext: RequestContext,
): Promise<Result<HttpResponse>> {
  const { closing, limits } = requestContext;
  const stop = request.signal === undefined ? closing : AbortSignal.any([request.signal, closing]);
  const deadline = AbortSignal.timeout(limits.wholeMs);
  try {
    return await send(request, requestContext, AbortSignal.any([stop, deadline]));
  } catch (thrown) {
    return toRequestError(thrown, stop, deadline);
  }
}
