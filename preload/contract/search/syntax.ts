import type { EpochMs } from '../time.ts';
import {
  parseDateSpan,
  formatSearchDateSpan,
  type RelativeDateContext,
  type EpochMsSpan,
  type RelativeDateDirection,
} from './date-range.ts';

/** One word of a search as typed, before its meaning is determined. */
interface ScannedWord {
  readonly start: number;
  readonly end: number;
  readonly isNot: boolean;
  /** The operator before the colon in lower case; null for a free word or a phrase. */
  readonly operator: string | null;
  /** The word's value without its quotes. */
  readonly value: string;
}

const OPERATOR = /([a-z][a-z_]*):/iy;
const BARE_WORD = /\S*/y;
// A quote within quotes is doubled; an unclosed quote continues to the end.
const QUOTED = /"((?:[^"]|"")*)(?:"|$)/y;

function matchAt(pattern: RegExp, text: string, start: number): RegExpExecArray | null {
  pattern.lastIndex = start;
  return pattern.exec(text);
}

function scanValue(text: string, start: number): { readonly value: string; readonly end: number } {
  const quoted = matchAt(QUOTED, text, start);
  if (quoted !== null)
    return { value: (quoted[1] ?? '').replaceAll('""', '"'), end: start + quoted[0].length };
  const value = matchAt(BARE_WORD, text, start)?.[0] ?? '';
  return { value, end: start + value.length };
}

function scanWord(text: string, start: number): ScannedWord {
  const isNot = text.charAt(start) === '-' && /^\S/.test(text.slice(start + 1, start + 2));
  const first = isNot ? start + 1 : start;
  const operator = matchAt(OPERATOR, text, first);
  const { value, end } = scanValue(text, first + (operator?.[0].length ?? 0));
  return { start, end, isNot, operator: operator?.[1]?.toLowerCase() ?? null, value };
}

/** Returns the words of a search with their positions. Every character except blanks belongs to a word. */
function scanWords(text: string): readonly ScannedWord[] {
  const words: ScannedWord[] = [];
  for (let at = 0; at < text.length; ) {
    if (/\s/.test(text.charAt(at))) {
      at += 1;
      continue;
    }
    const word = scanWord(text, at);
    words.push(word);
    at = word.end;
  }
  return words;
}

/** Returns a value as it must be typed: in quotes where it would not be parsed unchanged without them. */
export function quoteSearchValue(value: string): string {
  const isPlain = value !== '' && !/[\s"]|^-|^[a-z][a-z_]*:/i.test(value);
  return isPlain ? value : `"${value.replaceAll('"', '""')}"`;
}

/** The common part of every condition of a search. */
export interface BaseSearchTerm {
  readonly field: string;
  readonly isNot: boolean;
}

/** How the searches of one list are written. A free word or phrase is a condition of the field `text`. */
export interface SearchGrammar<O extends string> {
  /** The operators, in the order in which the user interface offers them. */
  readonly operators: readonly O[];
  /** The operators that take a date, and the direction of a distance without a sign. */
  readonly dates: Readonly<Partial<Record<O, RelativeDateDirection>>>;
  /** The operators that take a fixed set of words, in lower case, and the value of each word. */
  readonly words: Readonly<Partial<Record<O, ReadonlyMap<string, boolean | string>>>>;
  /** The parsers of operators whose values have more than one notation. */
  readonly meanings: Readonly<Partial<Record<O, (value: string, calendar: RelativeDateContext) => unknown>>>;
}

/** What validates a condition: a schema. */
interface TermSchema<T> {
  readonly safeParse: (
    candidate: unknown,
  ) => { readonly success: true; readonly data: T } | { readonly success: false };
}

/** The syntax of the searches of one list: how they are written, and the schema that validates every condition. */
export interface SearchSyntax<O extends string, T extends BaseSearchTerm> extends SearchGrammar<O> {
  readonly term: TermSchema<T>;
}

/** Maximum length of a word or phrase of a search. */
export const MAX_SEARCH_WORD = 10_000;

/** Why a part of a search is ignored. */
export type IgnoredTokenReason = 'no-value' | 'unknown-operator' | 'bad-date' | 'bad-value' | 'too-many';

/** One part of a search as typed, and its meaning. */
interface SearchToken<T extends BaseSearchTerm = BaseSearchTerm> {
  /** The token's start in the text of the search. */
  readonly start: number;
  readonly end: number;
  /** As typed. */
  readonly text: string;
  /** The condition that the token means; null where it is ignored. */
  readonly term: T | null;
  readonly fault: IgnoredTokenReason | null;
}

/** A problem of one part of a search. The other parts remain in effect. */
interface SearchProblem<T extends BaseSearchTerm = BaseSearchTerm> {
  readonly token: SearchToken<T>;
  readonly reason: IgnoredTokenReason;
}

/** A parsed search: its tokens, conditions and problems. */
export interface ParsedSearch<T extends BaseSearchTerm> {
  readonly terms: readonly T[];
  readonly problems: readonly SearchProblem<T>[];
  readonly tokens: readonly SearchToken<T>[];
}

/** Maximum number of conditions of one search; those after them are ignored and named as a problem. */
export const MAX_SEARCH_TERMS = 40;
/** Maximum number of parts that are parsed, valid or not. */
const MAX_PARSED_TOKENS = 10 * MAX_SEARCH_TERMS;

type TermResult<T> = { readonly term: T } | { readonly fault: IgnoredTokenReason };

function isOperator<O extends string>(operators: readonly O[], word: string): word is O {
  return operators.some((operator) => operator === word);
}

function parseTerm<T>(schema: TermSchema<T>, candidate: unknown): TermResult<T> {
  const term = schema.safeParse(candidate);
  return term.success ? { term: term.data } : { fault: 'bad-value' };
}

function readValue<O extends string, T extends BaseSearchTerm>(
  language: SearchSyntax<O, T>,
  field: O,
  { value, isNot }: ScannedWord,
  calendar: RelativeDateContext,
): TermResult<T> {
  const direction = language.dates[field];
  if (direction !== undefined) {
    const span = parseDateSpan(value, calendar, direction);
    return span === null ? { fault: 'bad-date' } : parseTerm(language.term, { field, ...span, isNot });
  }
  const words = language.words[field];
  if (words !== undefined)
    return parseTerm(language.term, { field, value: words.get(value.toLowerCase()), isNot });
  const meaning = language.meanings[field];
  return parseTerm(language.term, { field, value: meaning?.(value, calendar) ?? value, isNot });
}

function readWord<O extends string, T extends BaseSearchTerm>(
  language: SearchSyntax<O, T>,
  word: ScannedWord,
  calendar: RelativeDateContext,
): TermResult<T> {
  const { operator, value, isNot } = word;
  if (operator !== null && !isOperator(language.operators, operator)) return { fault: 'unknown-operator' };
  if (value.trim() === '') return { fault: 'no-value' };
  if (operator === null) return parseTerm(language.term, { field: 'text', value, isNot });
  return readValue(language, operator, word, calendar);
}

/**
 * Parses a search: free words that must all occur, `"a phrase"`, `operator:value`, each with a leading `-` to
 * exclude its matches. Invalid parts are listed as problems, and the others remain in effect. Never throws.
 * @param now the reference for relative dates
 * @param zone IANA name or `system`: days are whole days of it
 */
export function parseSearch<O extends string, T extends BaseSearchTerm>(
  language: SearchSyntax<O, T>,
  text: string,
  now: EpochMs,
  zone: string,
): ParsedSearch<T> {
  const terms: T[] = [];
  const tokens = scanWords(text).map((word, index): SearchToken<T> => {
    const place = { start: word.start, end: word.end, text: text.slice(word.start, word.end) };
    // What is ignored anyway is not parsed: a pasted document may have thousands of words.
    if (terms.length === MAX_SEARCH_TERMS || index >= MAX_PARSED_TOKENS)
      return { ...place, term: null, fault: 'too-many' };
    const read = readWord(language, word, { now, zone });
    if ('fault' in read) return { ...place, term: null, fault: read.fault };
    terms.push(read.term);
    return { ...place, term: read.term, fault: null };
  });
  const problems = tokens.flatMap((token) => (token.fault === null ? [] : [{ token, reason: token.fault }]));
  return { terms, problems, tokens };
}

/** A condition with a value that can be written: a span of time, a boolean or a word. */
type WrittenTerm = BaseSearchTerm & (EpochMsSpan | { readonly value: string | boolean });

function formatValue(term: WrittenTerm): string {
  if ('from' in term) return formatSearchDateSpan(term);
  return typeof term.value === 'boolean' ? (term.value ? 'yes' : 'no') : term.value;
}

/** Writes one condition as it is typed. Times are written to the millisecond, in UTC. */
export function formatSearchTerm(term: WrittenTerm): string {
  const sign = term.isNot ? '-' : '';
  if (term.field === 'text') return `${sign}${quoteSearchValue(formatValue(term))}`;
  return `${sign}${term.field}:${quoteSearchValue(formatValue(term))}`;
}

/** Writes a whole search as it is typed; `parseSearch` returns the same conditions for it. */
export function formatSearch(terms: readonly WrittenTerm[]): string {
  return terms.map(formatSearchTerm).join(' ');
}

/** Start and end of a token in the text of a search. */
export type TokenPosition = Pick<SearchToken, 'start' | 'end'>;

/** Returns the text of a search without one of its tokens. */
export function removeSearchToken(text: string, { start, end }: TokenPosition): string {
  return `${text.slice(0, start).trimEnd()} ${text.slice(end).trimStart()}`.trim();
}

/**
 * Returns the filters of a search: its parts with an operator. Free words are left out: they look for one record or
 * person now, and a list that still hides all others the next day looks as if nothing else were to be done.
 */
export function removeWordsAndKeepFilters(text: string): string {
  const filters = scanWords(text).filter(({ operator }) => operator !== null);
  return filters.map(({ start, end }) => text.slice(start, end)).join(' ');
}

/** Returns where in the text of a search one operator is used, whether or not its value is valid. */
export function findOperatorTokens(text: string, operator: string): readonly TokenPosition[] {
  return scanWords(text).filter((word) => word.operator === operator);
}

/**
 * Returns a search in which an operator has a single value instead of its previous ones.
 * @param value null removes the operator
 */
export function replaceOperatorValue(text: string, operator: string, value: string | null): string {
  // From the end, so that the positions of earlier parts remain correct.
  const others = findOperatorTokens(text, operator).toReversed().reduce(removeSearchToken, text);
  return value === null ? others : `${others} ${operator}:${quoteSearchValue(value)}`.trim();
}

/** The typed words for yes and no of boolean operators, with their values. */
export const BOOLEAN_OPERATOR_WORDS: ReadonlyMap<string, boolean> = new Map([
  ['yes', true],
  ['true', true],
  ['no', false],
  ['false', false],
]);

/** The typed words of the operator `followup`, with their values. */
export const FOLLOW_UP_OPERATOR_WORDS: ReadonlyMap<string, string> = new Map([
  ['any', 'any'],
  ['yes', 'any'],
  ['due', 'due'],
  ['none', 'none'],
  ['no', 'none'],
]);
