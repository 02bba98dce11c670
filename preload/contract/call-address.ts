import type { ParsedUrl } from './base-url.ts';

/** What of a parsed address tells whether it may be opened. */
export type CallUrl = Pick<ParsedUrl, 'protocol' | 'hostname' | 'username' | 'password'> & {
  readonly href: string;
};

/** Why the address of a video call is shown as text and never opened. */
export type CallProblem = 'none' | 'characters' | 'no-address' | 'not-https' | 'password';

/** The address of a video call: one that may be opened after asking, or why not. */
export type CallAddress =
  | { readonly isOpenable: true; readonly href: string; readonly host: string }
  | { readonly isOpenable: false; readonly why: CallProblem };

const MAX_LENGTH = 2_048;

const refused = (why: CallProblem): CallAddress => ({ isOpenable: false, why });

/**
 * Reads the `join_url` of a video call (service's document, section 2.4). Over https alone, and without a name and password in it,
 * which could make one host look like another.
 * @param parse the host's WHATWG parser, answering null for what does not parse
 */
export function readCallAddress(text: string, parse: (text: string) => CallUrl | null): CallAddress {
  if (text.trim() === '') return refused('none');
  // The parser drops tabs and line breaks in silence; an address with them is not what it seems.
  // oxlint-disable-next-line no-control-regex -- control characters are what is refused
  if (text.length > MAX_LENGTH || /[\s\\\u0000-\u001f\u007f]/.test(text)) return refused('characters');
  const url = parse(text);
  if (url === null) return refused('no-address');
  if (url.protocol !== 'https:' || url.hostname === '') return refused('not-https');
  if (url.username !== '' || url.password !== '') return refused('password');
  return { isOpenable: true, href: url.href, host: url.hostname };
}
