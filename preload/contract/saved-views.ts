import { z } from 'zod';
import { completionRequestFilterSchema, completionRequestSortSchema } from './completion-requests.ts';
import { formSortSchema, formTabSchema } from './forms.ts';
import { inboxSortSchema } from './notifications.ts';
import { worklistSortSchema, worklistTabSchema } from './requisitions.ts';

/** The search as typed: relative dates count from the day on which the view is opened. */
const text = z.string().max(2_000);

/** What a saved view of each screen holds: the search, the filters, the tab and the order of its list. */
export const SAVED_VIEW_QUERY_SCHEMAS = {
  requisitions: z.strictObject({ text, tab: worklistTabSchema, order: worklistSortSchema }),
  forms: z.strictObject({ text, tab: formTabSchema, order: formSortSchema }),
  notifications: z.strictObject({ text, order: inboxSortSchema }),
  'completion-requests': z.strictObject({
    text,
    show: completionRequestFilterSchema.shape.show,
    /** Minimum age of a request in days; null for all. */
    days: z.number().int().min(1).max(10_000).nullable(),
    order: completionRequestSortSchema,
  }),
} as const;

/** A screen whose list can have saved views. */
export type ScreenWithSavedViews = keyof typeof SAVED_VIEW_QUERY_SCHEMAS;
export type SavedViewQuery<S extends ScreenWithSavedViews> = Readonly<
  z.infer<(typeof SAVED_VIEW_QUERY_SCHEMAS)[S]>
>;

const identity = {
  id: z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/),
  name: z.string().min(1).max(100),
};

function view<S extends ScreenWithSavedViews>(screen: S) {
  return z.strictObject({
    ...identity,
    screen: z.literal(screen),
    // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- without it the key has the type of all queries
    query: SAVED_VIEW_QUERY_SCHEMAS[screen] as (typeof SAVED_VIEW_QUERY_SCHEMAS)[S],
  });
}

/** The schemas of a view of each screen. */
const VIEWS = [
  view('requisitions'),
  view('forms'),
  view('notifications'),
  view('completion-requests'),
] as const;

/** A search of a list that the user has saved under a name. */
export const savedViewSchema = z.discriminatedUnion('screen', VIEWS);
export type SavedView = Readonly<z.infer<typeof savedViewSchema>>;

/** A view to be saved: under its id, or without one as a new view. */
export const savedViewInputSchema = z.discriminatedUnion('screen', [
  VIEWS[0].partial({ id: true }),
  VIEWS[1].partial({ id: true }),
  VIEWS[2].partial({ id: true }),
  VIEWS[3].partial({ id: true }),
]);

export const savedViewIdSchema = identity.id;
