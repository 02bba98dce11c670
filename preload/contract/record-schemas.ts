import { z } from 'zod';
import {
  ID_PREFIXES,
  isId,
  isLocalId,
  KINDS,
  MAX_ID_LENGTH,
  PENDING_STATES,
  type IdFamily,
  type Kind,
  type RecordId,
  type ServiceId,
} from './records.ts';

/**
 * A field of a resource that did not match the service's document. The record is shown nevertheless, with the
 * document's empty value in that place and a flag for the repaired field.
 */
export const invalidFieldFlagSchema = z.strictObject({
  /** Path of the field, for example `diagnoses[2].code`. Never a value. */
  field: z.string().max(200),
  problem: z.enum(['missing', 'wrong-type', 'bad-date', 'bad-id', 'unknown-object']),
});
export type InvalidFieldFlag = Readonly<z.infer<typeof invalidFieldFlagSchema>>;

export const kindSchema = z.enum(KINDS);

/** A schema for one family's identifiers. */
export function idSchema<F extends IdFamily>(family: F): z.ZodType<ServiceId<F>, string> {
  return z
    .string()
    .max(MAX_ID_LENGTH)
    .refine((value): value is ServiceId<F> => isId(family, value), `expected ${ID_PREFIXES[family]}<id>`);
}

/** A schema for the id of a record of a kind, the service's or local. */
export function recordIdSchema<K extends Kind>(kind: K): z.ZodType<RecordId<K>, string> {
  return z
    .string()
    .max(MAX_ID_LENGTH)
    .refine(
      (value): value is RecordId<K> => isId(kind, value) || isLocalId(value, kind),
      `expected the id of a ${kind}`,
    );
}

/** The id of a record of any kind. */
export const anyRecordIdSchema = z
  .string()
  .max(MAX_ID_LENGTH)
  .refine((value) => KINDS.some((kind) => isId(kind, value) || isLocalId(value, kind)), 'expected an id');

export const pendingStateSchema = z.enum(PENDING_STATES);
