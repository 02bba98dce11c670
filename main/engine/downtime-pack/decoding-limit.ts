import { decodePDFRawStream, PDFContext, PDFName, PDFRawStream } from '@cantoo/pdf-lib';

/**
 * Maximum number of bytes to which the object streams of one PDF may expand. The objects in them need up to
 * 35 times as much memory. Images and text of pages do not count: they are copied without being decoded.
 */
export const MAX_DECODED_BYTES = 16 * 1_048_576;

/** The members of the PDF library's decoding streams that write into memory. */
interface DecodingStream {
  decode: (this: DecodingStream) => Uint8Array;
  ensureBuffer: (this: DecodingStream, requested: number) => Uint8Array;
}

/** Bytes that may still be decoded. */
let remaining = MAX_DECODED_BYTES;

/** Returns the common prototype of the PDF library's decoding streams; the library does not export its class. */
function getDecodingPrototype(): DecodingStream {
  const dict = PDFContext.create().obj({ Filter: PDFName.of('FlateDecode') });
  // The header of an empty deflated stream.
  const stream = decodePDFRawStream(PDFRawStream.of(dict, Uint8Array.of(0x78, 0x9c, 3, 0)));
  return Object.getPrototypeOf(Object.getPrototypeOf(stream)) as DecodingStream; // the parent of the filter's class
}

/**
 * Limits what the PDF library decodes in this thread: it decodes without any limit by itself, and a deflated
 * stream can expand a thousandfold. Call it once.
 */
export function installDecodingLimit(): void {
  const prototype = getDecodingPrototype();
  const { decode, ensureBuffer } = prototype;
  prototype.ensureBuffer = function (requested) {
    if (requested > remaining) throw new RangeError('too many decoded bytes');
    return ensureBuffer.call(this, requested);
  };
  prototype.decode = function () {
    const bytes = decode.call(this);
    remaining -= bytes.byteLength;
    return bytes;
  };
}

/** Gives the next PDF its own budget of decoded bytes. */
export function resetDecodingLimit(): void {
  remaining = MAX_DECODED_BYTES;
}

/** The numbers of entries and the widths of columns in a table of references, which is never compressed. */
const TABLE_NUMBERS = /\/(?:Index|W)\s*\[([\d\s]*)\]/g;
/** No table with such numbers is refused, however small its file is. */
const HARMLESS_NUMBER = 1_000_000;

/**
 * Returns whether a PDF claims a table of references that is larger than the file. The PDF library reserves memory for
 * what is claimed, and a thread that runs out of memory in one step ends the whole process instead of itself.
 */
export function claimsOversizedTable(bytes: Uint8Array): boolean {
  const most = Math.max(bytes.byteLength, HARMLESS_NUMBER);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return [...text.matchAll(TABLE_NUMBERS)].some(([, numbers = '']) =>
    numbers.split(/\s+/).some((number) => Number(number) > most),
  );
}
