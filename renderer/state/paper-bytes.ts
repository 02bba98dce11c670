import { err, ok, type Result } from '#contract/result.ts';
import type { Calls } from './bridge.ts';

// More than the service's PDFs may have; a size beyond it is no size.
const MAX_BYTES = 64 * 1_048_576;

export interface PdfBytes {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly hash: string;
}

/** Reads a PDF that is here, piece by piece. A PDF that is replaced meanwhile is read from its beginning once more. */
export async function readPdf(calls: Calls, id: string, tries = 3): Promise<Result<PdfBytes>> {
  const first = await calls['pdfs.read']({ id, offset: 0 });
  if (!first.ok) return first;
  const { size, hash } = first.value;
  if (size <= 0 || size > MAX_BYTES) return err('too-large');
  const whole = new Uint8Array(size);
  let piece = first.value.bytes;
  let offset = 0;
  for (;;) {
    if (piece.length === 0 || offset + piece.length > size) return err('cut-short');
    whole.set(piece, offset);
    offset += piece.length;
    if (offset === size) return ok({ bytes: whole, hash });
    const next = await calls['pdfs.read']({ id, offset });
    if (!next.ok) return next;
    if (next.value.hash !== hash) return tries > 1 ? readPdf(calls, id, tries - 1) : err('cut-short');
    piece = next.value.bytes;
  }
}
