import { ID_PREFIXES, isId, KINDS, type Kind } from '#contract/ids.ts';

const LONGEST_ID = 160;
const PREFIXES = Object.values(ID_PREFIXES);
/** An id of a family that the document does not name: unlike a word such as `in_person` it has a figure or a capital in it. */
const FOREIGN = /^[a-z]{2,8}_(?=[A-Za-z]*[0-9A-Z])[A-Za-z0-9]{6,120}$/;

/** The kind of record that an id names; null where it is none of those that open here. */
export function recordKindOf(id: string): Kind | null {
  return KINDS.find((kind) => isId(kind, id)) ?? null;
}

/** Whether a text is an id of a family that the service's document names (section 2.1). */
export function isKnownId(text: string): boolean {
  return /^\S+$/.test(text) && PREFIXES.some((prefix) => text.startsWith(prefix));
}

/** Whether a text is the id of something: of a family that the document names, or of one like them. */
export function isIdText(text: string): boolean {
  return (text.length <= LONGEST_ID && isKnownId(text)) || FOREIGN.test(text);
}
