import { z } from 'zod';
import { kindSchema, MAX_ID_LENGTH, pendingStateSchema } from './records.ts';
import { LOCAL_DATA } from './local-data.ts';
import { appErrorSchema } from './result.ts';
import { epochMsSchema } from './time.ts';
import { operationSchema } from './writes.ts';

/** Why a write needs a person. */
export const QUESTIONS = [
  /** A field also changed on the server since the edit began. */
  'conflict',
  /** A delete, publish, review or sharing rests on a record that has changed at the service since the user saw it. */
  'changed',
  /** A patient asked by an attempt whose answer was lost is not asked at the service now: the form may be completed since. */
  'asked-before',
  /** The record is gone from the server. */
  'gone',
  /** The service already has a similar record that was not known when this create was saved: it was not sent. */
  'already-there',
  /** The service's list has no certain end, so that it is not known whether it has this create's record: it is not sent. */
  'not-listed',
  /** The answer of a create was lost and nothing like it is found on the server. */
  'none-found',
  /** The answer of a create was lost and several records like it are found, or one that is not surely ours. */
  'several-found',
  /** The answer of a publish or a review was lost and the record does not tell whether it was done. */
  'not-seen',
  /** The server answered with something else than was asked for. */
  'odd-answer',
  /** The desk file is older than what was sent from it before: this write may have been sent already. */
  'may-be-sent',
  /** Another user of this account's address saved it: it is not sent under this user's name without their word. */
  'another-user',
] as const;
export const questionSchema = z.enum(QUESTIONS);
export type Question = z.infer<typeof questionSchema>;

/** Values are JSON texts: their shapes are as many as the service's fields. */
const json = z.string();

/** One field of a write: what it was when the edit began, what it is to become, and what the server has by now. */
export const pendingFieldSchema = z.strictObject({
  /** The service's name of the field. */
  field: z.string(),
  /** Null where nothing was known of it, as for a create. */
  base: json.nullable(),
  mine: json,
  /** Only where the server's value was asked for and differs from both. */
  theirs: json.nullable(),
});
export type PendingField = Readonly<z.infer<typeof pendingFieldSchema>>;

/** A field of the record that a write does not send, in which the service differs from what the user saw. */
export const changedFieldSchema = z.strictObject({
  /** The service's name of the field. */
  field: z.string(),
  /** As the user saw it; null where nothing was known of it. */
  seen: json.nullable(),
  now: json,
});
export type ChangedField = Readonly<z.infer<typeof changedFieldSchema>>;

/** A field in which a record on the server differs from a create; null where the record lacks it. */
export const differenceSchema = z.strictObject({
  /** The service's name of the field. */
  field: z.string(),
  mine: json,
  theirs: json.nullable(),
});
export type CandidateDifference = Readonly<z.infer<typeof differenceSchema>>;

/** A record on the server that may be what a lost create made, or stand in its place. */
export const candidateSchema = z.strictObject({
  id: z.string(),
  createdBy: z.string(),
  createdAt: epochMsSchema.nullable(),
  name: z.string(),
  /** What differs from the create; empty where nothing does. */
  differences: z.array(differenceSchema).readonly(),
});
export type Candidate = Readonly<z.infer<typeof candidateSchema>>;

/** One write in the outbox. */
export const pendingOperationSchema = z.strictObject({
  number: z.number().int().positive(),
  operation: operationSchema,
  kind: kindSchema,
  /** The record: the service's id where it has one, else this desk's. */
  id: z.string(),
  /** The record's name or title as it will be, for people; empty where it has none. */
  label: z.string(),
  state: pendingStateSchema,
  fields: z.array(pendingFieldSchema).readonly(),
  /** What else the question is about: fields that the write itself does not send. */
  changes: z.array(changedFieldSchema).readonly(),
  question: questionSchema.nullable(),
  candidates: z.array(candidateSchema).readonly(),
  /** What the last attempt came to, with the server's own words where it gave some. */
  error: appErrorSchema.nullable(),
  attempts: z.number().int().nonnegative(),
  /** Whether an earlier attempt may have reached the service although no answer came: discarding does not take that back. */
  mayHaveArrived: z.boolean(),
  savedAt: epochMsSchema,
  triedAt: epochMsSchema.nullable(),
  /** Another write of the same record that has to go first. */
  waitsFor: z.number().int().positive().nullable(),
});
export type PendingOperation = Readonly<z.infer<typeof pendingOperationSchema>>;

/** How many writes there are in each state. */
export const outboxCountsSchema = z.strictObject({
  saved: z.number().int().nonnegative(),
  sending: z.number().int().nonnegative(),
  uncertain: z.number().int().nonnegative(),
  needsYou: z.number().int().nonnegative(),
  rejected: z.number().int().nonnegative(),
});
export type OutboxCounts = Readonly<z.infer<typeof outboxCountsSchema>>;

export const NO_OUTBOX: OutboxCounts = { saved: 0, sending: 0, uncertain: 0, needsYou: 0, rejected: 0 };

/**
 * A person's choice. `server`: what the server has stands, mine is let go; `mine`: mine goes over it, or is sent once more;
 * `fields`: of a conflict, mine for these fields and the server's for the others; `found`: this record is what the
 * lost create made.
 */
export const resolutionSchema = z.discriminatedUnion('take', [
  z.strictObject({ take: z.literal('server') }),
  z.strictObject({ take: z.literal('mine') }),
  z.strictObject({ take: z.literal('fields'), mine: z.array(z.string().max(100)).max(50).readonly() }),
  z.strictObject({ take: z.literal('found'), id: z.string().max(MAX_ID_LENGTH) }),
]);
export type Resolution = Readonly<z.infer<typeof resolutionSchema>>;

/** How a write left the outbox. `found`: a lost create was recognised on the server; `needless`: the server had it so already. */
export const ACKNOWLEDGEMENTS = ['sent', 'found', 'needless', 'discarded', 'gave-way'] as const;

/** A write that is no longer in the outbox: what was synced when. */
export const acknowledgedSchema = z.strictObject({
  number: z.number().int().positive(),
  operation: operationSchema,
  kind: kindSchema,
  id: z.string(),
  label: z.string(),
  how: z.enum(ACKNOWLEDGEMENTS),
  savedAt: epochMsSchema,
  acknowledgedAt: epochMsSchema,
  /** The field names that were written. */
  fields: z.array(z.string()).readonly(),
});
export type AcknowledgedOperation = Readonly<z.infer<typeof acknowledgedSchema>>;

/** How the file with what exists only here stands. */
export const localHealthSchema = z.strictObject({
  /**
   * `fine`; `recovered`: damaged, set aside, and what could be read was carried over; `missing`: it was here before and is gone;
   * `rewound`: it is older than what was sent from it before.
   */
  state: z.enum(['fine', 'recovered', 'missing', 'rewound']),
  /** Writes that were carried over from a damaged file. */
  carried: z.number().int().nonnegative(),
  /** Writes that are known to have been in it and could not be read; null where nobody knows how many. */
  lost: z.number().int().nonnegative().nullable(),
  /** What else was kept in a damaged file and could not be carried over in full. */
  incomplete: z.array(z.enum(LOCAL_DATA)).readonly().optional(),
});
export type LocalHealth = Readonly<z.infer<typeof localHealthSchema>>;

/** A resource that could not be kept. Nothing of its content is here. */
export const quarantinedSchema = z.strictObject({
  kind: kindSchema,
  reason: z.enum(['not-an-object', 'another-object', 'missing-id', 'bad-id', 'too-deep', 'unreadable']),
  /** The id that stood in it, where one of bearable length did. */
  id: z.string().nullable(),
  seenAt: epochMsSchema,
});
export type Quarantined = Readonly<z.infer<typeof quarantinedSchema>>;
