import type { EpochMs } from './time.ts';
import { KNOWN_REQUISITION_STATUSES } from './requisition.ts';
import { worklistTermSchema, type WorklistTerm } from './worklist.ts';
import { readDateSpan, writeDateSpan, type Calendar, type DateSpan, type Way } from './worklist-dates.ts';
import { quoteWord, scanWords, type ScannedWord } from './worklist-words.ts';

/** The operators of the worklist's search, in the order in which they are offered. */
export const QUERY_OPERATORS = [
  'patient',
  'type',
  'status',
  'facility',
  'provider',
  'reviewer',
  'shared',
  'code',
  'review',
  'due',
  'created',
  'updated',
  'since',
  'changed',
  'unsent',
  'followup',
] as const;
export type QueryOperator = (typeof QUERY_OPERATORS)[number];

/** Why a part of a search counts for nothing. */
export type QueryFault = 'no-value' | 'unknown-operator' | 'bad-date' | 'bad-value' | 'too-many';

/** One part of a search as it was typed, and what it means. */
export interface QueryToken {
  /** Where it stands in the text. */
  readonly start: number;
  readonly end: number;
  /** As typed. */
  readonly text: string;
  /** What it asks for; null where it counts for nothing. */
  readonly term: WorklistTerm | null;
  readonly fault: QueryFault | null;
}

/** What is wrong with a part of a search. The others hold all the same. */
export interface QueryProblem {
  readonly token: QueryToken;
  readonly why: QueryFault;
}

export interface ParsedQuery {
  readonly terms: readonly WorklistTerm[];
  readonly problems: readonly QueryProblem[];
  readonly tokens: readonly QueryToken[];
}

/** As many conditions as one query may have (worklistTermsSchema). */
const MOST_TERMS = 40;

type Read = { readonly term: WorklistTerm } | { readonly fault: QueryFault };

/** The words of operators that take some words alone, and what they stand for. */
const YES_NO = new Map<string, boolean>([
  ['yes', true],
  ['true', true],
  ['no', false],
  ['false', false],
]);
const FOLLOW_UPS = new Map<string, 'any' | 'due' | 'none'>([
  ['any', 'any'],
  ['yes', 'any'],
  ['due', 'due'],
  ['none', 'none'],
  ['no', 'none'],
]);
const WORDS: Readonly<Partial<Record<QueryOperator, ReadonlyMap<string, boolean | string>>>> = {
  shared: YES_NO,
  changed: YES_NO,
  unsent: YES_NO,
  followup: FOLLOW_UPS,
};
/** The operators that take a date, and which way a bare distance goes. */
const DATES: Readonly<Partial<Record<QueryOperator, Way>>> = {
  due: 'ahead',
  created: 'back',
  updated: 'back',
  since: 'back',
};

function isOperator(word: string): word is QueryOperator {
  return QUERY_OPERATORS.some((operator) => operator === word);
}

/** A status as the service names it, where somebody typed it in words; any other stays as it is. */
function statusNamed(value: string): string {
  const named = value.toLowerCase().replaceAll(/[\s-]+/g, '_');
  return KNOWN_REQUISITION_STATUSES.find((known) => known === named) ?? value;
}

function checked(candidate: unknown): Read {
  const term = worklistTermSchema.safeParse(candidate);
  return term.success ? { term: term.data } : { fault: 'bad-value' };
}

function readValue(field: QueryOperator, value: string, isNot: boolean, calendar: Calendar): Read {
  const way = DATES[field];
  if (way !== undefined) {
    const span = readDateSpan(value, calendar, way);
    return span === null ? { fault: 'bad-date' } : checked({ field, ...span, isNot });
  }
  const words = WORDS[field];
  if (words !== undefined) return checked({ field, value: words.get(value.toLowerCase()), isNot });
  if (field === 'review') return checked({ field, value: value.toLowerCase(), isNot });
  return checked({ field, value: field === 'status' ? statusNamed(value) : value, isNot });
}

function readWord({ operator, value, isNot }: ScannedWord, calendar: Calendar): Read {
  if (operator !== null && !isOperator(operator)) return { fault: 'unknown-operator' };
  if (value.trim() === '') return { fault: 'no-value' };
  if (operator === null) return checked({ field: 'text', value, isNot });
  return readValue(operator, value, isNot, calendar);
}

/**
 * Reads a search of the worklist: free words that must all be there, `"a phrase"`, `operator:value`, each with `-` before it to
 * leave out what it would find. What cannot be read is named among the problems, and the rest holds. Never throws.
 * @param now what relative dates are measured from
 * @param zone IANA name or `system`: days are whole ones of it
 */
export function parseQuery(text: string, now: EpochMs, zone: string): ParsedQuery {
  const terms: WorklistTerm[] = [];
  const tokens = scanWords(text).map((word): QueryToken => {
    const read = readWord(word, { now, zone });
    const place = { start: word.start, end: word.end, text: text.slice(word.start, word.end) };
    if ('fault' in read) return { ...place, term: null, fault: read.fault };
    if (terms.length === MOST_TERMS) return { ...place, term: null, fault: 'too-many' };
    terms.push(read.term);
    return { ...place, term: read.term, fault: null };
  });
  const problems = tokens.flatMap((token) => (token.fault === null ? [] : [{ token, why: token.fault }]));
  return { terms, problems, tokens };
}

function isSpan(term: WorklistTerm): term is Extract<WorklistTerm, DateSpan> {
  return 'from' in term;
}

function valueOf(term: WorklistTerm): string {
  if (isSpan(term)) return writeDateSpan(term);
  return typeof term.value === 'boolean' ? (term.value ? 'yes' : 'no') : term.value;
}

/** One condition as it is typed. Times are written to the millisecond, in UTC. */
export function formatTerm(term: WorklistTerm): string {
  const sign = term.isNot ? '-' : '';
  if (term.field === 'text') return `${sign}${quoteWord(term.value)}`;
  return `${sign}${term.field}:${quoteWord(valueOf(term))}`;
}

/** A whole search as it is typed; `parseQuery` reads the same conditions from it. */
export function formatQuery(terms: readonly WorklistTerm[]): string {
  return terms.map(formatTerm).join(' ');
}

/** A search without one of its parts. */
export function withoutToken(text: string, { start, end }: Pick<QueryToken, 'start' | 'end'>): string {
  return `${text.slice(0, start).trimEnd()} ${text.slice(end).trimStart()}`.trim();
}

/** The parts of a search that use an operator, whatever they mean. */
export function tokensOf(
  text: string,
  operator: QueryOperator,
): readonly Pick<QueryToken, 'start' | 'end'>[] {
  return scanWords(text).filter((word) => word.operator === operator);
}

/**
 * A search in which an operator has one value alone, in place of those it had.
 * @param value null takes the operator out
 */
export function withOperator(text: string, operator: QueryOperator, value: string | null): string {
  // From the end on, so that the places of the earlier ones stay true.
  const others = tokensOf(text, operator).toReversed().reduce(withoutToken, text);
  return value === null ? others : `${others} ${operator}:${quoteWord(value)}`.trim();
}
