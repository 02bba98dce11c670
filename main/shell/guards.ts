import { app, type Event, type Session, type WebContents } from 'electron';
import { isAddressOfAppPage } from './address.ts';

/** The only permission of a page: copying selected text. */
const ALLOWED_PERMISSION = 'clipboard-sanitized-write';

const USB_CLASSES = [
  'audio',
  'audio-video',
  'hid',
  'mass-storage',
  'smart-card',
  'video',
  'wireless',
] as const;

interface Navigation extends Event {
  readonly url: string;
}

function preventLeaving(event: Navigation): void {
  if (!isAddressOfAppPage(event.url)) event.preventDefault();
}

/**
 * Prevents a page from leaving its address. A Content-Security-Policy prevents neither navigation, nor new
 * windows, nor the network addresses that WebRTC reveals.
 */
function guardContents(contents: WebContents): void {
  contents.on('will-navigate', preventLeaving);
  contents.on('will-frame-navigate', preventLeaving);
  contents.on('will-redirect', preventLeaving);
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.on('select-bluetooth-device', (event, _devices, choose) => {
    event.preventDefault();
    choose('');
  });
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
}

/** Guards every page of this program from the moment it is created. */
export function guardAllWebContents(): void {
  app.on('web-contents-created', (_event, contents) => guardContents(contents));
}

/** Denies the permission requests of a session's pages; Electron's default is to grant them. */
export function denyPermissionRequests(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) => {
    answer(
      permission === ALLOWED_PERMISSION && details.isMainFrame && isAddressOfAppPage(details.requestingUrl),
    );
  });
  session.setPermissionCheckHandler(
    (contents, permission, origin, details) =>
      permission === ALLOWED_PERMISSION &&
      contents !== null &&
      details.isMainFrame &&
      isAddressOfAppPage(origin),
  );
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => answer(null));
  session.setUSBProtectedClassesHandler(() => [...USB_CLASSES]);
  session.on('will-download', (event) => event.preventDefault());
  session.setSpellCheckerEnabled(false);
}
