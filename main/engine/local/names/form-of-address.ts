import { PERSON_AND_PLACE_NAME_ASSUMPTIONS } from '#contract/name-assumptions.ts';

const { formsOfAddress, unclearFormsOfAddress } = PERSON_AND_PLACE_NAME_ASSUMPTIONS.nameShape;
const FORMS_OF_ADDRESS: ReadonlySet<string> = new Set(formsOfAddress);
const UNCLEAR_FORMS_OF_ADDRESS: ReadonlySet<string> = new Set(unclearFormsOfAddress);

/** The first word of a text, with a full stop or not, and the rest. */
const FIRST_WORD = /^([^\s.]+)(?:\.\s*|\s+)(\S.*)$/su;
/** In two capitals a form of address is more often the abbreviation of something else, as in "MS Zentrum". */
const TWO_CAPITALS = /^\p{Lu}{2}$/u;

/** Returns whether a word without its full stop is a form of address, such as "Frau". */
export function isFormOfAddress(word: string): boolean {
  return FORMS_OF_ADDRESS.has(word.toLowerCase()) && !TWO_CAPITALS.test(word);
}

/** Returns a text without the form of address at its beginning, where something follows it. */
export function removeFormOfAddress(text: string): string {
  const [, first = '', rest = ''] = FIRST_WORD.exec(text) ?? [];
  return isFormOfAddress(first) ? rest : text;
}

/** Returns whether the first word of a name may be a form of address or a given name, so that it is unclear what the name is. */
export function hasUnclearFormOfAddress(name: string): boolean {
  const [first = ''] = name.split(/\s/u);
  return UNCLEAR_FORMS_OF_ADDRESS.has(first);
}
