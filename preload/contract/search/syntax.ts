import type { z } from 'zod';
import type { EpochMs } from '../time.ts';
import { readDateSpan, writeDateSpan, type Calendar, type DateSpan, type Way } from './date-range.ts';

/** One word of a search as it was typed, before anybody asks what it means. */
interface ScannedWord {
  readonly start: number;
  readonly end: number;
  readonly isNot: boolean;
  /** In small letters; null for a free word or a phrase. */
  readonly operator: string | null;
  /** Without its quotes. */
  readonly value: string;
}

const OPERATOR = /([a-z][a-z_]*):/iy;
const BARE = /\S*/y;
// Between quotes a quote is written twice; what is never closed goes on to the end.
const QUOTED = /"((?:[^"]|"")*)(?:"|$)/y;

function matchAt(pattern: RegExp, text: string, start: number): RegExpExecArray | null {
  pattern.lastIndex = start;
  return pattern.exec(text);
}

function valueAt(text: string, start: number): { readonly value: string; readonly end: number } {
  const quoted = matchAt(QUOTED, text, start);
  if (quoted !== null)
    return { value: (quoted[1] ?? '').replaceAll('""', '"'), end: start + quoted[0].length };
  const value = matchAt(BARE, text, start)?.[0] ?? '';
  return { value, end: start + value.length };
}

function wordAt(text: string, start: number): ScannedWord {
  const isNot = text.charAt(start) === '-' && /^\S/.test(text.slice(start + 1, start + 2));
  const first = isNot ? start + 1 : start;
  const operator = matchAt(OPERATOR, text, first);
  const { value, end } = valueAt(text, first + (operator?.[0].length ?? 0));
  return { start, end, isNot, operator: operator?.[1]?.toLowerCase() ?? null, value };
}

/** The words of a search with their places. Every sign that is no blank is in one of them. */
function scanWords(text: string): readonly ScannedWord[] {
  const words: ScannedWord[] = [];
  for (let at = 0; at < text.length; ) {
    if (/\s/.test(text.charAt(at))) {
      at += 1;
      continue;
    }
    const word = wordAt(text, at);
    words.push(word);
    at = word.end;
  }
  return words;
}

/** A value as it is typed: between quotes where it would not be read back to the letter without. */
export function quoteWord(value: string): string {
  const isPlain = value !== '' && !/[\s"]|^-|^[a-z][a-z_]*:/i.test(value);
  return isPlain ? value : `"${value.replaceAll('"', '""')}"`;
}

/** What every condition of a search has. */
export interface AnyTerm {
  readonly field: string;
  readonly isNot: boolean;
}

/** How the searches of one list are written. A free word or phrase is a condition of the field `text`. */
export interface QueryLanguage<O extends string, T extends AnyTerm> {
  /** The operators, in the order in which they are offered. */
  readonly operators: readonly O[];
  /** The operators that take a date, and which way a bare distance goes. */
  readonly dates: Readonly<Partial<Record<O, Way>>>;
  /** The operators that take some words alone, in small letters, and what they stand for. */
  readonly words: Readonly<Partial<Record<O, ReadonlyMap<string, boolean | string>>>>;
  /** What a value stands for that may be written in more ways than one. */
  readonly meanings: Readonly<Partial<Record<O, (value: string, calendar: Calendar) => unknown>>>;
  /** Every condition, checked. */
  readonly term: z.ZodType<T>;
}

/** Why a part of a search counts for nothing. */
export type QueryFault = 'no-value' | 'unknown-operator' | 'bad-date' | 'bad-value' | 'too-many';

/** One part of a search as it was typed, and what it means. */
export interface QueryToken<T extends AnyTerm = AnyTerm> {
  /** Where it stands in the text. */
  readonly start: number;
  readonly end: number;
  /** As typed. */
  readonly text: string;
  /** What it asks for; null where it counts for nothing. */
  readonly term: T | null;
  readonly fault: QueryFault | null;
}

/** What is wrong with a part of a search. The others hold all the same. */
export interface QueryProblem<T extends AnyTerm = AnyTerm> {
  readonly token: QueryToken<T>;
  readonly why: QueryFault;
}

/** A search, part by part. */
export interface ReadQuery<T extends AnyTerm> {
  readonly terms: readonly T[];
  readonly problems: readonly QueryProblem<T>[];
  readonly tokens: readonly QueryToken<T>[];
}

/** As many conditions as one query may have. */
export const MAX_TERMS = 40;

type Read<T> = { readonly term: T } | { readonly fault: QueryFault };

function isOperator<O extends string>(operators: readonly O[], word: string): word is O {
  return operators.some((operator) => operator === word);
}

function checked<T>(schema: z.ZodType<T>, candidate: unknown): Read<T> {
  const term = schema.safeParse(candidate);
  return term.success ? { term: term.data } : { fault: 'bad-value' };
}

function readValue<O extends string, T extends AnyTerm>(
  language: QueryLanguage<O, T>,
  field: O,
  { value, isNot }: ScannedWord,
  calendar: Calendar,
): Read<T> {
  const way = language.dates[field];
  if (way !== undefined) {
    const span = readDateSpan(value, calendar, way);
    return span === null ? { fault: 'bad-date' } : checked(language.term, { field, ...span, isNot });
  }
  const words = language.words[field];
  if (words !== undefined)
    return checked(language.term, { field, value: words.get(value.toLowerCase()), isNot });
  const meaning = language.meanings[field];
  return checked(language.term, { field, value: meaning?.(value, calendar) ?? value, isNot });
}

function readWord<O extends string, T extends AnyTerm>(
  language: QueryLanguage<O, T>,
  word: ScannedWord,
  calendar: Calendar,
): Read<T> {
  const { operator, value, isNot } = word;
  if (operator !== null && !isOperator(language.operators, operator)) return { fault: 'unknown-operator' };
  if (value.trim() === '') return { fault: 'no-value' };
  if (operator === null) return checked(language.term, { field: 'text', value, isNot });
  return readValue(language, operator, word, calendar);
}

/**
 * Reads a search: free words that must all be there, `"a phrase"`, `operator:value`, each with `-` before it to leave out what it
 * would find. What cannot be read is named among the problems, and the rest holds. Never throws.
 * @param now what relative dates are measured from
 * @param zone IANA name or `system`: days are whole ones of it
 */
export function readQuery<O extends string, T extends AnyTerm>(
  language: QueryLanguage<O, T>,
  text: string,
  now: EpochMs,
  zone: string,
): ReadQuery<T> {
  const terms: T[] = [];
  const tokens = scanWords(text).map((word): QueryToken<T> => {
    const read = readWord(language, word, { now, zone });
    const place = { start: word.start, end: word.end, text: text.slice(word.start, word.end) };
    if ('fault' in read) return { ...place, term: null, fault: read.fault };
    if (terms.length === MAX_TERMS) return { ...place, term: null, fault: 'too-many' };
    terms.push(read.term);
    return { ...place, term: read.term, fault: null };
  });
  const problems = tokens.flatMap((token) => (token.fault === null ? [] : [{ token, why: token.fault }]));
  return { terms, problems, tokens };
}

/** A condition whose value is written: a stretch of time, a truth or a word. */
type WrittenTerm = AnyTerm & (DateSpan | { readonly value: string | boolean });

function valueOf(term: WrittenTerm): string {
  if ('from' in term) return writeDateSpan(term);
  return typeof term.value === 'boolean' ? (term.value ? 'yes' : 'no') : term.value;
}

/** One condition as it is typed. Times are written to the millisecond, in UTC. */
export function writeTerm(term: WrittenTerm): string {
  const sign = term.isNot ? '-' : '';
  if (term.field === 'text') return `${sign}${quoteWord(valueOf(term))}`;
  return `${sign}${term.field}:${quoteWord(valueOf(term))}`;
}

/** A whole search as it is typed; `readQuery` reads the same conditions from it. */
export function writeQuery(terms: readonly WrittenTerm[]): string {
  return terms.map(writeTerm).join(' ');
}

/** Where a part of a search stands. */
export type TokenPosition = Pick<QueryToken, 'start' | 'end'>;

/** A search without one of its parts. */
export function withoutToken(text: string, { start, end }: TokenPosition): string {
  return `${text.slice(0, start).trimEnd()} ${text.slice(end).trimStart()}`.trim();
}

/** The parts of a search that use an operator, whatever they mean. */
export function toTokens(text: string, operator: string): readonly TokenPosition[] {
  return scanWords(text).filter((word) => word.operator === operator);
}

/**
 * A search in which an operator has one value alone, in place of those it had.
 * @param value null takes the operator out
 */
export function withOperator(text: string, operator: string, value: string | null): string {
  // From the end on, so that the places of the earlier ones stay true.
  const others = toTokens(text, operator).toReversed().reduce(withoutToken, text);
  return value === null ? others : `${others} ${operator}:${quoteWord(value)}`.trim();
}

/** The words of operators that are asked for or not. */
export const YES_NO: ReadonlyMap<string, boolean> = new Map([
  ['yes', true],
  ['true', true],
  ['no', false],
  ['false', false],
]);

/** The words of the operator `followup`. */
export const FOLLOW_UP_TERMS: ReadonlyMap<string, string> = new Map([
  ['any', 'any'],
  ['yes', 'any'],
  ['due', 'due'],
  ['none', 'none'],
  ['no', 'none'],
]);
