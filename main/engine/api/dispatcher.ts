import tls, { type SecureContext } from 'node:tls';
import type * as Undici from 'undici';
import type { Agent, Dispatcher } from 'undici';
import { err, ok, type Result } from '#contract/result.ts';
import { memoize } from '#main/base/async.ts';
import { NO_HTTP_CLIENT, type HttpLimits } from './http-types.ts';

/** How the service is reached: its origin, the proxy rule, the limits and the trusted certificates. */
export interface ServiceConnectionSettings {
  /** Origin of the service. */
  readonly origin: string;
  /**
   * The system's proxy rule for the origin, first choice first, for example `PROXY 10.0.0.1:3128; DIRECT`.
   */
  readonly proxyRule: string;
  readonly limits: HttpLimits;
  readonly trusted: () => SecureContext;
}

/** An undici dispatcher with one connection of its own, for one request. */
export interface SingleRequestDispatcher {
  readonly dispatcher: Dispatcher;
  /** Whether the service was reached: before that no byte of the request can have left. */
  hasConnected(): boolean;
}

/** Certificates that the system and Node trust. Cached: reading the system's store is slow. */
const trustedCertificates = memoize((): string[] => [
  ...new Set([...tls.getCACertificates('default'), ...tls.getCACertificates('system')]),
]);

/**
 * Returns a function that returns the trusted certificates as a TLS context. The context is created by its
 * first call and kept, because hundreds of certificates are parsed.
 */
export function createTlsContextProvider(further: readonly string[]): () => SecureContext {
  return memoize(() => tls.createSecureContext({ ca: [...trustedCertificates(), ...further] }));
}

/** Returns the address of the first proxy of a rule; null for a direct connection. */
function findProxy(rule: string): Result<string | null> {
  const [choice = ''] = rule.split(';');
  const [kind = '', host = ''] = choice.trim().split(/\s+/);
  if (kind === '' || kind === 'DIRECT') return ok(null);
  if (kind !== 'PROXY' && kind !== 'HTTPS') return err('proxy-unsupported', { detail: kind.slice(0, 20) });
  const address = `${kind === 'HTTPS' ? 'https' : 'http'}://${host}`;
  if (host !== '' && URL.canParse(address)) return ok(address);
  return err('proxy-unsupported', { detail: 'unreadable address' });
}

/**
 * Calls a function with undici, which is loaded with the first request: that takes some 70 milliseconds, and the first screen needs no
 * request. 'internal' where its code or the certificates cannot be read; a later call tries again.
 */
async function withUndici<T>(use: (undici: typeof Undici) => Result<T>): Promise<Result<T>> {
  try {
    return use(await import('undici'));
  } catch {
    return err('internal', { detail: NO_HTTP_CLIENT });
  }
}

type CreateClient = NonNullable<Agent.Options['factory']>;

function open(
  { Agent, ProxyAgent }: Pick<typeof Undici, 'Agent' | 'ProxyAgent'>,
  { origin, proxyRule, limits, trusted }: ServiceConnectionSettings,
  factory?: CreateClient,
): Result<Dispatcher> {
  const proxy = findProxy(proxyRule);
  if (!proxy.ok) return proxy;
  const usesTls = [origin, proxy.value].some((address) => address?.startsWith('https:'));
  const connect = {
    // Set explicitly, so that no environment variable can switch off the check of certificates.
    ...(usesTls ? { secureContext: trusted(), rejectUnauthorized: true } : {}),
    timeout: limits.connectMs,
  };
  const options = {
    headersTimeout: limits.headersMs,
    bodyTimeout: limits.idleMs,
    allowH2: false, // HTTP/2 clients may resend a request silently
    ...(factory === undefined ? {} : { factory }),
  };
  if (proxy.value === null) return ok(new Agent({ ...options, connect }));
  const tunnel = { uri: proxy.value, proxyTunnel: true, requestTls: connect, proxyTls: connect };
  return ok(new ProxyAgent({ ...options, ...tunnel }));
}

/**
 * Creates the dispatcher that most requests share. Returns `proxy-unsupported` where the first choice is a
 * proxy that Intray cannot use, 'internal' where the dispatcher cannot be created.
 */
export function createDispatcher(route: ServiceConnectionSettings): Promise<Result<Dispatcher>> {
  return withUndici((undici) => open(undici, route));
}

/** Creates a dispatcher with a connection of its own; errors as `createDispatcher`. */
export function createSingleRequestDispatcher(
  route: ServiceConnectionSettings,
): Promise<Result<SingleRequestDispatcher>> {
  return withUndici((undici) => {
    let isConnected = false;
    const opened = open(undici, route, (origin, options) =>
      new undici.Client(origin, options).on('connect', () => {
        isConnected = true;
      }),
    );
    return opened.ok ? ok({ dispatcher: opened.value, hasConnected: () => isConnected }) : opened;
  });
}
