import type { BrowserWindow } from 'electron';

export interface ZoomStore {
  /** The remembered level: 0 is the original size, each step is a fifth larger or smaller. */
  readonly read: () => number;
  readonly save: (level: number) => void;
}

/**
 * Remembers how large the page is shown: the session of the windows keeps nothing. Electron has no event for a
 * level that was chosen in the menu, so the level is read when the user leaves the window.
 */
export function storeZoomOnBlurAndRestore(window: BrowserWindow, { read, save }: ZoomStore): void {
  const { webContents } = window;
  let isApplied = false;
  webContents.on('did-finish-load', () => {
    webContents.setZoomLevel(read());
    isApplied = true;
  });
  const store = (): void => {
    if (!isApplied) return;
    const level = webContents.getZoomLevel();
    if (level !== read()) save(level);
  };
  window.on('blur', store);
  window.on('close', store);
}

/** Shows the pages in the size that the user has chosen in one of them. */
export function applyZoomLevel(windows: readonly BrowserWindow[], level: number): void {
  for (const { webContents } of windows) webContents.setZoomLevel(level);
}
