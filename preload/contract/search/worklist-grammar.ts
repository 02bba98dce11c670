import {
  FILTERABLE_FIELDS,
  KNOWN_REQUISITION_STATUSES,
  listSearchOperatorsOfFieldKinds,
} from '../requisition-fields.ts';
import { BOOLEAN_OPERATOR_WORDS, FOLLOW_UP_OPERATOR_WORDS, type SearchGrammar } from './syntax.ts';

/** Operators that are answered with yes or no and belong to no field: changed since it was last viewed here; has pending changes. */
const FURTHER_BOOLEAN_OPERATORS = ['changed', 'unsent'] as const;
/** All operators that are answered with yes or no. */
export const BOOLEAN_OPERATORS = [
  ...listSearchOperatorsOfFieldKinds('flag'),
  ...FURTHER_BOOLEAN_OPERATORS,
] as const;

/** The operators of the worklist's search: those of the fields, and those that ask for more than one field. */
export const WORKLIST_SEARCH_OPERATORS = [
  ...FILTERABLE_FIELDS.map(({ list }) => list.filter),
  'status',
  'reviewer',
  'overdue',
  'review_for',
  'overdue_for',
  'code',
  'review',
  'due',
  'since',
  ...FURTHER_BOOLEAN_OPERATORS,
  'followup',
] as const;
export type WorklistSearchOperator = (typeof WORKLIST_SEARCH_OPERATORS)[number];

/** Returns the service's name of a status that was typed as its label; any other value unchanged. */
function toStatus(value: string): string {
  const named = value.toLowerCase().replaceAll(/[\s-]+/g, '_');
  return KNOWN_REQUISITION_STATUSES.find((known) => known === named) ?? value;
}

/** How searches of the worklist are written. */
export const WORKLIST_SEARCH_GRAMMAR: SearchGrammar<WorklistSearchOperator> = {
  operators: WORKLIST_SEARCH_OPERATORS,
  dates: { due: 'ahead', created: 'back', updated: 'back', since: 'back' },
  words: {
    ...Object.fromEntries(BOOLEAN_OPERATORS.map((operator) => [operator, BOOLEAN_OPERATOR_WORDS])),
    followup: FOLLOW_UP_OPERATOR_WORDS,
  },
  meanings: { status: toStatus, review: (value) => value.toLowerCase() },
};
