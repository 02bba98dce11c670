import { ID_PREFIXES, isAnyId, isId, KINDS, type IdFamily, type Kind } from '#contract/ids.ts';

const FAMILIES = Object.keys(ID_PREFIXES) as readonly IdFamily[]; // the keys of the record itself
/** An id of a family that the document does not name: unlike a word such as `in_person` it has a figure or a capital in it. */
const FOREIGN = /^[a-z]{2,8}_(?=[A-Za-z]*[0-9A-Z])[A-Za-z0-9]{6,120}$/;

/** The kind of record that an id names; null where it is none of those that open here. */
export function getRecordKind(id: string): Kind | null {
  return KINDS.find((kind) => isId(kind, id)) ?? null;
}

/**
 * Whether a text that may be anything is an id of a family that the service's document names (section 2.1). One with blanks is rather a
 * sentence that begins with an id, where nothing else says that it is one.
 */
export function isKnownId(text: string): boolean {
  return /^\S+$/.test(text) && FAMILIES.some((family) => isId(family, text));
}

/** Whether a text is the id of something: of a family that the document names, or of one like them. */
export function isIdText(text: string): boolean {
  return isKnownId(text) || (isAnyId(text) && FOREIGN.test(text));
}
