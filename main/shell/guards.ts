import { app, type Event, type Session, type WebContents } from 'electron';
import { isOwnAddress } from './address.ts';

/** The one thing a page may do beyond showing itself: copy what the person selected. */
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

function keepAtHome(event: Navigation): void {
  if (!isOwnAddress(event.url)) event.preventDefault();
}

/**
 * Keeps a page where it is. A Content-Security-Policy stops neither navigation, nor new windows, nor the
 * addresses that WebRTC tells a stranger.
 */
function guardContents(contents: WebContents): void {
  contents.on('will-navigate', keepAtHome);
  contents.on('will-frame-navigate', keepAtHome);
  contents.on('will-redirect', keepAtHome);
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.on('select-bluetooth-device', (event, _devices, choose) => {
    event.preventDefault();
    choose('');
  });
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
}

/** Guards every page that this program will ever make, from its first moment. */
export function guardAllContents(): void {
  app.on('web-contents-created', (_event, contents) => guardContents(contents));
}

/** Denies what pages of a session ask for; Electron's own answer would be yes. */
export function guardSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) => {
    answer(permission === ALLOWED_PERMISSION && details.isMainFrame && isOwnAddress(details.requestingUrl));
  });
  session.setPermissionCheckHandler(
    (contents, permission, origin, details) =>
      permission === ALLOWED_PERMISSION && contents !== null && details.isMainFrame && isOwnAddress(origin),
  );
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => answer(null));
  session.setUSBProtectedClassesHandler(() => [...USB_CLASSES]);
  session.on('will-download', (event) => event.preventDefault());
  session.setSpellCheckerEnabled(false);
}
