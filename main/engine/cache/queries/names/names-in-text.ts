import { PERSON_AND_PLACE_NAME_ASSUMPTIONS } from '#contract/name-assumptions.ts';
import { findNamesAfterPatientLabels } from './names-after-labels.ts';
import {
  hasLetterWithoutCase,
  isFormLabel,
  isNameShaped,
  isNameWord,
} from '#main/engine/local/names/name-shape.ts';
import { isFormOfAddress } from '#main/engine/local/names/form-of-address.ts';
import { toNameKey } from '#main/engine/local/names/name-key.ts';
import { clearlyEndsName, mayFollowName } from './name-end.ts';
import { checkPersonName, isTitle, UNCLEAR_NAME, type FoundName } from './person-name.ts';

const { prepositions, verbs } = PERSON_AND_PLACE_NAME_ASSUMPTIONS.notificationNames;
const PREPOSITIONS: ReadonlySet<string> = new Set(prepositions);
const VERBS: ReadonlySet<string> = new Set(verbs);

/** Maximum number of characters of a text in which a name is searched for; longer ones are not read. */
const MAX_TEXT = 2_000;
/** Quoted text, in the signs of several languages. */
const QUOTED = /“[^”]*”|„[^“”]*[“”]|«[^»]*»|"[^"]*"/gu;
/** Stands for quoted text, and for the names of other things. */
const QUOTE = '\u0001';
const OTHER = '\u0000';
/** Stands for a line break. */
const LINE = '\u0002';
/** A sign that ends a name: the next word is no part of it. */
const END = /[.,:;!?)\]…]$/u;

/** A name in a text, and the text that it was found in. */
export interface NameInText {
  readonly name: string;
  readonly line: string;
}

/** Words of a text that can be a name, and the word after them. */
interface WordsOfName {
  readonly words: readonly string[];
  readonly next: string;
  /** Whether they stand for a patient or another user all the same where they are no name. */
  readonly isPerson: boolean;
}

function toBareWord(word: string): string {
  return word.replace(/[^\p{L}\p{M}]+$/u, '');
}

/** Returns the place of the first word of a name from a place on, behind a line break and a form of address. */
function findNameStart(all: readonly string[], from: number): number {
  const start = all[from] === LINE ? from + 1 : from;
  return isFormOfAddress(toBareWord(all[start] ?? '')) ? start + 1 : start;
}

/** Returns whether it is not clear that a name ends behind a word: at a full stop or a line break it may go on. */
function isUnclearEnd(word: string, next: string): boolean {
  if (word.endsWith('.')) return !clearlyEndsName(toBareWord(word), next);
  return word === LINE && mayFollowName(next);
}

/** Returns how many words at the beginning can belong to one name, and whether it is clear that the name ends behind them. */
function measureName(all: readonly string[]): { readonly count: number; readonly isClear: boolean } {
  for (const [count, word] of all.entries()) {
    const bare = toBareWord(word);
    const isName = isNameWord(bare) && !VERBS.has(word);
    if ((isName || count > 0) && isUnclearEnd(word, all[count + 1] ?? '')) return { count, isClear: false };
    if (!isName || (count > 0 && isFormLabel(bare))) return { count, isClear: true };
    if (END.test(word)) return { count: count + 1, isClear: true };
  }
  return { count: all.length, isClear: true };
}

/**
 * Returns the words from a place on that can belong to one name, without a form of address before them; none where it is not
 * clear that the name ends behind them.
 */
function takeName(all: readonly string[], from: number): WordsOfName {
  const start = findNameStart(all, from);
  const rest = all.slice(start);
  const { count, isClear } = measureName(rest);
  const hasAddress = start > from && all[start - 1] !== LINE;
  return {
    words: isClear ? rest.slice(0, count) : [],
    next: rest.slice(count).find((word) => word !== LINE) ?? '',
    isPerson: (!isClear || (hasAddress && count > 0)) && !isTitle(rest[0] ?? ''),
  };
}

function toName({ words, isPerson }: WordsOfName): FoundName | null {
  const text = words.join(' ');
  const name = text.endsWith('.') ? text.slice(0, -1) : text.replace(/[,:;!?…]+$/u, '');
  return (isNameShaped(name) ? checkPersonName(name) : null) ?? (isPerson ? UNCLEAR_NAME : null);
}

/**
 * Returns whether what follows a name at the beginning shows that it is the subject: a colon, or a verb. In a writing system
 * without capitals any label has the shape of a name, so that its colon counts only before quoted text.
 */
function isSubject({ words, next }: WordsOfName): boolean {
  if (words.at(-1)?.endsWith(':') !== true) return VERBS.has(next);
  return next === QUOTE || !hasLetterWithoutCase(words.join(' '));
}

/** Returns whether words at the beginning were no name because a full stop between them does not clearly end it. */
function isUnclear({ words, isPerson }: WordsOfName): boolean {
  return isPerson && words.length === 0;
}

/** Returns the names that the grammar of a text shows to be those of persons. */
function findNamesByGrammar(words: readonly string[]): readonly FoundName[] {
  const lineEnd = words.indexOf(LINE);
  const first = takeName(lineEnd === -1 ? words : words.slice(0, lineEnd), 0);
  const places = [...words.entries()].filter(([, word]) => PREPOSITIONS.has(word));
  const found = [
    ...(isSubject(first) || isUnclear(first) ? [first] : []),
    ...places.map(([at]) => takeName(words, at + 1)),
  ];
  return found.map(toName).filter((name) => name !== null);
}

/** What is known of a text in which a name is searched for. */
export interface TextSubject {
  /** Names that are no person's, such as that of the object. */
  readonly others: readonly string[];
  /** Whether the person is a patient, so that a name after a label of the patient is theirs. */
  readonly isPatient: boolean;
}

/** The persons whom a text names. */
interface PersonsInText {
  /** Their names, each once. */
  readonly names: readonly NameInText[];
  /** Whether the text also names another one in a way that cannot be read with certainty. */
  readonly isUnclear: boolean;
}

/** Returns the persons whom a text names. */
function findPersons(text: string, { others, isPatient }: TextSubject): PersonsInText {
  const read = text.slice(0, MAX_TEXT);
  let rest = read.replaceAll(QUOTED, ` ${QUOTE} `);
  for (const other of others) if (other !== '') rest = rest.replaceAll(other, ` ${OTHER} `);
  const words = rest
    .replaceAll(/[\r\n\u2028\u2029]+/gu, ` ${LINE} `)
    .split(/\s+/)
    .filter((word) => word !== '');
  const found = [...findNamesByGrammar(words), ...(isPatient ? findNamesAfterPatientLabels(rest) : [])];
  const names = found.filter((name) => name !== UNCLEAR_NAME);
  const line = read.replaceAll(/\s+/g, ' ').trim();
  return {
    names: [...new Map(names.map((name) => [toNameKey(name), { name, line }])).values()],
    isUnclear: names.length < found.length,
  };
}

/**
 * Returns the name that texts about one person agree on. A text with several names is left out; null where no name remains, or
 * several do, or one of the texts has an unclear one.
 */
export function findNameOfPerson(texts: readonly string[], subject: TextSubject): NameInText | null {
  const persons = texts.map((text) => findPersons(text, subject));
  const found = persons.flatMap(({ names }) => (names.length === 1 ? names : []));
  const keys = new Set(found.map(({ name }) => toNameKey(name)));
  return keys.size === 1 && !persons.some(({ isUnclear }) => isUnclear) ? (found[0] ?? null) : null;
}
