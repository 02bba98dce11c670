import { z } from 'zod';
import { FILTERABLE_FIELDS, listSearchOperatorsOfFieldKinds } from './requisition-fields.ts';
import { KNOWN_REQUISITION_STATUSES } from './requisitions.ts';
import { BOOLEAN_OPERATOR_WORDS, FOLLOW_UP_OPERATOR_WORDS, type SearchSyntax } from './search/syntax.ts';
import { epochMsSchema } from './time.ts';

const isNot = z.boolean().default(false);
const word = z.string().min(1).max(10_000);

/** From `from` until just before `until`; null leaves that end open. */
const span = { from: epochMsSchema.nullable(), until: epochMsSchema.nullable() };

/** Operators that are answered with yes or no and belong to no field: changed since it was last viewed here; has pending changes. */
const FURTHER_BOOLEAN_OPERATORS = ['changed', 'unsent'] as const;
const BOOLEAN_OPERATORS = [...listSearchOperatorsOfFieldKinds('flag'), ...FURTHER_BOOLEAN_OPERATORS] as const;

/** One condition of a filter; `isNot` negates it. */
const worklistTermSchema = z.discriminatedUnion('field', [
  /**
   * Case-insensitive part of the name, diagnoses, scripts, order details, comments, or of the local name of
   * any person in it.
   */
  z.strictObject({ field: z.literal('text'), value: word, isNot }),
  /** A whole id, the end of one (at least four characters), or a part of its local name. */
  z.strictObject({ field: z.enum(listSearchOperatorsOfFieldKinds('reference')), value: word, isNot }),
  /** A reviewer, by the same words, who has an open review; `overdue`: one past its deadline. */
  z.strictObject({ field: z.enum(['reviewer', 'overdue']), value: word, isNot }),
  /**
   * What a user has to review, by the same words: an open review is of this user or names no reviewer, or a review is
   * needed and none is open. `overdue_for`: an open review of this user, or without a reviewer, is past its deadline.
   */
  z.strictObject({ field: z.enum(['review_for', 'overdue_for']), value: word, isNot }),
  /** The literal value, whether or not the document names it; case-insensitive. */
  z.strictObject({
    field: z.enum([...listSearchOperatorsOfFieldKinds('choice', 'line', 'text'), 'status']),
    value: word,
    isNot,
  }),
  z.strictObject({ field: z.enum(BOOLEAN_OPERATORS), value: z.boolean(), isNot }),
  /** The beginning of the code of a diagnosis; case-insensitive. */
  z.strictObject({ field: z.literal('code'), value: word, isNot }),
  /**
   * `needed`: as in the tab; `asked`: has an open review; `overdue`: the deadline of an open review has
   * passed; `done`: has reviews and none is open; `none`: has no review; `unassigned`: needs a review, and no open
   * review names a reviewer.
   */
  z.strictObject({
    field: z.literal('review'),
    value: z.enum(['needed', 'asked', 'overdue', 'done', 'none', 'unassigned']),
    isNot,
  }),
  /**
   * The earliest deadline of an open review; the creation date; the date of the last change; the date of the
   * current status.
   */
  z.strictObject({
    field: z.enum([...listSearchOperatorsOfFieldKinds('time'), 'due', 'since']),
    ...span,
    isNot,
  }),
  /** Has a follow-up mark (already due: `due`). */
  z.strictObject({ field: z.literal('followup'), value: z.enum(['any', 'due', 'none']), isNot }),
]);
export type WorklistSearchTerm = Readonly<z.infer<typeof worklistTermSchema>>;

/** The conditions of a worklist search, all of which must hold. */
export const worklistSearchTermsSchema = z.array(worklistTermSchema).max(40).readonly();

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

/** The syntax of searches of the worklist. */
export const WORKLIST_SEARCH_SYNTAX: SearchSyntax<WorklistSearchOperator, WorklistSearchTerm> = {
  operators: WORKLIST_SEARCH_OPERATORS,
  dates: { due: 'ahead', created: 'back', updated: 'back', since: 'back' },
  words: {
    ...Object.fromEntries(BOOLEAN_OPERATORS.map((operator) => [operator, BOOLEAN_OPERATOR_WORDS])),
    followup: FOLLOW_UP_OPERATOR_WORDS,
  },
  meanings: { status: toStatus, review: (value) => value.toLowerCase() },
  term: worklistTermSchema,
};
