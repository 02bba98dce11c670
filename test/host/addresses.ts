/**
 * Chromium does not know our scheme, so a page of `app://intray` is loaded as one of
 * `https://intray.invalid`: a name that no resolver knows.
 */
const SHOWN = /^https:\/\/([a-z0-9-]+)\.invalid(?=[/?#]|$)/;
const OWN = /^app:\/\/([a-z0-9-]+)(?=[/?#]|$)/;

/** Returns the address as Chromium shows it. Others are unchanged. */
export function shownAddress(address: string): string {
  return address.replace(OWN, 'https://$1.invalid');
}

/** Returns the address as the main bundle knows it. Others are unchanged. */
export function ownAddress(address: string): string {
  return address.replace(SHOWN, 'app://$1');
}

/** Whether Chromium requests something that a protocol handler serves. */
export function isHandled(shown: string): boolean {
  return SHOWN.test(shown);
}
