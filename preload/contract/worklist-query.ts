import type { EpochMs } from './time.ts';
import { KNOWN_REQUISITION_STATUSES } from './requisition.ts';
import { worklistTermSchema, type WorklistTerm } from './worklist.ts';
import {
  FOLLOW_UP_TERMS,
  readQuery,
  YES_NO,
  writeQuery,
  type QueryLanguage,
  type QueryProblem as AnyQueryProblem,
  type QueryToken as AnyQueryToken,
  type ReadQuery,
} from './query-language.ts';

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

export type QueryToken = AnyQueryToken<WorklistTerm>;
export type QueryProblem = AnyQueryProblem<WorklistTerm>;
export type ParsedQuery = ReadQuery<WorklistTerm>;

/** A status as the service names it, where somebody typed it in words; any other stays as it is. */
function statusNamed(value: string): string {
  const named = value.toLowerCase().replaceAll(/[\s-]+/g, '_');
  return KNOWN_REQUISITION_STATUSES.find((known) => known === named) ?? value;
}

/** How searches of the worklist are written. */
export const WORKLIST_LANGUAGE: QueryLanguage<QueryOperator, WorklistTerm> = {
  operators: QUERY_OPERATORS,
  dates: { due: 'ahead', created: 'back', updated: 'back', since: 'back' },
  words: { shared: YES_NO, changed: YES_NO, unsent: YES_NO, followup: FOLLOW_UP_TERMS },
  meanings: { status: statusNamed, review: (value) => value.toLowerCase() },
  term: worklistTermSchema,
};

/** Reads a search of the worklist (see `readQuery`). */
export function parseQuery(text: string, now: EpochMs, zone: string): ParsedQuery {
  return readQuery(WORKLIST_LANGUAGE, text, now, zone);
}

/** A whole search of the worklist as it is typed; `parseQuery` reads the same conditions from it. */
export const formatQuery: (terms: readonly WorklistTerm[]) => string = writeQuery;
