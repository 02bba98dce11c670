/**
 * Classifies the hosts of addresses. Host names are expected as the WHATWG URL parser returns them: in lower
 * case, with every notation of an IPv4 address (decimal, octal, hexadecimal, shortened) as four numbers.
 */

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const IP_ADDRESS = /^(\[.*\]|\d{1,3}(\.\d{1,3}){3})$/;
/** Endings that no public name has: RFC 6761, 6762 and 8375, and those that ICANN keeps for private use. */
const PRIVATE_ENDING = /\.(local|localdomain|internal|intranet|private|corp|home|lan|home\.arpa)$/;

/** A regular expression would take quadratic time: a host may have thousands of dots. */
function removeTrailingDots(hostname: string): string {
  let end = hostname.length;
  while (hostname.charAt(end - 1) === '.') end -= 1;
  return hostname.slice(0, end);
}

/** Returns whether a host name means this computer, in one of the usual forms. */
export function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}

/** Returns whether a host is an IP address instead of a name. */
export function isIpAddress(hostname: string): boolean {
  return IP_ADDRESS.test(hostname);
}

/**
 * Returns whether a name has no domain, or is one of this computer: `localhost`, `x.localhost`, `router`. Such a
 * name leads to this computer or to one beside it.
 */
export function isHostNameWithoutDomain(hostname: string): boolean {
  const name = removeTrailingDots(hostname);
  return !name.includes('.') || name.endsWith('.localhost');
}

/** Returns whether a name exists in a private network only, such as `files.clinic.internal`. */
export function isPrivateHostName(hostname: string): boolean {
  return PRIVATE_ENDING.test(removeTrailingDots(hostname));
}

/**
 * Returns whether a host is another one, or lies in the same domain: `files.clinic.internal` and
 * `api.clinic.internal` do. A domain has at least two labels.
 */
export function isInSameDomain(hostname: string, other: string): boolean {
  const [, ...parent] = other.split('.');
  const domain = parent.length < 2 ? other : parent.join('.');
  return hostname === other || hostname.endsWith(`.${domain}`);
}
