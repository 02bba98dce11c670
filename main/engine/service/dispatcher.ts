import tls from 'node:tls';
import { Agent, ProxyAgent, type Dispatcher } from 'undici';
import { err, ok, type Result } from '#contract/result.ts';
import { once } from '#main/base/async.ts';
import type { HttpLimits } from './limits.ts';

/** The certificates that the system and Node trust. Read once: reading the system's store takes long. */
const trustedCertificates = once((): string[] => [
  ...new Set([...tls.getCACertificates('default'), ...tls.getCACertificates('system')]),
]);

/**
 * The way to the service.
 * @param proxyRule what the system answered for the base address, first choice first, for example
 *   `PROXY 10.0.0.1:3128; DIRECT`
 * @returns a dispatcher, or `proxy-unsupported` when the first choice is a proxy that cannot be passed
 */
export function createDispatcher(
  proxyRule: string,
  limits: HttpLimits,
  trust: readonly string[],
): Result<Dispatcher> {
  const [choice = 'DIRECT'] = proxyRule.split(';').map((part) => part.trim());
  const [kind = 'DIRECT', host = ''] = choice.split(/\s+/);
  const secure = { ca: [...trustedCertificates(), ...trust] };
  const options = {
    headersTimeout: limits.headersMs,
    bodyTimeout: limits.idleMs,
    connect: { ...secure, timeout: limits.connectMs },
  };
  if (kind === '' || kind === 'DIRECT') return ok(new Agent(options));
  if (kind !== 'PROXY' && kind !== 'HTTPS') return err('proxy-unsupported', { detail: kind.slice(0, 20) });
  const uri = `${kind === 'HTTPS' ? 'https' : 'http'}://${host}`;
  if (host === '' || !URL.canParse(uri)) return err('proxy-unsupported', { detail: 'unreadable address' });
  return ok(new ProxyAgent({ ...options, uri, proxyTunnel: true, requestTls: secure, proxyTls: secure }));
}
