import { isJsonObject, toList, type JsonObject } from './fields.ts';

/** The sets of users that a form can be restricted to (service's document, section 2.2). */
export const DOCUMENTED_USER_SETS: readonly string[] = [
  'medical_centers',
  'specializations',
  'peer_groups',
  'individuals',
];

/**
 * Returns the sets of users in a form's `usable_by` that the document does not name, without the empty ones: a set is a
 * list (section 2.2).
 */
export function pickOtherUserSets(usableBy: unknown): JsonObject {
  const sets = isJsonObject(usableBy) ? usableBy['usable_by'] : undefined;
  if (!isJsonObject(sets)) return {};
  return Object.fromEntries(
    Object.entries(sets).filter(
      ([name, ids]) => !DOCUMENTED_USER_SETS.includes(name) && toList(ids).length > 0,
    ),
  );
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
