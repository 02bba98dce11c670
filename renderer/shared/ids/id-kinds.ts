import { ID_PREFIXES, isAnyId, isId, KINDS, type IdFamily, type Kind } from '#contract/records.ts';

const FAMILIES = Object.keys(ID_PREFIXES) as readonly IdFamily[]; // `Object.keys` returns plain strings as keys
/**
 * An id of a family that the service's document does not list. Unlike a code such as `in_person`, its second
 * part contains a digit or a capital.
 */
const UNLISTED_ID = /^[a-z]{2,8}_(?=[A-Za-z]*[0-9A-Z])[A-Za-z0-9]{6,120}$/;

/** The kind of record that an id belongs to; null if Intray has no record of that kind. */
export function getKindOfRecordId(id: string): Kind | null {
  return KINDS.find((kind) => isId(kind, id)) ?? null;
}

/**
 * Returns whether a text is an id of a family in the service's document (section 2.1). A text with spaces is
 * taken for a sentence that begins with an id.
 */
export function isDocumentedId(text: string): boolean {
  return /^\S+$/.test(text) && FAMILIES.some((family) => isId(family, text));
}

/** Returns whether a text is an id: of a family in the service's document, or in the same format. */
export function isIdOrInIdFormat(text: string): boolean {
  return isDocumentedId(text) || (isAnyId(text) && UNLISTED_ID.test(text));
}
