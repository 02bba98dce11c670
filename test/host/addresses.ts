/**
 * Chromium does not know our scheme, so a page of `app://intray` is shown as one of `https://intray.invalid`:
 * a name that no resolver ever answers for.
 */
const SHOWN = /^https:\/\/([a-z0-9-]+)\.invalid(?=[/?#]|$)/;
const OWN = /^app:\/\/([a-z0-9-]+)(?=[/?#]|$)/;

/** The address as Chromium shows it. Others stay as they are. */
export function shownAddress(address: string): string {
  return address.replace(OWN, 'https://$1.invalid');
}

/** The address as the main bundle knows it. Others stay as they are. */
export function ownAddress(address: string): string {
  return address.replace(SHOWN, 'app://$1');
}

/** Whether Chromium asks for something that a protocol handler answers. */
export function isHandled(shown: string): boolean {
  return SHOWN.test(shown);
}
