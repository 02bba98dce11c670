import type { RecordId } from '#contract/records.ts';
import type { PdfService } from './pdf-service.ts';

/**
 * Returns all bytes of a stored PDF; null where it is gone, may not be read, or does not fit.
 * @param room maximum number of bytes
 */
export async function readWholePdf(
  pdfs: Pick<PdfService, 'read'>,
  id: RecordId<'requisition'>,
  room: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  let whole = new Uint8Array();
  for (let offset = 0; offset === 0 || offset < whole.byteLength; ) {
    const piece = await pdfs.read({ id, offset });
    if (!piece.ok || piece.value.bytes.byteLength === 0 || piece.value.size > room) return null;
    const { bytes, size } = piece.value;
    if (offset === 0) whole = new Uint8Array(size);
    // The size shows that a newer PDF has replaced the one whose first piece was read.
    if (size !== whole.byteLength) return null;
    whole.set(bytes, offset);
    offset += bytes.byteLength;
  }
  return whole;
}
