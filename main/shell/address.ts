/** The address of the page: one scheme, one host. No other address belongs to this program. */
export const APP_SCHEME = 'app';
const HOST = 'intray';

/** The address of the page that every window opens. */
export const START_PAGE_ADDRESS = `${APP_SCHEME}://${HOST}/index.html`;

/**
 * Returns whether an address belongs to the page's origin. Protocol and host are compared, never a prefix of
 * the text; `origin` cannot be used, because Node returns "null" for a custom scheme.
 */
export function isAddressOfAppPage(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '') return false;
  return url.protocol === `${APP_SCHEME}:` && url.host === HOST;
}
