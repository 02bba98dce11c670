import { PERSON_AND_PLACE_NAME_ASSUMPTIONS } from '#contract/name-assumptions.ts';

const { maxWords, maxLength, particles, labels } = PERSON_AND_PLACE_NAME_ASSUMPTIONS.nameShape;
const PARTICLES: ReadonlySet<string> = new Set(particles);
const LABELS: ReadonlySet<string> = new Set(labels);

/** Matches a text of letters and the punctuation that names contain. */
const NAME_SIGNS = /^[\p{L}\p{M}.,'’‘ʼ&\- \u200c\u200d]+$/u;
const LETTER = /[\p{L}]/u;
const CAPITAL = /^\p{Lu}/u;
/** A letter of a writing system without capitals. */
const LETTER_WITHOUT_CASE = /\p{Lo}/u;

/** Returns whether a text has a letter of a writing system without capitals. */
export function hasLetterWithoutCase(text: string): boolean {
  return LETTER_WITHOUT_CASE.test(text);
}

/** Returns whether a word begins with a letter of a writing system without capitals. */
function beginsWithoutCase(word: string): boolean {
  const [first = ''] = word;
  return hasLetterWithoutCase(first);
}

/** Returns the words of a text without the signs around them. */
function toWords(text: string): readonly string[] {
  return text
    .split(/[\s-]+/)
    .map((word) => word.replaceAll(/^[^\p{L}]+|[^\p{L}\p{M}]+$/gu, ''))
    .filter((word) => word !== '');
}

/** Returns whether a word can be a part of a name: a particle, or one that begins like a name. */
export function isNameWord(word: string): boolean {
  return PARTICLES.has(word) || CAPITAL.test(word) || beginsWithoutCase(word);
}

/** Returns whether a word is one of forms, such as "Patient", and no part of a name. */
export function isFormLabel(word: string): boolean {
  return LABELS.has(word.toLowerCase());
}

/** Returns whether a text can be the name of a user or a place, as a whole. */
export function isNameShaped(text: string): boolean {
  if (text.length > maxLength || text !== text.trim() || !NAME_SIGNS.test(text)) return false;
  const words = toWords(text);
  if (words.length > maxWords || !words.every(isNameWord)) return false;
  // What follows a particle at the end is missing.
  if (words.some(isFormLabel) || PARTICLES.has(words.at(-1) ?? '')) return false;
  const full = words.filter((word) => !PARTICLES.has(word));
  if (full.length >= 2) return true;
  const [only = ''] = full;
  return beginsWithoutCase(only) && Array.from(only).filter((sign) => LETTER.test(sign)).length >= 2;
}
