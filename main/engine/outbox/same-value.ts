import { isDeepStrictEqual } from 'node:util';
import { isJsonObject } from '#main/engine/service/wire/fields.ts';

/** Sets of ids: their order says nothing (service's document, section 2.2). */
const ID_SETS: ReadonlySet<string> = new Set([
  'medical_centers',
  'specializations',
  'peer_groups',
  'individuals',
]);

function isSameElement(left: unknown, right: unknown): boolean {
  if (!isJsonObject(left) || !isJsonObject(right)) return isDeepStrictEqual(left, right);
  // The service gives entries that were sent without an id one of its own.
  const isNamed = Boolean(left['id']) && Boolean(right['id']);
  const { id: leftId, ...leftRest } = left;
  const { id: rightId, ...rightRest } = right;
  return isDeepStrictEqual(leftRest, rightRest) && (!isNamed || leftId === rightId);
}

function isSameSet(left: unknown, right: unknown): boolean {
  if (!Array.isArray(left) || !Array.isArray(right)) return isDeepStrictEqual(left, right);
  return isDeepStrictEqual(new Set<unknown>(left), new Set<unknown>(right));
}

function isSameUsableBy(left: unknown, right: unknown): boolean {
  if (!isJsonObject(left) || !isJsonObject(right)) return isDeepStrictEqual(left, right);
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...names].every((name) => {
    if (name === 'usable_by') return isSameUsableBy(left[name] ?? {}, right[name] ?? {});
    return ID_SETS.has(name)
      ? isSameSet(left[name] ?? [], right[name] ?? [])
      : isDeepStrictEqual(left[name], right[name]);
  });
}

/**
 * Whether two values of a field say the same: what the service adds by itself and an order that means nothing are no difference.
 * @param field the service's name of the field
 */
export function isSameValue(field: string, left: unknown, right: unknown): boolean {
  if (field === 'usable_by') return isSameUsableBy(left, right);
  const isList = field === 'diagnoses' || field === 'scripts';
  if (!isList || !Array.isArray(left) || !Array.isArray(right)) return isDeepStrictEqual(left, right);
  return left.length === right.length && left.every((element, place) => isSameElement(element, right[place]));
}
