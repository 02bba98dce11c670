import type { ParsedUrl } from './accounts.ts';
import { SERVICE_ASSUMPTIONS } from './assumptions.ts';
import { isHostNameWithoutDomain, isIpAddress } from './hosts.ts';
import { isAnyId, isId, type Kind } from './records.ts';

/** The parts of a parsed address that decide whether it may be opened. */
export type VideoCallUrlParts = Pick<ParsedUrl, 'protocol' | 'hostname' | 'username' | 'password'> & {
  readonly href: string;
};

/** Why the address of a video call is shown as text and cannot be opened. */
export type VideoCallAddressProblem =
  | 'none'
  | 'characters'
  | 'no-address'
  | 'not-https'
  | 'password'
  | 'local';

/** The address of a video call: one that may be opened after confirmation, or the problem with it. */
export type VideoCallAddressCheck =
  | { readonly isOpenable: true; readonly href: string; readonly host: string }
  | { readonly isOpenable: false; readonly why: VideoCallAddressProblem };

const MAX_LENGTH = 2_048;

const refuse = (why: VideoCallAddressProblem): VideoCallAddressCheck => ({ isOpenable: false, why });

/**
 * Reads the `join_url` of a video call (service's document, section 2.4). It must use https, contain no user
 * name or password, which could disguise the host, and lead neither to this computer nor to an IP address: those
 * are programs and devices here, not calls.
 * @param parse the WHATWG parser of the platform; returns null for invalid addresses
 */
export function parseVideoCallAddress(
  text: string,
  parse: (text: string) => VideoCallUrlParts | null,
): VideoCallAddressCheck {
  if (text.trim() === '') return refuse('none');
  // The parser removes tabs and line breaks silently; an address that contains them may mislead the user.
  if (text.length > MAX_LENGTH || /[\s\\\p{Cc}]/u.test(text)) return refuse('characters');
  const url = parse(text);
  if (url === null) return refuse('no-address');
  if (url.protocol !== 'https:' || url.hostname === '') return refuse('not-https');
  if (url.username !== '' || url.password !== '') return refuse('password');
  if (isIpAddress(url.hostname) || isHostNameWithoutDomain(url.hostname)) return refuse('local');
  return { isOpenable: true, href: url.href, host: url.hostname };
}

/** Why the link of a notification's button is shown as text and cannot be followed. */
export type InAppLinkProblem = 'too-long' | 'characters' | 'elsewhere' | 'no-path';

/** Where the link of a notification's button leads within Intray. */
export type InAppLinkTarget =
  /** The button has no link. */
  | { readonly leadsTo: 'nothing' }
  | { readonly leadsTo: 'record'; readonly kind: Kind; readonly id: string }
  | { readonly leadsTo: 'patient'; readonly id: string }
  /** The link leads to an object, such as an appointment, that is known only from notifications. */
  | { readonly leadsTo: 'object'; readonly object: 'appointment' | 'message'; readonly id: string }
  /** The link's path corresponds to no screen of Intray. */
  | { readonly leadsTo: 'unknown'; readonly path: string }
  | { readonly leadsTo: 'odd'; readonly why: InAppLinkProblem };

const MAX_IN_APP_LINK_LENGTH = 2_000;
/** The id of an object that the service's document does not name; it may have no prefix. */
const PLAIN_ID = /^[A-Za-z0-9][A-Za-z0-9._~-]{0,159}$/;
const UNUSUAL = /[\s\\\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u;

const SCREENS: ReadonlyMap<string, string> = new Map(Object.entries(SERVICE_ASSUMPTIONS.inAppLinks.paths));

/**
 * Returns the decoded text of a link segment; null where its escapes are invalid or hide characters that a
 * link must not contain. An id may contain them: an id that does not fit its kind leads nowhere.
 */
function decodeSegment(piece: string): string | null {
  try {
    const meant = decodeURIComponent(piece);
    return UNUSUAL.test(meant) && !isAnyId(meant) ? null : meant;
  } catch {
    return null;
  }
}

/** The segments of a link's path and its query, split and decoded. */
interface LinkParts {
  readonly segments: readonly string[];
  readonly query: readonly (readonly [name: string, value: string])[];
}

function toLinkParts(link: string): LinkParts | null {
  const [address = ''] = link.split('#', 1);
  const cut = address.indexOf('?');
  const path = cut < 0 ? address : address.slice(0, cut);
  const segments = path.split('/').filter((segment) => segment !== '');
  const pairs = (cut < 0 ? '' : address.slice(cut + 1)).split('&').filter((pair) => pair !== '');
  const query = pairs.map((pair) => {
    const equals = pair.indexOf('=');
    return equals < 0 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)];
  });
  const all = [...segments, ...query.flat()].map(decodeSegment);
  if (all.includes(null)) return null;
  const texts = all.filter((piece) => piece !== null);
  return {
    segments: texts.slice(0, segments.length),
    query: query.map((_, index) => {
      const at = segments.length + 2 * index;
      return [texts[at] ?? '', texts[at + 1] ?? ''] as const;
    }),
  };
}

/** Returns the only id that a link gives for a screen; null where it gives none, or more than one. */
function findId({ segments, query }: LinkParts, screen: string): string | null {
  const names: ReadonlySet<string> = new Set([screen, `${screen}_id`, 'id']);
  const named = query.filter(([name]) => names.has(name.toLowerCase())).map(([, value]) => value);
  const found = new Set([...named, ...segments.slice(1)]);
  const [id] = found;
  return found.size === 1 && id !== undefined ? id : null;
}

function getTarget(screen: string, id: string): InAppLinkTarget | null {
  switch (screen) {
    case 'requisition':
    case 'form':
    case 'notification':
      return isId(screen, id) ? { leadsTo: 'record', kind: screen, id } : null;
    case 'patient':
      return isId('user', id) ? { leadsTo: 'patient', id } : null;
    case 'appointment':
    case 'message':
      return isAnyId(id) || PLAIN_ID.test(id) ? { leadsTo: 'object', object: screen, id } : null;
    default:
      return null;
  }
}

function findLinkProblem(link: string): InAppLinkProblem | null {
  if (link.length > MAX_IN_APP_LINK_LENGTH) return 'too-long';
  if (UNUSUAL.test(link)) return 'characters';
  if (/^[a-z][a-z0-9+.-]*:/i.test(link) || link.startsWith('//')) return 'elsewhere';
  return link.startsWith('/') ? null : 'no-path';
}

/**
 * Reads the link of a notification's button: an in-application path that may carry a query string with the id
 * of the object (service's document, section 2.4). The document does not list paths and names: see the
 * assumptions. Pure function; the link is not followed.
 */
export function parseInAppLink(link: string): InAppLinkTarget {
  if (link === '') return { leadsTo: 'nothing' };
  const odd = findLinkProblem(link);
  if (odd !== null) return { leadsTo: 'odd', why: odd };
  const pieces = toLinkParts(link);
  if (pieces === null) return { leadsTo: 'odd', why: 'characters' };
  const screen = SCREENS.get(pieces.segments[0]?.toLowerCase() ?? '');
  const id = screen === undefined ? null : findId(pieces, screen);
  const target = screen === undefined || id === null ? null : getTarget(screen, id);
  return target ?? { leadsTo: 'unknown', path: link };
}
