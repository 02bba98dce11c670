import { ID_PREFIXES, type Kind } from '#contract/ids.ts';
import { isLocalId } from '#contract/local-id.ts';
import type { JsonObject } from '#main/engine/service/wire/fields.ts';
import type { Reading } from '#main/engine/service/wire/resource.ts';

/**
 * Reads a resource that may have an id of this desk. The readers of the wire rightly refuse such an id, because the service
 * never sends one; so it is put back after reading.
 */
export function readWithPending<R extends { readonly id: string }>(
  kind: Kind,
  pending: JsonObject,
  read: (value: unknown) => Reading<R>,
): Reading<R> {
  const { id } = pending;
  if (!isLocalId(id, kind)) return read(pending);
  const reading = read({ ...pending, id: `${ID_PREFIXES[kind]}unsent` });
  return reading.ok ? { ok: true, record: { ...reading.record, id } } : reading;
}
