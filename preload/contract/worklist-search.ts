import { z } from 'zod';
import { listSearchOperatorsOfFieldKinds } from './requisition-fields.ts';
import { MAX_SEARCH_WORD, type SearchSyntax } from './search/syntax.ts';
import {
  BOOLEAN_OPERATORS,
  WORKLIST_SEARCH_GRAMMAR,
  type WorklistSearchOperator,
} from './search/worklist-grammar.ts';
import { epochMsSchema } from './time-schema.ts';

const isNot = z.boolean().default(false);
const word = z.string().min(1).max(MAX_SEARCH_WORD);

/** From `from` until just before `until`; null leaves that end open. */
const span = { from: epochMsSchema.nullable(), until: epochMsSchema.nullable() };

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

/** The syntax of searches of the worklist. */
export const WORKLIST_SEARCH_SYNTAX: SearchSyntax<WorklistSearchOperator, WorklistSearchTerm> = {
  ...WORKLIST_SEARCH_GRAMMAR,
  term: worklistTermSchema,
};
