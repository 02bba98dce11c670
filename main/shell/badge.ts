import { app, nativeImage, type BrowserWindow, type NativeImage } from 'electron';

const SIDE = 16;
/** The accent, as blue, green, red and opacity. */
const COLOUR = [0x74, 0x6c, 0x0a, 0xff] as const;

/** A filled circle. Windows shows no number of its own there. */
function dot(): NativeImage {
  const pixels = Buffer.alloc(SIDE * SIDE * COLOUR.length);
  const middle = (SIDE - 1) / 2;
  for (let place = 0; place < SIDE * SIDE; place++) {
    const distance = Math.hypot((place % SIDE) - middle, Math.floor(place / SIDE) - middle);
    if (distance <= middle) pixels.set(COLOUR, place * COLOUR.length);
  }
  return nativeImage.createFromBitmap(pixels, { width: SIDE, height: SIDE });
}

/** Shows how many alerts are unread on the program's sign in dock or task bar; 0 takes it away. */
export function showUnread(count: number, window: BrowserWindow | null): void {
  if (process.platform === 'win32') window?.setOverlayIcon(count === 0 ? null : dot(), `${count} unread`);
  else app.setBadgeCount(count);
}
