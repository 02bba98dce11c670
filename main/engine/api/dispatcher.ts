import tls, { type SecureContext } from 'node:tls';
import { Agent, Client, ProxyAgent, type Dispatcher } from 'undici';
import { err, ok, type Result } from '#contract/result.ts';
import { once } from '#main/base/async.ts';
import type { HttpLimits } from './http-types.ts';

/** Where the way to a service leads and what it may take. */
export interface Route {
  /** Origin of the service. */
  readonly origin: string;
  /** What the system answered for it, first choice first, for example `PROXY 10.0.0.1:3128; DIRECT`. */
  readonly proxyRule: string;
  readonly limits: HttpLimits;
  readonly trusted: () => SecureContext;
}

/** A way for one request alone. */
export interface SingleDispatcher {
  readonly dispatcher: Dispatcher;
  /** Whether the service was reached: before that no byte of the request can have left. */
  hasConnected(): boolean;
}

/** The certificates that the system and Node trust. Read once: reading the system's store takes long. */
const trustedCertificates = once((): string[] => [
  ...new Set([...tls.getCACertificates('default'), ...tls.getCACertificates('system')]),
]);

/** What a server's certificate is checked against; made at the first need and kept, because hundreds are parsed. */
export function findTrust(further: readonly string[]): () => SecureContext {
  return once(() => tls.createSecureContext({ ca: [...trustedCertificates(), ...further] }));
}

/** The address of the proxy that a rule puts first; null where it says to go without one. */
function findProxy(rule: string): Result<string | null> {
  const [choice = ''] = rule.split(';');
  const [kind = '', host = ''] = choice.trim().split(/\s+/);
  if (kind === '' || kind === 'DIRECT') return ok(null);
  if (kind !== 'PROXY' && kind !== 'HTTPS') return err('proxy-unsupported', { detail: kind.slice(0, 20) });
  const address = `${kind === 'HTTPS' ? 'https' : 'http'}://${host}`;
  if (host !== '' && URL.canParse(address)) return ok(address);
  return err('proxy-unsupported', { detail: 'unreadable address' });
}

function open(
  { origin, proxyRule, limits, trusted }: Route,
  factory?: Agent.Options['factory'],
): Result<Dispatcher> {
  const proxy = findProxy(proxyRule);
  if (!proxy.ok) return proxy;
  const usesTls = [origin, proxy.value].some((address) => address?.startsWith('https:'));
  const connect = {
    // Said aloud, so that no variable of the environment can switch the check off.
    ...(usesTls ? { secureContext: trusted(), rejectUnauthorized: true } : {}),
    timeout: limits.connectMs,
  };
  const options = {
    headersTimeout: limits.headersMs,
    bodyTimeout: limits.idleMs,
    allowH2: false, // over HTTP/2 a request may be sent again without our knowing
    ...(factory === undefined ? {} : { factory }),
  };
  if (proxy.value === null) return ok(new Agent({ ...options, connect }));
  const tunnel = { uri: proxy.value, proxyTunnel: true, requestTls: connect, proxyTls: connect };
  return ok(new ProxyAgent({ ...options, ...tunnel }));
}

/** The way that most requests share. `proxy-unsupported` when the first choice is a proxy that cannot be passed. */
export function createDispatcher(route: Route): Result<Dispatcher> {
  return open(route);
}

/** A way over a connection of its own; errors as `createDispatcher`. */
export function createSingleDispatcher(route: Route): Result<SingleDispatcher> {
  let isConnected = false;
  const opened = open(route, (origin, options) =>
    new Client(origin, options).on('connect', () => {
      isConnected = true;
    }),
  );
  return opened.ok ? ok({ dispatcher: opened.value, hasConnected: () => isConnected }) : opened;
}
