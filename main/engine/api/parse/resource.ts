import type { InvalidFieldFlag } from '#contract/record-schemas.ts';
import { isId, type Kind } from '#contract/records.ts';
import { ResourceFieldReader, isJsonObject, type JsonObject } from './fields.ts';

/** Reasons for quarantine: without a valid id a record can be neither found nor refreshed. */
export type QuarantineReason = 'not-an-object' | 'another-object' | 'missing-id' | 'bad-id';

/** The record parsed from a resource's JSON, or the reason why it goes to quarantine. */
export type ParsedResource<T> =
  | { readonly ok: true; readonly record: T }
  | { readonly ok: false; readonly reason: QuarantineReason };

function findQuarantineReason(kind: Kind, value: unknown): QuarantineReason | null {
  if (!isJsonObject(value)) return 'not-an-object';
  const { object, id } = value;
  if (object !== undefined && object !== kind) return 'another-object';
  if (id === undefined || id === null || id === '') return 'missing-id';
  return isId(kind, id) ? null : 'bad-id';
}

/**
 * Parses the JSON of one resource of a kind.
 * @param read builds the record from its fields; `flags` is filled meanwhile
 */
export function parseResourceOfKind<T>(
  kind: Kind,
  value: unknown,
  read: (fields: ResourceFieldReader, flags: readonly InvalidFieldFlag[], value: JsonObject) => T,
): ParsedResource<T> {
  const reason = findQuarantineReason(kind, value);
  if (reason !== null) return { ok: false, reason };
  const resource = value as JsonObject; // findQuarantineReason has refused everything else
  const flags: InvalidFieldFlag[] =
    resource['object'] === undefined ? [{ field: 'object', problem: 'missing' }] : [];
  return { ok: true, record: read(new ResourceFieldReader(resource, flags), flags, resource) };
}
