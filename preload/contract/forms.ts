import { z } from 'zod';
import { invalidFieldFlagSchema, pendingStateSchema } from './record-schemas.ts';
import { FORM_SEARCH_GRAMMAR, type FormSearchOperator } from './search/form-grammar.ts';
import { MAX_SEARCH_WORD, type SearchSyntax } from './search/syntax.ts';
import { epochMsSchema } from './time-schema.ts';

const when = epochMsSchema.nullable();
const ids = z.array(z.string()).readonly();

export const usableBySchema = z.strictObject({
  usableByAll: z.boolean(),
  medicalCenters: ids,
  specializations: ids,
  peerGroups: ids,
  individuals: ids,
  /** Number of further sets that are not empty: the document does not name them, so what they mean is not known. */
  otherLimits: z.number().int().nonnegative(),
});
export type UsableBy = Readonly<z.infer<typeof usableBySchema>>;

/** The sets of users that a form can be restricted to, by the service's names (section 2.2). */
export const DOCUMENTED_USER_SETS: readonly string[] = [
  'medical_centers',
  'specializations',
  'peer_groups',
  'individuals',
];

/**
 * Returns the names of the sets of users that the document does not name, without the empty ones: a set is a list (section 2.2).
 * @param sets the restriction sets in the service's JSON
 */
export function listOtherUserSets(sets: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(sets)
    .filter(([name, ids]) => !DOCUMENTED_USER_SETS.includes(name) && Array.isArray(ids) && ids.length > 0)
    .map(([name]) => name);
}

export const completionRequestSchema = z.strictObject({
  patient: z.string(),
  requestedBy: z.string(),
  requestedAt: when,
});

/** A form as Intray shows it (service's document, section 2.2), dates as epoch milliseconds. */
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
  flags: z.array(invalidFieldFlagSchema).readonly(),
});
export type Form = Readonly<z.infer<typeof formSchema>>;

/**
 * The publication state of a form (section 3): never published; patients see the latest version; patients see
 * an older version. A form that was never published has that state whatever the service says about its
 * changes.
 */
export const FORM_PUBLICATION_STATES = ['never_published', 'published', 'unpublished_changes'] as const;
const formStateSchema = z.enum(FORM_PUBLICATION_STATES);
export type FormPublicationState = z.infer<typeof formStateSchema>;

/** Returns the publication state of a form from the service's fields. */
export function getFormPublicationState({
  publishedVersion,
  hasUnpublishedChanges,
}: Pick<Form, 'publishedVersion' | 'hasUnpublishedChanges'>): FormPublicationState {
  if (publishedVersion === '') return 'never_published';
  return hasUnpublishedChanges ? 'unpublished_changes' : 'published';
}

/** The fields of a form that lists show. */
export const basicFormRowSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  published: z.boolean(),
  hasUnpublishedChanges: z.boolean(),
  usableByAll: z.boolean(),
  openRequests: z.number().int().nonnegative(),
  createdAt: when,
  lastUpdatedAt: when,
  flagged: z.boolean(),
  /** The most urgent state among its pending changes; null where there are none. */
  pending: pendingStateSchema.nullable(),
});
export type BasicFormRow = Readonly<z.infer<typeof basicFormRowSchema>>;

/** The service has no filter on forms except paging; Intray filters by name and publication state. */
export const formFilterSchema = z.strictObject({
  search: z.string().max(10_000).optional(),
  state: formStateSchema.optional(),
});
export type FormFilter = Readonly<z.infer<typeof formFilterSchema>>;

/** The tabs of the list of forms: all, by publication state, and those with open completion requests. */
export const FORM_TABS = ['all', 'never_published', 'unpublished_changes', 'published', 'asked'] as const;
export const formTabSchema = z.enum(FORM_TABS);
export type FormTab = z.infer<typeof formTabSchema>;

export const FORM_SORTS = ['updated', 'created', 'name', 'requests', 'waiting'] as const;
export const formSortSchema = z.strictObject({
  /** The sort key. `requests`: number of open completion requests; `waiting`: date of the oldest open one. */
  by: z.enum(FORM_SORTS),
  /** Forms without the value (no date, no open request) come last in both directions. */
  descending: z.boolean(),
});
export type FormSort = Readonly<z.infer<typeof formSortSchema>>;

const isNot = z.boolean().default(false);
const word = z.string().min(1).max(MAX_SEARCH_WORD);
const span = { from: epochMsSchema.nullable(), until: epochMsSchema.nullable() };

/** One condition of a filter; `isNot` negates it. */
export const formSearchTermSchema = z.discriminatedUnion('field', [
  /**
   * Case-insensitive part of the name, of the description, or of the local name of any person in the form.
   */
  z.strictObject({ field: z.literal('text'), value: word, isNot }),
  z.strictObject({ field: z.literal('state'), value: formStateSchema, isNot }),
  /** Who may use the form: everyone, some, or no one (not for all, and every set is empty). */
  z.strictObject({ field: z.literal('usable'), value: z.enum(['all', 'some', 'none']), isNot }),
  /**
   * A whole id, the end of one (at least four characters), or a part of its local name: among those who may
   * use it; of a patient who is asked; of its creator.
   */
  z.strictObject({ field: z.enum(['for', 'asked', 'creator']), value: word, isNot }),
  /** `waiting`: date of the oldest open completion request; `created`, `updated`: dates of the form. */
  z.strictObject({ field: z.enum(['waiting', 'created', 'updated']), ...span, isNot }),
  /**
   * Changed since it was last viewed here; has pending changes; has a follow-up mark (already due: `due`).
   */
  z.strictObject({ field: z.literal('changed'), value: z.boolean(), isNot }),
  z.strictObject({ field: z.literal('unsent'), value: z.boolean(), isNot }),
  z.strictObject({ field: z.literal('followup'), value: z.enum(['any', 'due', 'none']), isNot }),
]);
export type FormSearchTerm = Readonly<z.infer<typeof formSearchTermSchema>>;
export const formSearchTermsSchema = z.array(formSearchTermSchema).max(40).readonly();

/** The syntax of searches of forms. */
export const FORM_SEARCH_SYNTAX: SearchSyntax<FormSearchOperator, FormSearchTerm> = {
  ...FORM_SEARCH_GRAMMAR,
  term: formSearchTermSchema,
};

/** A row of the list of forms, with numbers and dates that the list adds to the form. */
export const formListRowSchema = basicFormRowSchema.extend({
  state: formStateSchema,
  createdBy: z.string(),
  /** Number of ids in each set of users that the form is restricted to. */
  medicalCenters: z.number().int().nonnegative(),
  specializations: z.number().int().nonnegative(),
  peerGroups: z.number().int().nonnegative(),
  individuals: z.number().int().nonnegative(),
  /** Number of further sets of users, which the document does not name. */
  otherLimits: z.number().int().nonnegative(),
  /** When the oldest open request was made; null without one, or where no request has a time. */
  oldestRequestAt: epochMsSchema.nullable(),
  /** Since when at the latest there are unpublished changes; null where there are none. */
  unpublishedSince: epochMsSchema.nullable(),
  isChanged: z.boolean(),
  followUp: z.strictObject({ remindOn: epochMsSchema.nullable() }).nullable(),
  /** Where the searched text was found, if the name does not contain it, with the surrounding text. */
  hit: z.strictObject({ where: z.enum(['description', 'people']), excerpt: z.string().max(200) }).nullable(),
});
export type FormListRow = Readonly<z.infer<typeof formListRowSchema>>;

/** The number of forms in each tab under a filter. Exact counts, never capped. */
export const formTabCountsSchema = z.strictObject({
  all: z.number().int().nonnegative(),
  never_published: z.number().int().nonnegative(),
  unpublished_changes: z.number().int().nonnegative(),
  published: z.number().int().nonnegative(),
  asked: z.number().int().nonnegative(),
});
export type FormTabCounts = Readonly<z.infer<typeof formTabCountsSchema>>;
