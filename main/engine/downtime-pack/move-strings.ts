import {
  type PDFContext,
  PDFArray,
  PDFDict,
  PDFHexString,
  type PDFObject,
  PDFPageLeaf,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib';

/** Replaces an object in the dictionary or array that holds it. */
type Replace = (replacement: PDFObject) => void;

/** Calls a function with each object that lies directly in a dictionary or array, and with what replaces it. */
function visitDirect(container: PDFObject, visit: (object: PDFObject, replace: Replace) => void): void {
  if (container instanceof PDFDict)
    for (const [key, object] of container.entries()) visit(object, (other) => container.set(key, other));
  if (container instanceof PDFArray)
    container.asArray().forEach((object, place) => visit(object, (other) => container.set(place, other)));
}

/** Moves every string below an object into an object of its own. */
function moveOut(start: PDFObject, context: PDFContext): void {
  const left: PDFObject[] = [start];
  for (let container = left.pop(); container !== undefined; container = left.pop()) {
    visitDirect(container, (object, replace) => {
      if (object instanceof PDFString || object instanceof PDFHexString) replace(context.register(object));
      else left.push(object);
    });
  }
}

/**
 * Moves the strings in the dictionaries of streams and pages, such as the colors of an image, into objects of their
 * own. The PDF library encrypts streams only; objects that are no streams it writes into streams, except pages.
 * A string that is not encrypted would become another one when a reader decrypts it.
 */
export function moveStringsOutOfStreams(context: PDFContext): void {
  for (const [, object] of context.enumerateIndirectObjects()) {
    if (object instanceof PDFStream) moveOut(object.dict, context);
    else if (object instanceof PDFPageLeaf) moveOut(object, context);
  }
}
