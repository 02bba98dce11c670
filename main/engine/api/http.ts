import type { Dispatcher } from 'undici';
import type { Tokens } from '#contract/accounts.ts';
import { err, type Result } from '#contract/result.ts';
import type { Clock } from '#main/base/clock.ts';
import {
  createSingleRequestDispatcher,
  createDispatcher,
  createTlsContextProvider,
  type ServiceConnectionSettings,
} from './dispatcher.ts';
import { sendRequest } from './send-request.ts';
import { DEFAULT_HTTP_LIMITS, type HttpLimits, type HttpRequest, type HttpResult } from './http-types.ts';
import { downloadPdf, type PdfDownloadRequest, type DownloadedPdf } from './pdf-download.ts';
import { isAllowedPdfLink } from './pdf-link.ts';

export type { HttpResponse, HttpRequest, HttpResult } from './http-types.ts';

/** HTTP client of one account's service. Returns errors, never throws. */
export interface HttpClient {
  request(request: HttpRequest): Promise<HttpResult>;
  /**
   * Follows a signed link (service's document, section 8) once, over a separate connection without
   * credentials or other identification. Returns 'link-refused' for a link to a forbidden address; other
   * errors as `downloadPdf`.
   */
  download(download: PdfDownloadRequest): Promise<Result<DownloadedPdf>>;
  /** Sets the tokens of all later requests. */
  setTokens(tokens: Tokens): void;
  /** Sets the proxy rule of all later requests, as the system's proxy settings return it. */
  setProxy(rule: string): void;
  /** Cancels all requests; these and all later ones return 'cancelled'. */
  close(): Promise<void>;
}

export interface HttpClientOptions {
  /** The account's origin, as `validateBaseUrlToOrigin` returned it. */
  readonly baseUrl: string;
  readonly tokens: Tokens;
  readonly clock: Clock;
  readonly proxyRule?: string;
  readonly limits?: HttpLimits;
  /** Certificates to trust besides those of the system and of Node, as PEM. */
  readonly trust?: readonly string[];
}

/**
 * Creates the HTTP client of one account's service. Both credentials (service's document, section 5) are sent
 * to its own origin only; redirects are errors and are never followed.
 */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { baseUrl: origin, clock, limits = DEFAULT_HTTP_LIMITS } = options;
  const trusted = createTlsContextProvider(options.trust ?? []);
  const closing = new AbortController();
  let { tokens, proxyRule = 'DIRECT' } = options;
  const route = (): ServiceConnectionSettings => ({ origin, proxyRule, limits, trusted });
  // Created by the first request: reading the system's certificates takes longer than opening an account's files.
  let shared: Result<Dispatcher> | null = null;

  const pass = (request: HttpRequest, dispatcher: Dispatcher): Promise<HttpResult> =>
    sendRequest(request, { origin, clock, limits, tokens, dispatcher, closing: closing.signal });

  const passOnce = async (request: HttpRequest): Promise<HttpResult> => {
    const dispatcher = createSingleRequestDispatcher(route());
    if (!dispatcher.ok) return dispatcher;
    const reply = await pass(request, dispatcher.value.dispatcher);
    await dispatcher.value.dispatcher.destroy();
    return reply.ok ? reply : { ...reply, mayHaveLeft: dispatcher.value.hasConnected() };
  };

  const follow = async (download: PdfDownloadRequest): Promise<Result<DownloadedPdf>> => {
    if (!isAllowedPdfLink(download.url, origin))
      return err('link-refused', { detail: 'the link leads astray' });
    const dispatcher = createDispatcher({ ...route(), origin: download.url.origin });
    if (!dispatcher.ok) return dispatcher;
    const signal = AbortSignal.any([download.signal, closing.signal]);
    const received = await downloadPdf({ ...download, signal }, dispatcher.value, limits);
    await dispatcher.value.destroy();
    return received;
  };

  return {
    download: follow,
    request: (request) => {
      if (closing.signal.aborted) return Promise.resolve(err('cancelled'));
      if (request.once === true) return passOnce(request);
      shared ??= createDispatcher(route());
      return shared.ok ? pass(request, shared.value) : Promise.resolve(shared);
    },
    setTokens: (renewed) => {
      tokens = renewed;
    },
    setProxy: (changed) => {
      if (changed === proxyRule) return;
      const former = shared;
      proxyRule = changed;
      shared = null;
      if (former?.ok === true) void former.value.close(); // Requests in progress finish on the former dispatcher.
    },
    close: async () => {
      closing.abort();
      if (shared?.ok === true) await shared.value.destroy();
    },
  };
}
