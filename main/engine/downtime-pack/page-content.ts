import {
  PDFArray,
  PDFBool,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  type PDFPage,
  PDFPageLeaf,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib';
import { flattenAnnotations } from './flatten-annotations.ts';
import {
  PDF_KINDS_ALLOWED_AS_ARRAY,
  COLOR_SPACE_PART_KINDS,
  XOBJECT_KINDS_BY_SUBTYPE,
  type PdfDictionaryRule,
  type PdfNamedValuesRule,
  PDF_OBJECT_RULES,
  type PdfObjectKind,
  PDF_TYPES_REMOVED_WHOLE,
} from './page-object-rules.ts';

const TYPE = PDFName.of('Type');
const SUBTYPE = PDFName.of('Subtype');

/** An object, and the kind as which its owner uses it. */
interface Use {
  readonly object: PDFObject;
  readonly kind: PdfObjectKind;
}

function splitNames(names: string): readonly string[] {
  return names.split(' ').filter(Boolean);
}

/** What a dictionary of one kind may hold. */
interface Permission {
  /** The kind of the value of an entry; undefined where the entry may not stay. */
  readonly getKind: (key: PDFName) => PdfObjectKind | undefined;
  /** What `Type` may say. */
  readonly types: ReadonlySet<PDFName>;
  readonly isStream: boolean;
}

function toPermission(rule: PdfDictionaryRule | PdfNamedValuesRule): Permission {
  if ('named' in rule) return { getKind: () => rule.named, types: new Set(), isStream: false };
  const { entries, types = '', isStream = false } = rule;
  const pairs = Object.entries(entries) as [PdfObjectKind, string][]; // The keys of this record are kinds.
  const kinds = new Map(
    pairs.flatMap(([kind, names]) => splitNames(names).map((name) => [PDFName.of(name), kind] as const)),
  );
  return {
    getKind: (key) => kinds.get(key),
    types: new Set(splitNames(types).map((name) => PDFName.of(name))),
    isStream,
  };
}

const REMOVED: ReadonlySet<PDFObject | undefined> = new Set(
  splitNames(PDF_TYPES_REMOVED_WHOLE).map((name) => PDFName.of(name)),
);

const PERMISSIONS: ReadonlyMap<PdfObjectKind, Permission> = new Map(
  (Object.keys(PDF_OBJECT_RULES) as (keyof typeof PDF_OBJECT_RULES)[]) // `Object.keys` returns plain strings: all are keys of this object.
    .map((kind) => [kind, toPermission(PDF_OBJECT_RULES[kind])]),
);

function toText(name: PDFObject | undefined): string {
  return name instanceof PDFName ? name.decodeText() : '';
}

/** Returns as what a dictionary or stream is read; null where it may not stay. */
function findPermission(object: PDFDict | PDFStream, kind: PdfObjectKind): Permission | null {
  const isStream = object instanceof PDFStream;
  const dict = isStream ? object.dict : object;
  if (kind !== 'page' && REMOVED.has(dict.lookup(TYPE))) return null;
  const read = kind === 'drawing' ? XOBJECT_KINDS_BY_SUBTYPE.get(toText(dict.lookup(SUBTYPE))) : kind;
  const permission = read === undefined ? undefined : PERMISSIONS.get(read);
  return permission === undefined || (isStream && !permission.isStream) ? null : permission;
}

/** Returns whether an object is neither a dictionary nor a list, and not another reference either. */
function isScalar(object: PDFObject): boolean {
  return (
    object instanceof PDFName ||
    object instanceof PDFNumber ||
    object instanceof PDFBool ||
    object instanceof PDFString ||
    object instanceof PDFHexString ||
    object === PDFNull
  );
}

function mayStay({ object, kind }: Use): boolean {
  if (object instanceof PDFDict || object instanceof PDFStream) return findPermission(object, kind) !== null;
  return object instanceof PDFArray ? PDF_KINDS_ALLOWED_AS_ARRAY.has(kind) : isScalar(object);
}

/** Removes from a dictionary what may not stay, and returns what it refers to. */
function reduceDict(dict: PDFDict, { getKind, types }: Permission): readonly Use[] {
  const kept: Use[] = [];
  for (const key of dict.keys()) {
    const object = dict.lookup(key);
    const kind = getKind(key);
    const use = object === undefined || kind === undefined ? null : { object, kind };
    if (use !== null && mayStay(use)) kept.push(use);
    else if (key !== TYPE || !(object instanceof PDFName) || !types.has(object)) dict.delete(key);
  }
  return kept;
}

/** Returns the kinds of the parts of an array: those of a color space are told by its first one. */
function getPartKinds(array: PDFArray, kind: PdfObjectKind): (place: number) => PdfObjectKind {
  if (kind !== 'colorSpace') return () => kind;
  const parts = COLOR_SPACE_PART_KINDS.get(array.size() === 0 ? '' : toText(array.lookup(0))) ?? [];
  return (place) => parts[place] ?? 'value';
}

/** Removes from an array what may not stay, and returns what it refers to. */
function reduceArray(array: PDFArray, kind: PdfObjectKind): readonly Use[] {
  const kept: Use[] = [];
  const getKind = getPartKinds(array, kind);
  // Removal from the end keeps the earlier places valid.
  for (let place = array.size() - 1; place >= 0; place -= 1) {
    const object = array.lookup(place);
    if (object === undefined) continue; // A reference to nothing keeps the places of the others.
    const use = { object, kind: getKind(place) };
    if (mayStay(use)) kept.push(use);
    else array.remove(place);
  }
  return kept;
}

function reduce({ object, kind }: Use): readonly Use[] {
  if (object instanceof PDFArray) return reduceArray(object, kind);
  if (!(object instanceof PDFDict || object instanceof PDFStream)) return [];
  const permission = findPermission(object, kind);
  if (permission === null) return [];
  return reduceDict(object instanceof PDFStream ? object.dict : object, permission);
}

/** Reduces everything that can be reached. What is used as two kinds keeps only what both may hold. */
function reduceReachable(start: Use): void {
  const seen = new Map<PdfObjectKind, Set<PDFObject>>();
  const left = [start];
  for (let use = left.pop(); use !== undefined; use = left.pop()) {
    const ofKind = seen.get(use.kind) ?? new Set();
    seen.set(use.kind, ofKind);
    if (ofKind.has(use.object)) continue;
    ofKind.add(use.object);
    for (const reached of reduce(use)) left.push(reached);
  }
}

/** Gives a page the entries that it inherits. */
function keepInherited(page: PDFPageLeaf): void {
  for (const name of PDFPageLeaf.InheritableEntries) {
    const key = PDFName.of(name);
    const inherited = page.getInheritableAttribute(key);
    if (inherited !== undefined) page.set(key, inherited);
  }
}

/**
 * Reduces a page to what is visible on paper. Annotations become part of its drawing; of the rest, only what
 * `page-object-rules.ts` names stays, at each level. The page leaves its page tree.
 * @throws where a visible annotation cannot become part of the drawing
 */
export function reducePageToVisible(page: PDFPage): void {
  flattenAnnotations(page);
  keepInherited(page.node);
  reduceReachable({ object: page.node, kind: 'page' });
}
