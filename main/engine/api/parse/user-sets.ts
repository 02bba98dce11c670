import { listOtherUserSets } from '#contract/forms.ts';
import { isJsonObject, type JsonObject } from './fields.ts';

/** Returns the sets of users in a form's `usable_by` that the document does not name, without the empty ones. */
export function pickOtherUserSets(usableBy: unknown): JsonObject {
  const sets = isJsonObject(usableBy) ? usableBy['usable_by'] : undefined;
  if (!isJsonObject(sets)) return {};
  return Object.fromEntries(listOtherUserSets(sets).map((name) => [name, sets[name]]));
}

/**
 * Returns the fields of an update of a form with the sets of users of the record that the document does not name, so that the
 * update does not lift a restriction that this program cannot show (`unknownFields` in the assumptions). A form that is opened to
 * everyone keeps none.
 */
export function withOtherUserSets(data: JsonObject, record: JsonObject): JsonObject {
  const { usable_by: sent } = data;
  if (!isJsonObject(sent) || sent['usable_by_all'] === true) return data;
  const others = pickOtherUserSets(record['usable_by']);
  if (Object.keys(others).length === 0) return data;
  const sets = isJsonObject(sent['usable_by']) ? sent['usable_by'] : {};
  return { ...data, usable_by: { ...sent, usable_by: { ...others, ...sets } } };
}
