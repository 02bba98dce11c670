import { isLoopbackHost } from '#contract/hosts.ts';
import type { EnvironmentVariables } from '#main/vault/variables.ts';

const KIND_OF_SCHEME: Readonly<Record<string, string>> = { 'http:': 'PROXY', 'https:': 'HTTPS' };

/**
 * Returns a variable in lower or upper case, lower case first, as other programs do; an empty one counts as
 * not set.
 */
function read(variables: EnvironmentVariables, name: string): string | undefined {
  return [variables[name.toLowerCase()], variables[name]].find(
    (value) => value !== undefined && value !== '',
  );
}

function isExempt({ hostname, port }: URL, list: string): boolean {
  return list.split(/[\s,]+/).some((entry) => {
    if (entry === '*') return true;
    const [name = '', onlyPort] = entry
      .toLowerCase()
      .replace(/^\*?\./, '')
      .split(':');
    const isOther = onlyPort !== undefined && onlyPort !== (port === '' ? '443' : port);
    return !isOther && name !== '' && (hostname === name || hostname.endsWith(`.${name}`));
  });
}

function getRule(proxy: string): string {
  const address = URL.parse(proxy.includes('://') ? proxy : `http://${proxy}`);
  // A kind without a host: the engine reports that the address cannot be read.
  if (address === null || address.host === '') return 'PROXY';
  const { protocol, username, password, host } = address;
  const credentials = username === '' ? '' : `${username}:${password}@`;
  return `${KIND_OF_SCHEME[protocol] ?? protocol.slice(0, -1).toUpperCase()} ${credentials}${host}`;
}

/**
 * Returns the proxy rule of the environment for a service, in the notation of the system: `DIRECT`, `PROXY
 * host:port`, or a kind that is not supported. It reads HTTPS_PROXY and NO_PROXY, in upper or lower case.
 * @param baseUrl the account's origin; this computer itself is always reached directly
 */
export function getProxyRule(baseUrl: string, variables: EnvironmentVariables): string {
  const url = URL.parse(baseUrl);
  const proxy = read(variables, 'HTTPS_PROXY');
  if (url === null || proxy === undefined || isLoopbackHost(url.hostname)) return 'DIRECT';
  return isExempt(url, read(variables, 'NO_PROXY') ?? '') ? 'DIRECT' : getRule(proxy);
}
