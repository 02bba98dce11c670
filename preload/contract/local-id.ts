import { z } from 'zod';
import { isId, KINDS, MAX_ID_LENGTH, type Id, type Kind } from './ids.ts';

/**
 * Ids of this desk for records that the service does not know yet: `local_<kind>_<ulid>`. They are never sent, and they
 * resolve for ever: once the service has given an id, both name the same record.
 */
declare const localBrand: unique symbol;
export type LocalId = string & { readonly [localBrand]: true };

const LOCAL = /^local_(form|requisition|notification)_[0-9A-HJKMNP-TV-Z]{26}$/;

/** Whether a value is an id that this desk gave; with a kind, one of that kind. */
export function isLocalId(value: unknown, kind?: Kind): value is LocalId {
  const found = typeof value === 'string' ? LOCAL.exec(value) : null;
  return found !== null && (kind === undefined || found[1] === kind);
}

/** The id of a record: the service's own, or one of this desk. */
export type RecordId<K extends Kind> = Id<K> | LocalId;

/** A schema for the id of a record of a kind, whoever gave it. */
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
