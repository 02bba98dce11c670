import { BOOLEAN_OPERATOR_WORDS, FOLLOW_UP_OPERATOR_WORDS, type SearchGrammar } from './syntax.ts';

/** The operators of the search of forms, in the order in which the user interface offers them. */
export const FORM_SEARCH_OPERATORS = [
  'state',
  'usable',
  'for',
  'asked',
  'creator',
  'waiting',
  'created',
  'updated',
  'changed',
  'unsent',
  'followup',
] as const;
export type FormSearchOperator = (typeof FORM_SEARCH_OPERATORS)[number];

/** How searches of forms are written. */
export const FORM_SEARCH_GRAMMAR: SearchGrammar<FormSearchOperator> = {
  operators: FORM_SEARCH_OPERATORS,
  dates: { waiting: 'back', created: 'back', updated: 'back' },
  words: {
    changed: BOOLEAN_OPERATOR_WORDS,
    unsent: BOOLEAN_OPERATOR_WORDS,
    followup: FOLLOW_UP_OPERATOR_WORDS,
  },
  meanings: {
    state: (value) => value.toLowerCase().replaceAll(/[\s-]+/g, '_'),
    usable: (value) => value.toLowerCase(),
  },
};
