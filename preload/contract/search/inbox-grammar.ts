import { BOOLEAN_OPERATOR_WORDS, type SearchGrammar } from './syntax.ts';

export const INBOX_SEARCH_OPERATORS = [
  'to',
  'about',
  'by',
  'mine',
  'unread',
  'unsent',
  'snoozed',
  'created',
  'search_from',
  'search_until',
  'search_on',
] as const;
export type InboxSearchOperator = (typeof INBOX_SEARCH_OPERATORS)[number];

/** Returns the instant for a typed value: a day means its first moment in UTC. */
export function toUtcInstantOfTypedDayOrTime(value: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? `${value}T00:00:00.000Z` : value.toUpperCase();
}

/** How searches of the inbox are written. */
export const INBOX_SEARCH_GRAMMAR: SearchGrammar<InboxSearchOperator> = {
  operators: INBOX_SEARCH_OPERATORS,
  dates: { created: 'back' },
  words: {
    mine: BOOLEAN_OPERATOR_WORDS,
    unread: BOOLEAN_OPERATOR_WORDS,
    unsent: BOOLEAN_OPERATOR_WORDS,
    snoozed: BOOLEAN_OPERATOR_WORDS,
  },
  meanings: {
    about: (value) => value.toLowerCase(),
    search_from: toUtcInstantOfTypedDayOrTime,
    search_until: toUtcInstantOfTypedDayOrTime,
  },
};
