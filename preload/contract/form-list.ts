import { z } from 'zod';
import { formRowSchema, formStateSchema } from './form.ts';
import { FOLLOW_UP_TERMS, YES_NO, type QueryLanguage } from './query-language.ts';
import { epochMsSchema } from './time.ts';

/** The tabs of the list of forms: all, by how they stand, and those that somebody is asked to complete. */
export const FORM_TABS = ['all', 'never_published', 'unpublished_changes', 'published', 'asked'] as const;
export const formTabSchema = z.enum(FORM_TABS);
export type FormTab = z.infer<typeof formTabSchema>;

export const FORM_SORTS = ['updated', 'created', 'name', 'requests', 'waiting'] as const;
export const formSortSchema = z.strictObject({
  /** `requests`: how many are open; `waiting`: since when the oldest open one waits. */
  by: z.enum(FORM_SORTS),
  /** Forms without the value (no date, no open request) come last either way. */
  descending: z.boolean(),
});
export type FormSort = Readonly<z.infer<typeof formSortSchema>>;

const isNot = z.boolean().default(false);
const word = z.string().min(1).max(10_000);
const span = { from: epochMsSchema.nullable(), until: epochMsSchema.nullable() };

/** One condition of a filter; `isNot` turns it round. */
export const formTermSchema = z.discriminatedUnion('field', [
  /** Case-insensitive part of the name, of the description, or of the local name of anybody in it. */
  z.strictObject({ field: z.literal('text'), value: word, isNot }),
  z.strictObject({ field: z.literal('state'), value: formStateSchema, isNot }),
  /** Everyone may use it, some may, or nobody can (not for all, and every set is empty). */
  z.strictObject({ field: z.literal('usable'), value: z.enum(['all', 'some', 'nobody']), isNot }),
  /**
   * A whole id, the end of one (four characters at least), or a part of its local name: in a set of those who may use it; of a
   * patient who is asked; of its creator.
   */
  z.strictObject({ field: z.enum(['for', 'asked', 'creator']), value: word, isNot }),
  /** When its oldest open request was made; when it was made; when it changed last. */
  z.strictObject({ field: z.enum(['waiting', 'created', 'updated']), ...span, isNot }),
  /** Changed since it was last looked at here; has unsent changes; carries a follow-up mark (due by now: `due`). */
  z.strictObject({ field: z.literal('changed'), value: z.boolean(), isNot }),
  z.strictObject({ field: z.literal('unsent'), value: z.boolean(), isNot }),
  z.strictObject({ field: z.literal('followup'), value: z.enum(['any', 'due', 'none']), isNot }),
]);
export type FormTerm = Readonly<z.infer<typeof formTermSchema>>;
export const formTermsSchema = z.array(formTermSchema).max(40).readonly();

/** The operators of the search of forms, in the order in which they are offered. */
export const FORM_OPERATORS = [
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
export type FormOperator = (typeof FORM_OPERATORS)[number];

/** How searches of forms are written. */
export const FORM_LANGUAGE: QueryLanguage<FormOperator, FormTerm> = {
  operators: FORM_OPERATORS,
  dates: { waiting: 'back', created: 'back', updated: 'back' },
  words: { changed: YES_NO, unsent: YES_NO, followup: FOLLOW_UP_TERMS },
  meanings: {
    state: (value) => value.toLowerCase().replaceAll(/[\s-]+/g, '_'),
    usable: (value) => value.toLowerCase(),
  },
  term: formTermSchema,
};

/** A line of the list of forms. */
export const formListRowSchema = formRowSchema.extend({
  state: formStateSchema,
  createdBy: z.string(),
  /** How many ids each set of those who may use it has. */
  medicalCenters: z.number().int().nonnegative(),
  specializations: z.number().int().nonnegative(),
  peerGroups: z.number().int().nonnegative(),
  individuals: z.number().int().nonnegative(),
  /** When the oldest open request was made; null without one, or where none says. */
  oldestRequestAt: epochMsSchema.nullable(),
  /** Since when this desk knows of changes that patients do not see; null where there are none. */
  unpublishedSince: epochMsSchema.nullable(),
  isChanged: z.boolean(),
  followUp: z.strictObject({ remindOn: epochMsSchema.nullable() }).nullable(),
  /** Where a text was found that the name does not show, with what stands around it. */
  hit: z.strictObject({ where: z.enum(['description', 'people']), excerpt: z.string().max(200) }).nullable(),
});
export type FormListRow = Readonly<z.infer<typeof formListRowSchema>>;

/** How many each tab holds under a filter. True counts, never cut. */
export const formCountsSchema = z.strictObject({
  all: z.number().int().nonnegative(),
  never_published: z.number().int().nonnegative(),
  unpublished_changes: z.number().int().nonnegative(),
  published: z.number().int().nonnegative(),
  asked: z.number().int().nonnegative(),
});
export type FormCounts = Readonly<z.infer<typeof formCountsSchema>>;
