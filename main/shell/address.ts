/** Where the page lives: one scheme, one host. Nothing else is ours. */
export const SCHEME = 'app';
const HOST = 'intray';

/** The page that every window opens. */
export const START_ADDRESS = `${SCHEME}://${HOST}/index.html`;

/**
 * Whether an address lies in our own page's origin. Protocol and host are compared, never a prefix of the
 * text; `origin` is no help, because Node reports that of a custom scheme as "null".
 */
export function isOwnAddress(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '') return false;
  return url.protocol === `${SCHEME}:` && url.host === HOST;
}
