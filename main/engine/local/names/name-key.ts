import { removeCaseAccentsAndWidth } from '#contract/search/normalize.ts';
import { removeFormOfAddress } from './form-of-address.ts';

/**
 * Returns a name for comparison: without form of address, case, accents, punctuation and the width of its letters. Names that differ in
 * these alone have the same key.
 */
export function toNameKey(name: string): string {
  const key = removeCaseAccentsAndWidth(removeFormOfAddress(name.trim()))
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()
    .normalize('NFC');
  // A name of signs alone is compared as it is.
  return key === '' ? name.trim() : key;
}

const WRITING_SYSTEMS: readonly RegExp[] = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Devanagari}/u,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  /\p{Script=Hangul}/u,
];

/**
 * Returns whether two names have letters of a common writing system. Names that have none may be two spellings of one name,
 * which cannot be compared letter by letter.
 */
export function shareWritingSystem(left: string, right: string): boolean {
  return (
    WRITING_SYSTEMS.some((letters) => letters.test(left) && letters.test(right)) ||
    !hasKnownWritingSystem(left, right)
  );
}

/** Returns whether both names have letters of a known writing system. */
function hasKnownWritingSystem(...names: readonly string[]): boolean {
  return names.every((name) => WRITING_SYSTEMS.some((letters) => letters.test(name)));
}
