import { PERSON_AND_PLACE_NAME_ASSUMPTIONS } from '#contract/name-assumptions.ts';
import { findNamesAfterPatientLabels } from './names-after-labels.ts';
import { isFormLabel, isNameShaped, isNameWord } from '#main/engine/local/names/name-shape.ts';
import { toNameKey } from '#main/engine/local/names/name-key.ts';

const { prepositions, verbs, titles, otherWords } = PERSON_AND_PLACE_NAME_ASSUMPTIONS.notificationNames;
const PREPOSITIONS: ReadonlySet<string> = new Set(prepositions);
const VERBS: ReadonlySet<string> = new Set(verbs);
const TITLES: ReadonlySet<string> = new Set(titles);
const OTHER_WORDS: ReadonlySet<string> = new Set(otherWords);

/** Maximum number of characters of a text in which a name is searched for; longer ones are not read. */
const MAX_TEXT = 2_000;
/** Quoted text, in the signs of several languages. */
const QUOTED = /“[^”]*”|„[^“”]*[“”]|«[^»]*»|"[^"]*"/gu;
/** Stands for quoted text, and for the names of other things. */
const QUOTE = '\u0001';
const OTHER = '\u0000';
/** A letter of a script without capitals. */
const UNCASED = /\p{Lo}/u;
/** A sign that ends a name: the next word is no part of it. */
const END = /[.,:;!?)\]…]$/u;
/** An abbreviation, such as `Dr.` or an initial: its full stop ends nothing. */
const ABBREVIATION = /^\p{Lu}\p{L}{0,2}\.$/u;

/** A name in a text, and the text that it was found in. */
export interface NameInText {
  readonly name: string;
  readonly line: string;
}

function endsName(word: string): boolean {
  return END.test(word) && !ABBREVIATION.test(word);
}

/** Returns the words from a place on that can belong to one name. */
function takeName(words: readonly string[], from: number): readonly string[] {
  const taken: string[] = [];
  for (const word of words.slice(from)) {
    const bare = word.replace(/[^\p{L}\p{M}]+$/u, '');
    if (!isNameWord(bare) || VERBS.has(word) || (taken.length > 0 && isFormLabel(bare))) break;
    taken.push(word);
    if (endsName(word)) break;
  }
  return taken;
}

function toName(words: readonly string[]): string | null {
  const name = words.join(' ').replace(/[,:;!?…]+$/u, '');
  const bare = ABBREVIATION.test(words.at(-1) ?? '') ? name : name.replace(/\.$/u, '');
  return isNameShaped(bare) && isPersonName(bare) ? bare : null;
}

/** Returns whether what has the shape of a name can be that of the person: it has no title, and no word about other things. */
function isPersonName(name: string): boolean {
  const words = name.split(/[\s-]+/);
  if (TITLES.has((words[0] ?? '').replace(/\.$/u, ''))) return false;
  return !words.some((word) => OTHER_WORDS.has(word.toLowerCase()));
}

/**
 * Returns whether what follows a name at the beginning shows that it is the subject: a colon, or a verb. In a script without
 * capitals any label has the shape of a name, so that its colon counts only before quoted text.
 */
function isSubject(words: readonly string[], taken: readonly string[]): boolean {
  const next = words[taken.length] ?? '';
  if (taken.at(-1)?.endsWith(':') !== true) return VERBS.has(next);
  return next === QUOTE || !UNCASED.test(taken.join(' '));
}

/** Returns the names that the grammar of a text shows to be those of persons. */
function findNamesByGrammar(words: readonly string[]): readonly string[] {
  const first = takeName(words, 0);
  const places = [...words.entries()].filter(([, word]) => PREPOSITIONS.has(word));
  return [
    ...(isSubject(words, first) ? [toName(first)] : []),
    ...places.map(([at]) => toName(takeName(words, at + 1))),
  ].filter((name) => name !== null);
}

/** What is known of a text in which a name is searched for. */
export interface TextSubject {
  /** Names that are no person's, such as that of the object. */
  readonly others: readonly string[];
  /** Whether the person is a patient, so that a name after a label of the patient is theirs. */
  readonly isPatient: boolean;
}

/** Returns the one person that a text names; null where it names none, or several. */
export function findPersonNameIfOnlyOneInText(
  text: string,
  { others, isPatient }: TextSubject,
): NameInText | null {
  const read = text.slice(0, MAX_TEXT);
  let rest = read.replaceAll(QUOTED, ` ${QUOTE} `);
  for (const other of others) if (other !== '') rest = rest.replaceAll(other, ` ${OTHER} `);
  const words = rest.split(/\s+/).filter((word) => word !== '');
  const labelled = isPatient ? findNamesAfterPatientLabels(rest) : [];
  const names = new Map(
    [...findNamesByGrammar(words), ...labelled.filter(isPersonName)].map((name) => [toNameKey(name), name]),
  );
  const [name] = names.values();
  const line = read.replaceAll(/\s+/g, ' ').trim();
  return names.size === 1 && name !== undefined ? { name, line } : null;
}
