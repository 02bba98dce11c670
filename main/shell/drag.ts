import { existsSync } from 'node:fs';
import { nativeImage, type InputEvent, type NativeImage, type WebContents } from 'electron';
import type { CallOutput, ValidatedInput } from '#contract/api.ts';
import { ok, type Result } from '#contract/result.ts';
import { createPdfFileNameForId, type PdfFileHandlerDeps } from './files.ts';

const ICON = { width: 24, height: 32 } as const;
/** The colour of a pixel of paper: blue, green, red and opacity, each from 0 to 255. */
const PAPER = [0xff, 0xff, 0xff, 0xff] as const;
const EDGE = [0x74, 0x6c, 0x0a, 0xff] as const;
const EDGE_WIDTH = 2;

/** Returns a sheet of paper, which is under the pointer during the drag: a Mac refuses a drag without a picture. */
function drawSheet(): NativeImage {
  const { width, height } = ICON;
  const pixels = Buffer.alloc(width * height * PAPER.length);
  for (let place = 0; place < width * height; place++) {
    const column = place % width;
    const row = Math.floor(place / width);
    const toEdge = Math.min(column, row, width - 1 - column, height - 1 - row);
    pixels.set(toEdge < EDGE_WIDTH ? EDGE : PAPER, place * PAPER.length);
  }
  return nativeImage.createFromBitmap(pixels, ICON);
}

/** Watches whether the user releases the mouse button while the copy is made. */
function watchRelease(contents: WebContents): {
  readonly isReleased: () => boolean;
  readonly end: () => void;
} {
  let isReleased = false;
  const onInput = (_event: unknown, { type }: InputEvent): void => {
    if (type === 'mouseUp') isReleased = true;
  };
  contents.on('input-event', onInput);
  return { isReleased: () => isReleased, end: () => void contents.off('input-event', onInput) };
}

/**
 * Handles dragging a PDF out of the window: the other program gets a readable copy of the private folder, which is removed
 * like that of an opened PDF. Electron does not tell where it was dropped.
 */
export function createPdfDragHandlers({
  copies,
  engine,
  window,
}: Pick<PdfFileHandlerDeps, 'copies' | 'engine' | 'window'>) {
  const drag = async ({ id }: ValidatedInput<'pdfs.drag'>): Promise<Result<CallOutput<'pdfs.drag'>>> => {
    const from = window();
    if (from === null) return ok({ isStarted: false });
    const mouse = watchRelease(from.webContents);
    const place = await copies.createPath(createPdfFileNameForId(id));
    if (!place.ok) return place;
    const path = place.value;
    let isStarted = false;
    try {
      const copied = await engine.call('pdfs.copyTo', { id, path, purpose: 'saved', replaces: false });
      if (!copied.ok) return copied;
      // A drag without a pressed button would drop at once. The copy is gone where the account was closed meanwhile, and a
      // drag of a missing file reports nothing.
      if (from.isDestroyed() || mouse.isReleased() || !existsSync(path)) return ok({ isStarted });
      from.webContents.startDrag({ file: path, icon: drawSheet() });
      isStarted = true;
      return ok({ isStarted });
    } finally {
      if (!from.isDestroyed()) mouse.end();
      if (isStarted) copies.removeLater(path);
      else await copies.remove(path);
    }
  };
  return { 'pdfs.drag': drag };
}
