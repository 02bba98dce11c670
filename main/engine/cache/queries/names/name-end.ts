import { PERSON_AND_PLACE_NAME_ASSUMPTIONS } from '#contract/name-assumptions.ts';
import { hasLetterWithoutCase, isFormLabel, isNameWord } from '#main/engine/local/names/name-shape.ts';

const { abbreviations, titles, maxAbbreviation, sentenceBeginnings, otherWords } =
  PERSON_AND_PLACE_NAME_ASSUMPTIONS.notificationNames;
const ABBREVIATIONS: ReadonlySet<string> = new Set([...abbreviations, ...titles]);
const NO_NAMES: ReadonlySet<string> = new Set([...sentenceBeginnings, ...otherWords]);

const LETTER = /\p{L}/gu;
/** A vowel of the Latin, the Cyrillic or the Greek alphabet. */
const VOWEL = /[aeiouyæœøаеёиоуыэюяіїєαεηιουω]/iu;
const AROUND_WORD = /^[^\p{L}]+|[^\p{L}\p{M}]+$/gu;

/** Returns whether a word may belong to the name before it. A label, which has a colon, does not. */
export function mayFollowName(word: string): boolean {
  const bare = word.replaceAll(AROUND_WORD, '');
  return isNameWord(bare) && !word.endsWith(':') && !isFormLabel(bare) && !NO_NAMES.has(bare.toLowerCase());
}

/**
 * Returns whether the full stop behind a word of a name clearly ends the name. Otherwise it may be that of an abbreviation, so
 * that the name may go on, or is not the whole one: "Yan Li. Weber" may be one name, or a name and a sentence.
 * @param word the word before the full stop; of a double name, its last part counts
 * @param next the word after the full stop; empty at the end of the text
 */
export function clearlyEndsName(word: string, next: string): boolean {
  const part = word.split('-').at(-1) ?? '';
  const { length } = part.match(LETTER) ?? [];
  if (length <= 1 || ABBREVIATIONS.has(part.toLowerCase())) return false;
  if (hasLetterWithoutCase(part)) return true;
  if (!VOWEL.test(part.normalize('NFD'))) return false;
  return length > maxAbbreviation || !mayFollowName(next);
}
