import type { BrowserWindow } from 'electron';
import { waitForPromiseAtMost } from '#main/base/async.ts';
import { writeFileAtomically } from '#main/base/write-file.ts';
import type { Clock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';
import { isScreenTitle } from './window.ts';

/** Maximum wait for the account and its first screen; then the picture shows what is there. */
const MAX_WAIT = 15 * SECOND;
/** How long the page may take to render what it has received, before the picture is made. */
const RENDER_TIME = 2 * SECOND;
/** Maximum wait for the picture: a window that the desktop does not draw may never return one. */
const CAPTURE_TIME = 10 * SECOND;

export interface ScreenshotOptions {
  readonly window: BrowserWindow;
  /** Full path of the PNG to write. */
  readonly file: string;
  /** Settles when an account is open or could not be opened. */
  readonly ready: Promise<unknown>;
  readonly clock: Clock;
}

/** Resolves when the page shows a screen: it names it in its title once it has rendered it. */
function waitForScreen(window: BrowserWindow): Promise<void> {
  return new Promise((resolve) => {
    window.on('page-title-updated', (_event, title) => {
      if (isScreenTitle(title)) resolve();
    });
  });
}

/**
 * Writes one picture of the window. Call it before the page of the window is loaded.
 * @throws where the window returns no picture in time, or the file cannot be written
 */
export async function writeScreenshot({ window, file, ready, clock }: ScreenshotOptions): Promise<void> {
  await waitForPromiseAtMost(Promise.all([ready, waitForScreen(window)]), MAX_WAIT, clock);
  await clock.wait(RENDER_TIME);
  const captured = await waitForPromiseAtMost(window.webContents.capturePage(), CAPTURE_TIME, clock);
  if (captured.isOverdue) throw new Error('the window returned no picture in time');
  const { value } = captured;
  await writeFileAtomically(file, (handle) => handle.writeFile(value.toPNG()));
}
