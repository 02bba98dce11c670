import type { StoredOperation } from '#main/engine/desk/protocol.ts';
import type { JsonObject } from '#main/engine/service/wire/fields.ts';
import { isSameValue } from './compare-records.ts';

/** What is left to send of an update once the record as it is now is known. */
export interface Comparison {
  /** Fields that the service has otherwise and nobody else changed. */
  readonly toSend: JsonObject;
  /** The service's values of fields that somebody else changed since the edit began. */
  readonly theirs: JsonObject;
}

type Verdict = 'send' | 'needless' | 'conflict';

function verdictOn(field: string, { data, base, evidence }: StoredOperation, fresh: JsonObject): Verdict {
  const current = fresh[field];
  if (isSameValue(field, current, data[field])) return 'needless';
  // A field whose value at the beginning nobody knew cannot be said to have changed.
  if (!Object.hasOwn(base, field) || isSameValue(field, current, base[field])) return 'send';
  const { left = {} } = evidence;
  return Object.hasOwn(left, field) && isSameValue(field, current, left[field]) ? 'send' : 'conflict';
}

/**
 * Lays three versions of the fields of an update side by side: as they were when the edit began, as they are to become, and as the
 * service has them now. Different fields merge; the same field needs a person. `review` is no field of a record.
 */
export function compare(operation: StoredOperation, fresh: JsonObject): Comparison {
  const verdicts = Object.keys(operation.data)
    .filter((field) => field !== 'review')
    .map((field) => ({ field, verdict: verdictOn(field, operation, fresh) }));
  const pick = (wanted: Verdict, source: JsonObject): JsonObject =>
    Object.fromEntries(
      verdicts.filter(({ verdict }) => verdict === wanted).map(({ field }) => [field, source[field] ?? null]),
    );
  return { toSend: pick('send', operation.data), theirs: pick('conflict', fresh) };
}
