import type { IncomingHttpHeaders } from 'node:http';
import { request as send, type Dispatcher } from 'undici';
import type { Tokens } from '#contract/account.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { epochMs, type EpochMs } from '#contract/time.ts';
import type { Clock } from '#main/base/clock.ts';
import { BodyTooLarge, readBody, UnknownEncoding } from './body.ts';
import { createDispatcher } from './dispatcher.ts';
import { errorOfStatus, errorOfThrown, retryAfterMs } from './errors.ts';
import { HTTP_LIMITS, type HttpLimits } from './limits.ts';

/** A successful answer of the service. */
export interface Answer {
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
  /** A write that must not happen twice: it goes over a fresh connection, where nothing is ever repeated. */
  readonly once?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** The way to one account's service. Answers errors, never throws. */
export interface Http {
  request(request: HttpRequest): Promise<Result<Answer>>;
  /** Takes other tokens for all later requests. */
  setTokens(tokens: Tokens): void;
  /** Takes another way for all later requests; the rule is what the system's proxy settings answered. */
  setProxy(rule: string): void;
  close(): Promise<void>;
}

export interface HttpOptions {
  /** The account's origin, as `checkBaseUrl` answered it. */
  readonly baseUrl: string;
  readonly tokens: Tokens;
  readonly clock: Clock;
  readonly proxyRule?: string;
  readonly limits?: HttpLimits;
  /** Further certificates to trust, as PEM. */
  readonly trust?: readonly string[];
}

function addressOf(baseUrl: string, { path, query = {} }: HttpRequest): URL {
  const url = new URL(path, baseUrl);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, String(value));
  return url;
}

function headerOf(headers: IncomingHttpHeaders, name: string): string | null {
  const value = headers[name];
  return typeof value === 'string' ? value : null;
}

function serverTimeOf(headers: IncomingHttpHeaders): EpochMs | null {
  const moment = Date.parse(headerOf(headers, 'date') ?? '');
  return Number.isNaN(moment) ? null : epochMs(moment);
}

function errorOf(thrown: unknown, signal: AbortSignal | undefined, deadline: AbortSignal): Result<Answer> {
  if (signal?.aborted === true) return err('cancelled');
  if (deadline.aborted) return err('timeout', { detail: 'whole request' });
  if (thrown instanceof BodyTooLarge) return err('too-large', { detail: 'body' });
  if (thrown instanceof UnknownEncoding) return err('bad-payload', { detail: 'content encoding' });
  return errorOfThrown(thrown);
}

function headersOf(tokens: Tokens, body: string | null): Record<string, string> {
  return {
    accept: 'application/json',
    'accept-encoding': 'gzip',
    authorization: `Bearer ${tokens.accessToken}`,
    'x-jwt': tokens.jwt,
    ...(body === null ? {} : { 'content-type': 'application/json' }),
  };
}

/** What one request needs besides itself. */
interface Passage {
  readonly options: HttpOptions;
  readonly tokens: Tokens;
  readonly way: Dispatcher;
  readonly signal: AbortSignal;
}

async function exchange(
  request: HttpRequest,
  { options, tokens, way, signal }: Passage,
): Promise<Result<Answer>> {
  const url = addressOf(options.baseUrl, request);
  if (url.origin !== options.baseUrl) return err('internal', { detail: 'a path that leaves the origin' });
  const body = request.body === undefined ? null : JSON.stringify(request.body);
  const answer = await send(url, {
    dispatcher: way,
    method: request.method,
    body,
    signal,
    reset: request.once === true,
    headers: headersOf(tokens, body),
  });
  const { bodyBytes } = options.limits ?? HTTP_LIMITS;
  const serverTime = serverTimeOf(answer.headers);
  const bytes = await readBody(answer.body, headerOf(answer.headers, 'content-encoding'), bodyBytes);
  if (answer.statusCode >= 200 && answer.statusCode < 300) {
    return ok({ status: answer.statusCode, bytes, serverTime, etag: headerOf(answer.headers, 'etag') });
  }
  const serverNow = serverTime ?? options.clock.now();
  return errorOfStatus(
    answer.statusCode,
    bytes,
    retryAfterMs(headerOf(answer.headers, 'retry-after'), serverNow),
  );
}

async function attempt(request: HttpRequest, passage: Omit<Passage, 'signal'>): Promise<Result<Answer>> {
  const deadline = AbortSignal.timeout((passage.options.limits ?? HTTP_LIMITS).wholeMs);
  const signal = request.signal === undefined ? deadline : AbortSignal.any([request.signal, deadline]);
  try {
    return await exchange(request, { ...passage, signal });
  } catch (thrown) {
    return errorOf(thrown, request.signal, deadline);
  }
}

/**
 * Opens the way to one account's service. Both credentials (service's document, section 5) go to its own
 * origin and nowhere else; redirects are errors, never followed.
 */
export function createHttp(options: HttpOptions): Http {
  let { tokens, proxyRule: rule = 'DIRECT' } = options;
  const open = (): Result<Dispatcher> =>
    createDispatcher(rule, options.limits ?? HTTP_LIMITS, options.trust ?? []);
  let shared = open();

  const request = async (wanted: HttpRequest): Promise<Result<Answer>> => {
    const isFresh = wanted.once === true;
    const way = isFresh ? open() : shared;
    if (!way.ok) return way;
    const answer = await attempt(wanted, { options, tokens, way: way.value });
    if (isFresh) await way.value.destroy();
    return answer;
  };

  return {
    request,
    setTokens: (renewed) => {
      tokens = renewed;
    },
    setProxy: (changed) => {
      if (changed === rule) return;
      const former = shared;
      rule = changed;
      shared = open();
      if (former.ok) void former.value.close(); // requests under way may finish
    },
    close: async () => {
      if (shared.ok) await shared.value.destroy();
    },
  };
}
