import { z } from 'zod';
import { kindSchema, pendingStateSchema } from './record-schemas.ts';
import { MAX_ID_LENGTH } from './records.ts';
import { LOCAL_DATA_KINDS } from './local-data.ts';
import { appErrorSchema } from './app-error.ts';
import { epochMsSchema } from './time-schema.ts';
import { operationNameSchema } from './changes.ts';

/** Why a pending change needs the user's decision. */
export const OUTBOX_QUESTIONS = [
  /** A field was also changed at the service since the edit began. */
  'conflict',
  /**
   * A delete, publish, review or sharing depends on a record that has changed at the service since the user
   * saw it.
   */
  'changed',
  /**
   * A patient from an attempt whose response was lost has no request at the service now: the form may have
   * been completed since.
   */
  'asked-before',
  /** The record no longer exists at the service. */
  'gone',
  /**
   * The service already has a similar record that was not known when this create was saved: the create is not
   * sent.
   */
  'already-there',
  /**
   * The service's list could not be read to a certain end, so it is unknown whether it contains this create's
   * record: the create is not sent. Or whether it still contains a form whose delete was answered 404.
   */
  'not-listed',
  /** The response of a create was lost, and the service has no similar record. */
  'none-found',
  /**
   * The response of a create was lost, and the service has several similar records, or one that is not
   * certainly this one.
   */
  'several-found',
  /** The response of a publish or a review was lost, and the record does not show whether it was done. */
  'not-seen',
  /** The service's response to the change shows other values than those that were sent. */
  'odd-answer',
  /** The local store is older than what was sent from it before: this change may already have been sent. */
  'may-be-sent',
  /**
   * Another user of this account's address saved it: it is not sent with this user's tokens without
   * confirmation.
   */
  'another-user',
  /**
   * Its record has a local id alone, and its create is not in the outbox: it was discarded or could not be
   * recovered. The change is never sent.
   */
  'never-created',
] as const;
export const outboxQuestionSchema = z.enum(OUTBOX_QUESTIONS);
export type OutboxQuestion = z.infer<typeof outboxQuestionSchema>;

/** Values are JSON texts, because each field of the service has its own shape. */
const json = z.string();

/**
 * One field of a pending change: its value when the edit began, its new value, and the service's current
 * value.
 */
export const pendingFieldChangeSchema = z.strictObject({
  /** The service's name of the field. */
  field: z.string(),
  /** The field's value when the edit began; null where it was unknown, as for a create. */
  base: json.nullable(),
  mine: json,
  /** Present only where the service's value was fetched and differs from both. */
  theirs: json.nullable(),
});
export type PendingFieldChange = Readonly<z.infer<typeof pendingFieldChangeSchema>>;

/** A field that the change does not send and in which the service differs from what the user saw. */
export const serviceFieldChangeSchema = z.strictObject({
  /** The service's name of the field. */
  field: z.string(),
  /** The value that the user saw; null where it was unknown. */
  seen: json.nullable(),
  now: json,
});
export type ServiceFieldChange = Readonly<z.infer<typeof serviceFieldChangeSchema>>;

/** A field in which a record at the service differs from a create; null where the record lacks it. */
export const candidateDifferenceSchema = z.strictObject({
  /** The service's name of the field. */
  field: z.string(),
  mine: json,
  theirs: json.nullable(),
});
export type CandidateDifference = Readonly<z.infer<typeof candidateDifferenceSchema>>;

/**
 * A record at the service that may be the result of a create whose response was lost, or be used instead of
 * it.
 */
export const matchCandidateSchema = z.strictObject({
  id: z.string(),
  createdBy: z.string(),
  createdAt: epochMsSchema.nullable(),
  name: z.string(),
  /** The fields in which the record differs from the create; empty where there are none. */
  differences: z.array(candidateDifferenceSchema).readonly(),
});
export type MatchCandidate = Readonly<z.infer<typeof matchCandidateSchema>>;

/** The id of the patient of a change's requisition; null where it is unknown, and for other kinds of records. */
const patientOfRecordSchema = z.string().nullable();

/**
 * Stands for the values and the question of a pending change as the user has seen them. It is another one as soon as they
 * differ, so that an edit or a decision about what is no longer so can be refused.
 */
export const changeVersionSchema = z.string().max(64);

/** One pending change in the outbox. */
export const pendingChangeSchema = z.strictObject({
  number: z.number().int().positive(),
  version: changeVersionSchema,
  operation: operationNameSchema,
  kind: kindSchema,
  /** The record's id: the service's where it has one, otherwise the local id. */
  id: z.string(),
  /** The record's name or title after the change, for display; empty where it has none. */
  label: z.string(),
  patient: patientOfRecordSchema,
  state: pendingStateSchema,
  fields: z.array(pendingFieldChangeSchema).readonly(),
  /** Further fields that the question is about and that the change itself does not send. */
  changes: z.array(serviceFieldChangeSchema).readonly(),
  question: outboxQuestionSchema.nullable(),
  candidates: z.array(matchCandidateSchema).readonly(),
  /** The error of the last attempt, with the service's own message where it sent one. */
  error: appErrorSchema.nullable(),
  attempts: z.number().int().nonnegative(),
  /**
   * Whether an earlier attempt without a response may have reached the service: discarding does not undo
   * that.
   */
  mayHaveArrived: z.boolean(),
  savedAt: epochMsSchema,
  triedAt: epochMsSchema.nullable(),
  /**
   * The number of another pending change, of the same record or a create with equal content, that must be sent
   * first.
   */
  waitsFor: z.number().int().positive().nullable(),
  /**
   * Whether it waits for the delete of its form, whose number `waitsFor` is then: it is sent only if that is
   * discarded, and closed once that is done.
   */
  isHeldByDelete: z.boolean(),
});
export type PendingChange = Readonly<z.infer<typeof pendingChangeSchema>>;

/** The number of pending changes in each state. */
export const outboxCountsSchema = z.strictObject({
  saved: z.number().int().nonnegative(),
  sending: z.number().int().nonnegative(),
  uncertain: z.number().int().nonnegative(),
  needsYou: z.number().int().nonnegative(),
  rejected: z.number().int().nonnegative(),
});
export type OutboxCounts = Readonly<z.infer<typeof outboxCountsSchema>>;

/** Returns the number of all pending changes. */
export function countUnsent({ saved, sending, uncertain, needsYou, rejected }: OutboxCounts): number {
  return saved + sending + uncertain + needsYou + rejected;
}

export const EMPTY_OUTBOX_COUNTS: OutboxCounts = {
  saved: 0,
  sending: 0,
  uncertain: 0,
  needsYou: 0,
  rejected: 0,
};

/**
 * The user's decision. `server`: the service's values are kept and the change is discarded; `mine`: the
 * change overwrites them, or is sent once more; `fields`: of a conflict, the change's values for these fields
 * and the service's for the others; `found`: this record is the result of the create whose response was lost.
 */
export const outboxResolutionSchema = z.discriminatedUnion('take', [
  z.strictObject({ take: z.literal('server') }),
  z.strictObject({ take: z.literal('mine') }),
  z.strictObject({ take: z.literal('fields'), mine: z.array(z.string().max(100)).max(50).readonly() }),
  z.strictObject({ take: z.literal('found'), id: z.string().max(MAX_ID_LENGTH) }),
]);
export type OutboxResolution = Readonly<z.infer<typeof outboxResolutionSchema>>;

/**
 * How a pending change left the outbox. `found`: the create's record was recognised at the service; `needless`:
 * the service already had these values; `gave-way`: the service's values or another change replaced it;
 * `form-deleted`: it waited behind the delete of its form, which is done.
 */
export const OUTBOX_ENDINGS = ['sent', 'found', 'needless', 'discarded', 'gave-way', 'form-deleted'] as const;

/** A change that has left the outbox, with its outcome. */
export const closedChangeSchema = z.strictObject({
  number: z.number().int().positive(),
  operation: operationNameSchema,
  kind: kindSchema,
  id: z.string(),
  label: z.string(),
  patient: patientOfRecordSchema,
  ending: z.enum(OUTBOX_ENDINGS),
  savedAt: epochMsSchema,
  closedAt: epochMsSchema,
  /** The service's names of the fields that the change wrote. */
  fields: z.array(z.string()).readonly(),
});
export type ClosedChange = Readonly<z.infer<typeof closedChangeSchema>>;

/** How changes end that the service has not taken. */
export const UNSENT_ENDINGS: readonly ClosedChange['ending'][] = ['discarded', 'gave-way', 'form-deleted'];

/** The health of the local store. */
export const localStoreHealthSchema = z.strictObject({
  /**
   * `fine`; `recovered`: the file was damaged, a damaged copy was kept and what could be read was recovered;
   * `missing`: the file existed before and is gone; `rewound`: the file is older than what was sent from it
   * before.
   */
  state: z.enum(['fine', 'recovered', 'missing', 'rewound']),
  /** The number of pending changes recovered from a damaged file. */
  carried: z.number().int().nonnegative(),
  /** The number of pending changes that were in the file and could not be read; null where unknown. */
  lost: z.number().int().nonnegative().nullable(),
  /** Other kinds of local data that could not be recovered completely from a damaged file. */
  incomplete: z.array(z.enum(LOCAL_DATA_KINDS)).readonly().optional(),
});
export type LocalStoreHealth = Readonly<z.infer<typeof localStoreHealthSchema>>;

/** The health of a local store of which nothing is lost. */
export const FINE_LOCAL_STORE_HEALTH: LocalStoreHealth = { state: 'fine', carried: 0, lost: 0 };

/** A resource that could not be cached. Its content is not included. */
export const quarantinedResourceSchema = z.strictObject({
  kind: kindSchema,
  reason: z.enum(['not-an-object', 'another-object', 'missing-id', 'bad-id', 'too-deep', 'unreadable']),
  /** The resource's id, where it had one of acceptable length. */
  id: z.string().nullable(),
  seenAt: epochMsSchema,
});
export type QuarantinedResource = Readonly<z.infer<typeof quarantinedResourceSchema>>;
