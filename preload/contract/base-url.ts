import { err, ok, type Result } from './result.ts';

/** Minimal view of the WHATWG URL, so that this folder stays free of DOM and Node types. */
export interface ParsedUrl {
  readonly protocol: string;
  readonly hostname: string;
  readonly username: string;
  readonly password: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  readonly origin: string;
  readonly port: string;
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const IP_LITERAL = /^(\[.*\]|\d{1,3}(\.\d{1,3}){3})$/;

/** Whether a host name is this computer itself. */
export function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}

function refuse(detail: string): Result<string> {
  return err('insecure-address', { detail });
}

function shapeProblem(url: ParsedUrl): string | null {
  if (url.username !== '' || url.password !== '') return 'a user name or password in it';
  if (url.search !== '' || url.hash !== '' || !/^\/?$/.test(url.pathname)) return 'a path or query in it';
  return url.port === '0' ? 'port 0' : null;
}

function hostProblem({ protocol, hostname }: ParsedUrl): string | null {
  if (isLoopbackHost(hostname)) return /^https?:$/.test(protocol) ? null : 'not https';
  if (protocol !== 'https:') return 'not https';
  if (IP_LITERAL.test(hostname)) return 'an IP address instead of a host name';
  if (hostname.endsWith('.')) return 'a trailing dot';
  return hostname.includes('.') ? null : 'a host name without a domain';
}

/**
 * Checks a base address and answers its origin (service's document, section 5: host-specific, HTTPS).
 * Plain http is accepted on loopback alone, for the demo clinic and tests.
 * @param text what the person typed
 * @param parse the host's WHATWG parser, answering null for what does not parse
 */
export function checkBaseUrl(text: string, parse: (text: string) => ParsedUrl | null): Result<string> {
  // The parser drops tabs and line breaks in silence; an address with them is not what it seems.
  // oxlint-disable-next-line no-control-regex -- control characters are what is refused
  if (text.length > 2048 || /[\u0000-\u001f\u007f\\]/.test(text.trim())) return refuse('unusual characters');
  const url = parse(text.trim());
  if (url === null) return refuse('not an address');
  const problem = shapeProblem(url) ?? hostProblem(url);
  return problem === null ? ok(url.origin) : refuse(problem);
}
