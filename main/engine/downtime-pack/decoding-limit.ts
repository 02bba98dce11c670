import { decodePDFRawStream, PDFContext, PDFName, PDFRawStream, PDFXRefStreamParser } from '@cantoo/pdf-lib';

/**
 * Maximum number of bytes to which the object streams of one PDF may expand. The objects in them need up to
 * 35 times as much memory. Images and text of pages do not count: they are copied without being decoded.
 */
export const MAX_DECODED_BYTES = 16 * 1_048_576;

/** Maximum number of entries in all cross-reference streams of one PDF. */
const MAX_ENTRIES = 1_000_000;
/** Maximum width of an entry of a cross-reference stream, in bytes. */
const MAX_ENTRY_WIDTH = 32;

/** The members of the PDF library's decoding streams that write into memory. */
interface DecodingStream {
  decode: (this: DecodingStream) => Uint8Array;
  ensureBuffer: (this: DecodingStream, requested: number) => Uint8Array;
}

/** The member of the PDF library's parser of cross-reference streams that creates the entries. */
interface CrossReferenceParser {
  parseIntoContext: (this: PDFXRefStreamParser) => ReturnType<PDFXRefStreamParser['parseIntoContext']>;
}

/** The private members of the PDF library's parser of cross-reference streams that say what the stream claims. */
interface ClaimedEntries {
  readonly subsections: readonly { readonly length: number }[];
  readonly byteWidths: readonly number[];
}

/** Bytes that may still be decoded. */
let remaining = MAX_DECODED_BYTES;
/** Entries of cross-reference streams that may still be read. */
let remainingEntries = MAX_ENTRIES;

/** Returns the common prototype of the PDF library's decoding streams; the library does not export its class. */
function getDecodingPrototype(): DecodingStream {
  const dict = PDFContext.create().obj({ Filter: PDFName.of('FlateDecode') });
  // An empty deflated stream: decoding it gives an instance of the class that the library does not export.
  const stream = decodePDFRawStream(PDFRawStream.of(dict, Uint8Array.of(0x78, 0x9c, 3, 0)));
  return Object.getPrototypeOf(Object.getPrototypeOf(stream)) as DecodingStream; // The decoding stream is the parent of the class of the filter.
}

/**
 * Limits the entries that the PDF library reads from cross-reference streams. It creates as many as a stream claims,
 * whatever its size, and a thread that runs out of memory in one step ends the whole process instead of itself.
 */
function installEntryLimit(): void {
  const prototype: CrossReferenceParser = PDFXRefStreamParser.prototype;
  const { parseIntoContext } = prototype;
  prototype.parseIntoContext = function () {
    const { subsections, byteWidths } = this as unknown as ClaimedEntries; // The library declares both as private.
    for (const { length } of subsections) remainingEntries -= Math.max(0, length);
    const width = byteWidths.reduce((sum, each) => sum + Math.max(0, each), 0);
    if (remainingEntries < 0 || width > MAX_ENTRY_WIDTH) throw new RangeError('too many cross-references');
    return parseIntoContext.call(this);
  };
}

/**
 * Limits what the PDF library decodes in this thread: it decodes without any limit by itself, and a deflated
 * stream can expand a thousandfold. Call it once.
 */
export function limitPdfLibraryDecoding(): void {
  installEntryLimit();
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

/** Gives the next PDF its own budget of decoded bytes and of entries. */
export function resetPdfDecodingBudget(): void {
  remaining = MAX_DECODED_BYTES;
  remainingEntries = MAX_ENTRIES;
}
