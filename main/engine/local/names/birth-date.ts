import { PERSON_AND_PLACE_NAME_ASSUMPTIONS } from '#contract/name-assumptions.ts';

const { birthMarks } = PERSON_AND_PLACE_NAME_ASSUMPTIONS.nameShape;

/** A date in numbers, in Western or in Arabic digits: `12.03.1980`, `1980-03-12`. */
const DATE = String.raw`\p{Nd}{1,4}([./-])\p{Nd}{1,2}\1\p{Nd}{1,4}`;
// The longest first, so that a shorter one that begins alike does not hide it.
const MARKS = birthMarks
  .toSorted((one, other) => other.length - one.length)
  .map((mark) => mark.replaceAll(/[.*]/g, String.raw`\$&`).replaceAll(' ', String.raw`\s+`))
  .join('|');
const BIRTH_DATE = String.raw`(?:${MARKS})\.?\s*:?\s*${DATE}(?!\p{Nd})`;
const AT_END = new RegExp(String.raw`[\s,،;(]+${BIRTH_DATE}[\s)]*$`, 'iu');
const AT_BEGINNING = new RegExp(String.raw`^[\s,،;(]*${BIRTH_DATE}`, 'iu');

/** Returns a text without the date of birth at its end and the word before that, in English, German or Arabic. */
export function removeBirthDateAtEnd(text: string): string {
  return text.replace(AT_END, '');
}

/** Returns whether a text begins with a date of birth and the word before it. */
export function beginsWithBirthDate(text: string): boolean {
  return AT_BEGINNING.test(text);
}
