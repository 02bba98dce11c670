import { z } from 'zod';
import { dataFlagSchema } from './data-flag.ts';
import { pendingStateSchema } from './pending-state.ts';
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
export const formStateSchema = z.enum(FORM_STATES);
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
