import { PERSON_AND_PLACE_NAME_ASSUMPTIONS } from '#contract/name-assumptions.ts';
import { beginsWithBirthDate } from '#main/engine/local/names/birth-date.ts';
import { removeFormOfAddress } from '#main/engine/local/names/form-of-address.ts';
import { hasLetterWithoutCase, isNameShaped } from '#main/engine/local/names/name-shape.ts';
import { clearlyEndsName } from './name-end.ts';
import { checkPersonName, isTitle, UNCLEAR_NAME, type FoundName } from './person-name.ts';

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
/** What ends a field: a sign, or a date of birth. A full stop may also be that of an abbreviation. */
const FIELD_END =
  /[,،;؛|()]|\.(?=\s|$)|\s[–—-](?=\s)|\s(?=(?:born|dob|geb|geboren|مواليد|تاريخ)(?!\p{L})|\*)/iu;
/** Signs that end a field whatever follows; the empty one is the end of the line. */
const CLEAR_ENDS: ReadonlySet<string> = new Set(['', '|', '(', ')']);
const DASHES: ReadonlySet<string> = new Set(['–', '—', '-']);
const LOWER_CASE = /^\p{Ll}/u;
/** An abbreviation such as that of an examination, which would be read as the last part of a name before it. */
const CAPITALS = /(?<!\p{L})\p{Lu}{2,3}(?!\p{L})/u;
/** Maximum number of words of a name in a writing system without capitals: where a sentence goes on, no word shows that it is no name. */
const MAX_UNCASED_WORDS = 3;
/** Marks of the direction of a text, which do not show. */
const DIRECTION_MARKS = /[\u200e\u200f\u061c]/gu;

/** Returns whether what follows a name ends its field, so that the name is the whole of it. */
function isFieldEnd(sign: string, after: string, isUncased: boolean): boolean {
  if (CLEAR_ENDS.has(sign)) return true;
  // A full stop ends a sentence, in which a writing system without capitals does not show where the name ends.
  if (sign === '.') return !isUncased;
  if (after === '' || NEXT_LABEL.test(after) || beginsWithBirthDate(after)) return true;
  if (DASHES.has(sign)) return !isUncased;
  // After a comma a word with a capital may be the given name that belongs to it.
  return sign !== ' ' && !isUncased && LOWER_CASE.test(after);
}

/** The beginning of a field up to the sign that ends it, and what follows; the sign is empty at the end of the line. */
interface FieldParts {
  readonly name: string;
  readonly sign: string;
  readonly after: string;
}

function splitField(field: string): FieldParts {
  const end = FIELD_END.exec(field);
  if (end === null) return { name: field, sign: '', after: '' };
  const [matched] = end;
  return {
    name: field.slice(0, end.index).trim(),
    sign: matched.trim() || matched.slice(0, 1),
    after: field.slice(end.index + matched.length).trim(),
  };
}

/** Returns whether the beginning of a field is a name, and the whole of the field. */
function isWholeField({ name, sign, after }: FieldParts): boolean {
  const isUncased = hasLetterWithoutCase(name);
  if (isUncased && name.split(' ').length > MAX_UNCASED_WORDS) return false;
  return isFieldEnd(sign, after, isUncased) && isNameShaped(name) && !CAPITALS.test(name);
}

/** Returns the name that a field without a form of address is. */
function readName(field: string): FoundName | null {
  const parts = splitField(field);
  const words = parts.name.split(' ');
  const [next = ''] = parts.after.split(' ');
  if (parts.sign === '.' && !clearlyEndsName(words.at(-1) ?? '', next))
    return isTitle(words[0] ?? '') ? null : UNCLEAR_NAME;
  return isWholeField(parts) ? checkPersonName(parts.name) : null;
}

function readField(text: string): FoundName | null {
  const field = removeFormOfAddress(text);
  const isTitled = isTitle(field.split(' ')[0] ?? '');
  return readName(field) ?? (field === text || isTitled ? null : UNCLEAR_NAME);
}

/**
 * Returns the names that a text gives after a label of the patient, in English, German or Arabic
 * (contract/name-assumptions.ts: notificationNames). A name that is not clearly the whole of its field is none, or unclear.
 */
export function findNamesAfterPatientLabels(text: string): readonly FoundName[] {
  return text
    .replaceAll(DIRECTION_MARKS, '')
    .split(/[\r\n\u2028\u2029]+/u)
    .flatMap((line) =>
      [...line.matchAll(LABEL)].flatMap(({ 0: label, index }) => {
        const field = line
          .slice(index + label.length)
          .replaceAll(/\s+/g, ' ')
          .trim();
        return readField(field) ?? [];
      }),
    );
}
