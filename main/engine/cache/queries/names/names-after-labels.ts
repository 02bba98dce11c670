import { PERSON_AND_PLACE_NAME_ASSUMPTIONS } from '#contract/name-assumptions.ts';
import { beginsWithBirthDate } from '#main/engine/local/names/birth-date.ts';
import { isNameShaped } from '#main/engine/local/names/name-shape.ts';

const { patientLabels } = PERSON_AND_PLACE_NAME_ASSUMPTIONS.notificationNames;

/**
 * A label of the patient with its colon, at the beginning of a line or after a sign: in "mother of the patient:" the word
 * before it names another one. The longest one that is there.
 */
const LABEL = new RegExp(
  String.raw`(?<=^\s*|[.,،;؛|()!?–—]\s*)(?:${patientLabels
    .toSorted((one, other) => other.length - one.length)
    .map((label) => label.replaceAll('*', String.raw`\*`))
    .join('|')})\s*:`,
  'giu',
);
/** Any label with its colon. */
const NEXT_LABEL = /^\p{L}[\p{L}\p{M} /*-]{0,30}:/u;
/** What ends a field: a sign, a full stop that is none of an abbreviation, or a date of birth. */
const FIELD_END =
  /[,،;؛|()]|(?<!(?<!\p{L})\p{Lu}\p{L}{0,2})\.(?=\s|$)|\s[–—-](?=\s)|\s(?=(?:born|dob|geb|geboren|مواليد|تاريخ)(?!\p{L})|\*)/iu;
/** Signs that end a field whatever follows; the empty one is the end of the line. */
const CLEAR_ENDS: ReadonlySet<string> = new Set(['', '|', '(', ')']);
const DASHES: ReadonlySet<string> = new Set(['–', '—', '-']);
/** A letter of a script without capitals: where a sentence goes on, no word shows that it is no name. */
const UNCASED = /\p{Lo}/u;
const LOWER_CASE = /^\p{Ll}/u;
/** An abbreviation such as that of an examination, which would be read as the last part of a name before it. */
const CAPITALS = /(?<!\p{L})\p{Lu}{2,3}(?!\p{L})/u;
/** Maximum number of words of a name in a script without capitals. */
const MAX_UNCASED_WORDS = 3;
/** Marks of the direction of a text, which do not show. */
const DIRECTION_MARKS = /[\u200e\u200f\u061c]/gu;

/** Returns whether what follows a name ends its field, so that the name is the whole of it. */
function isFieldEnd(sign: string, after: string, isUncased: boolean): boolean {
  if (CLEAR_ENDS.has(sign)) return true;
  // A full stop ends a sentence, of which a script without capitals does not show where the name ends.
  if (sign === '.') return !isUncased;
  if (after === '' || NEXT_LABEL.test(after) || beginsWithBirthDate(after)) return true;
  if (DASHES.has(sign)) return !isUncased;
  // After a comma a word with a capital may be the given name that belongs to it.
  return sign !== ' ' && !isUncased && LOWER_CASE.test(after);
}

function readField(field: string): string | null {
  const end = FIELD_END.exec(field);
  const name = field
    .slice(0, end?.index ?? field.length)
    .trim()
    .replace(/(?<=\p{L}{2})\.$/u, '');
  const isUncased = UNCASED.test(name);
  if (isUncased && name.split(' ').length > MAX_UNCASED_WORDS) return null;
  const [matched = ''] = end ?? [];
  const sign = matched.trim() === '' ? matched.slice(0, 1) : matched.trim();
  const after = end === null ? '' : field.slice(end.index + matched.length).trim();
  return isFieldEnd(sign, after, isUncased) && isNameShaped(name) && !CAPITALS.test(name) ? name : null;
}

/**
 * Returns the names that a text gives after a label of the patient, in English, German or Arabic
 * (contract/name-assumptions.ts: notificationNames). A name that is not clearly the whole of its field is none.
 */
export function findNamesAfterPatientLabels(text: string): readonly string[] {
  return text
    .replaceAll(DIRECTION_MARKS, '')
    .split(/[\r\n\u2028\u2029]+/u)
    .flatMap((line) =>
      [...line.matchAll(LABEL)].flatMap(({ 0: label, index }) => {
        const field = line.slice(index + label.length).replaceAll(/\s+/g, ' ');
        return readField(field) ?? [];
      }),
    );
}
