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
 * The dispatcher that most requests of a client share. The first of them creates it: to read undici and the system's certificates
 * takes longer than opening an account's files.
 */
class SharedDispatcher {
  readonly #route: () => ServiceConnectionSettings;
  #opening: Promise<Result<Dispatcher>> | null = null;

  /** @param route how the service is reached when the dispatcher is created */
  constructor(route: () => ServiceConnectionSettings) {
    this.#route = route;
  }

  /** Returns the dispatcher; errors as `createDispatcher`, after which the next call tries again. */
  async get(): Promise<Result<Dispatcher>> {
    for (;;) {
      const opening = (this.#opening ??= createDispatcher(this.#route()));
      const opened = await opening;
      // One that was replaced while it was being created is not used.
      if (this.#opening !== opening) continue;
      if (!opened.ok) this.#opening = null;
      return opened;
    }
  }

  /** Lets later requests have another dispatcher; those in progress finish on this one. */
  replace(): void {
    const former = this.#opening;
    this.#opening = null;
    void former?.then((opened) => {
      // Requests that have just got it begin before it refuses further ones.
      if (opened.ok) setImmediate(() => void opened.value.close());
    });
  }

  /** Cancels the requests of the dispatcher. */
  async destroy(): Promise<void> {
    const opened = await this.#opening;
    if (opened?.ok === true) await opened.value.destroy();
  }
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
  const shared = new SharedDispatcher(route);

  const pass = (request: HttpRequest, dispatcher: Dispatcher): Promise<HttpResult> =>
    sendRequest(request, { origin, clock, limits, tokens, dispatcher, closing: closing.signal });

  const passShared = async (request: HttpRequest): Promise<HttpResult> => {
    const dispatcher = await shared.get();
    return dispatcher.ok ? pass(request, dispatcher.value) : dispatcher;
  };

  const passOnce = async (request: HttpRequest): Promise<HttpResult> => {
    const dispatcher = await createSingleRequestDispatcher(route());
    if (!dispatcher.ok) return dispatcher;
    const reply = await pass(request, dispatcher.value.dispatcher);
    await dispatcher.value.dispatcher.destroy();
    return reply.ok ? reply : { ...reply, mayHaveLeft: dispatcher.value.hasConnected() };
  };

  const follow = async (download: PdfDownloadRequest): Promise<Result<DownloadedPdf>> => {
    if (!isAllowedPdfLink(download.url, origin))
      return err('link-refused', { detail: 'the link leads astray' });
    const dispatcher = await createDispatcher({ ...route(), origin: download.url.origin });
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
      return request.once === true ? passOnce(request) : passShared(request);
    },
    setTokens: (renewed) => {
      tokens = renewed;
    },
    setProxy: (changed) => {
      if (changed === proxyRule) return;
      proxyRule = changed;
      shared.replace();
    },
    close: async () => {
      closing.abort();
      await shared.destroy();
    },
  };
}
