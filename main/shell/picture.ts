import { writeFile } from 'node:fs/promises';
import type { BrowserWindow } from 'electron';
import type { Clock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';

/** So long may the first records take; then the picture shows what there is. */
const MAX_WAIT = 15 * SECOND;
/** Time for the page to draw what it has heard of. */
const DRAWING = 2 * SECOND;

export interface PictureOptions {
  readonly window: BrowserWindow;
  /** Full path of the PNG to write. */
  readonly file: string;
  /** Settles when there is something to see. */
  readonly ready: Promise<unknown>;
  readonly clock: Clock;
}

/** Writes a picture of the window, once. */
export async function takePicture({ window, file, ready, clock }: PictureOptions): Promise<void> {
  await Promise.race([ready, clock.wait(MAX_WAIT)]);
  await clock.wait(DRAWING);
  const image = await window.webContents.capturePage();
  await writeFile(file, image.toPNG(), { mode: 0o600 });
}
