import { z } from 'zod';
import { dataFlagSchema, pendingStateSchema } from './records.ts';
import { FOLLOW_UP_TERMS, YES_NO, type QueryLanguage } from './search/syntax.ts';
import { epochMsSchema } from './time.ts';

const when = epochMsSchema.nullable();
const ids = z.array(z.string()).readonly();

export const usableBySchema = z.strictObject({
  usableByAll: z.boolean(),
  medicalCenters: ids,
  specializations: ids,
  peerGroups: ids,
  individuals: ids,
});
export type UsableBy = Readonly<z.infer<typeof usableBySchema>>;

export const completionRequestSchema = z.strictObject({
  patient: z.string(),
  requestedBy: z.string(),
  requestedAt: when,
});

/** A form as the desk shows it (service's document, section 2.2), dates as epoch milliseconds. */
export const formSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  publishedVersion: z.string(),
  latestVersion: z.string(),
  hasUnpublishedChanges: z.boolean(),
  usableBy: usableBySchema,
  requestCompletionFrom: z.array(completionRequestSchema).readonly(),
  createdBy: z.string(),
  createdAt: when,
  lastUpdatedAt: when,
  flags: z.array(dataFlagSchema).readonly(),
});
export type Form = Readonly<z.infer<typeof formSchema>>;

/**
 * How a form stands with patients (section 3): never published; what they see is the latest; what they see is older than the
 * latest. A form that was never published is that, whatever it says of its changes.
 */
export const FORM_STATES = ['never_published', 'published', 'unpublished_changes'] as const;
const formStateSchema = z.enum(FORM_STATES);
export type FormState = z.infer<typeof formStateSchema>;

/** How a form stands, from what the service says of it. */
export function formState({
  publishedVersion,
  hasUnpublishedChanges,
}: Pick<Form, 'publishedVersion' | 'hasUnpublishedChanges'>): FormState {
  if (publishedVersion === '') return 'never_published';
  return hasUnpublishedChanges ? 'unpublished_changes' : 'published';
}

/** One line of the list of forms. */
export const formRowSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  published: z.boolean(),
  hasUnpublishedChanges: z.boolean(),
  usableByAll: z.boolean(),
  openRequests: z.number().int().nonnegative(),
  createdAt: when,
  lastUpdatedAt: when,
  flagged: z.boolean(),
  /** How its unsent changes stand, the one that needs most attention; null where there are none. */
  pending: pendingStateSchema.nullable(),
});
export type FormRow = Readonly<z.infer<typeof formRowSchema>>;

/** The service has no filter on forms but paging; the desk filters by name and by how they stand. */
export const formFilterSchema = z.strictObject({
  search: z.string().max(10_000).optional(),
  state: formStateSchema.optional(),
});
export type FormFilter = Readonly<z.infer<typeof formFilterSchema>>;

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
