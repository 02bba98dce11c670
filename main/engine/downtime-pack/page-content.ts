import { PDFArray, PDFDict, PDFName, type PDFObject, type PDFPage, PDFStream } from '@cantoo/pdf-lib';
import { flattenAnnotations } from './flatten-annotations.ts';

/** What a page of a pack may hold. `Parent` leads to inherited entries; copying replaces it. */
const PAGE_KEYS = toNames('Type Parent MediaBox CropBox Rotate Resources Contents UserUnit');

/** Kinds of resources that drawing needs; each is a dictionary of chosen names. */
const RESOURCE_KEYS = toNames('ExtGState ColorSpace Pattern Shading XObject Font Properties');

/** Dictionaries outside of resources whose keys are chosen names: of glyphs and of inks. */
const NAME_MAPS = toNames('CharProcs Colorants');

/** Entries that hold actions, files or data of the program that made the PDF. Drawing needs none of them. */
const DROPPED_KEYS = toNames(
  'A AA AF PA Next JS JavaScript PresSteps Annots EF F FFilter FDecodeParms Ref OPI ' +
    'Names EmbeddedFiles Metadata PieceInfo Measure PtData Parent Pg',
);

/** Types of objects that are not drawn; a reference to one is removed, whatever its name is. */
const DROPPED_TYPES = toNames('Action Annot Catalog EmbeddedFile Filespec F Metadata Page Pages Sig');

const TYPE = PDFName.of('Type');
const RESOURCES = PDFName.of('Resources');
const PARENT = PDFName.of('Parent');

/** How the keys of a dictionary are read: as entries, as kinds of resources, or as chosen names. */
type Reading = 'entries' | 'resources' | 'names';

interface Found {
  readonly object: PDFObject;
  readonly reading: Reading;
}

/** Returns the names of a list that is separated by blanks. */
function toNames(names: string): ReadonlySet<PDFName> {
  return new Set(names.split(' ').map((name) => PDFName.of(name)));
}

function toDict(object: PDFObject | undefined): PDFDict | null {
  if (object instanceof PDFStream) return object.dict;
  return object instanceof PDFDict ? object : null;
}

function isDroppedType(object: PDFObject | undefined): boolean {
  const type = toDict(object)?.lookup(TYPE);
  return type instanceof PDFName && DROPPED_TYPES.has(type);
}

function mayKeep(key: PDFName, value: PDFObject | undefined, reading: Reading): boolean {
  if (isDroppedType(value)) return false;
  if (reading === 'resources') return RESOURCE_KEYS.has(key);
  return reading === 'names' || !DROPPED_KEYS.has(key);
}

function getReading(key: PDFName, parent: Reading): Reading {
  if (parent === 'resources') return 'names';
  if (parent === 'names') return 'entries';
  if (key === RESOURCES) return 'resources';
  return NAME_MAPS.has(key) ? 'names' : 'entries';
}

/** Removes from a dictionary what may not stay, and returns what it refers to. */
function reduceDict(dict: PDFDict, reading: Reading): readonly Found[] {
  const kept: Found[] = [];
  for (const key of dict.keys()) {
    const object = dict.lookup(key);
    if (!mayKeep(key, object, reading)) dict.delete(key);
    else if (object !== undefined) kept.push({ object, reading: getReading(key, reading) });
  }
  return kept;
}

/** Removes from an array what may not stay, and returns what it refers to. */
function reduceArray(array: PDFArray): readonly Found[] {
  const kept: Found[] = [];
  // Removal from the end keeps the earlier indexes valid.
  for (let place = array.size() - 1; place >= 0; place -= 1) {
    const object = array.lookup(place);
    if (isDroppedType(object)) array.remove(place);
    else if (object !== undefined) kept.push({ object, reading: 'entries' });
  }
  return kept;
}

/** Reduces everything that can be reached from the given objects. */
function reduceReachable(start: readonly Found[]): void {
  const seen = {
    entries: new Set<PDFObject>(),
    resources: new Set<PDFObject>(),
    names: new Set<PDFObject>(),
  };
  const left = [...start];
  for (let found = left.pop(); found !== undefined; found = left.pop()) {
    const { object, reading } = found;
    if (seen[reading].has(object)) continue;
    seen[reading].add(object);
    const dict = toDict(object);
    if (dict !== null) left.push(...reduceDict(dict, reading));
    else if (object instanceof PDFArray) left.push(...reduceArray(object));
  }
}

/**
 * Reduces a page to what is visible on paper. Annotations become part of its drawing; actions, embedded files
 * and other data are removed.
 * @throws where a visible annotation cannot become part of the drawing
 */
export function reducePageToVisible(page: PDFPage): void {
  const { node } = page;
  flattenAnnotations(page);
  for (const key of node.keys()) if (!PAGE_KEYS.has(key)) node.delete(key);
  reduceReachable(
    [...PAGE_KEYS].flatMap((key) => {
      const object = key === PARENT ? undefined : node.context.lookup(node.getInheritableAttribute(key));
      return object === undefined ? [] : [{ object, reading: key === RESOURCES ? 'resources' : 'entries' }];
    }),
  );
}
