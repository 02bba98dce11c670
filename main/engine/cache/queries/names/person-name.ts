import { PERSON_AND_PLACE_NAME_ASSUMPTIONS } from '#contract/name-assumptions.ts';
import { hasUnclearFormOfAddress, isFormOfAddress } from '#main/engine/local/names/form-of-address.ts';

const { titles, otherWords } = PERSON_AND_PLACE_NAME_ASSUMPTIONS.notificationNames;
const TITLES: ReadonlySet<string> = new Set(titles);
const OTHER_WORDS: ReadonlySet<string> = new Set(otherWords);

/** Stands for a name that cannot be read with certainty: beside it no other name is taken. */
export const UNCLEAR_NAME: unique symbol = Symbol('unclear name');
export type FoundName = string | typeof UNCLEAR_NAME;

/** A letter in place of a name. In other writing systems one character may be a whole name. */
const INITIAL = /^(?:\p{Lu}|\p{Script=Arabic})\p{M}*$/u;

/** Returns whether a word, with a full stop or not, is a title. */
export function isTitle(word: string): boolean {
  return TITLES.has(word.replace(/\.$/u, '').toLowerCase());
}

/**
 * Returns what has the shape of a name where it can be the whole one of the person. Null where it has a title or a word about
 * other things; unclear where a part of it is abbreviated, or may be a form of address.
 */
export function checkPersonName(name: string): FoundName | null {
  const parts = name.split(/[\s-]+/);
  if (parts.some((part) => isTitle(part) || OTHER_WORDS.has(part.toLowerCase()))) return null;
  const isUnclear =
    name.includes('.') ||
    hasUnclearFormOfAddress(name) ||
    parts.some((part) => INITIAL.test(part) || isFormOfAddress(part));
  return isUnclear ? UNCLEAR_NAME : name;
}
