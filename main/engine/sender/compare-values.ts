/** Comparisons of values of the service's JSON, and of lists and objects of them. */
import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, parseTimestamp } from '#main/engine/api/parse/fields.ts';

/** Whether two values are the same. */
export type IsSame = (left: unknown, right: unknown) => boolean;

/**
 * Section 2.1: empty text is `""`, absent references are `null`. A field that the service omits counts as
 * equal to both.
 */
export function withoutEmpty(value: unknown): unknown {
  return value === undefined || value === '' ? null : value;
}

export const isSameReference: IsSame = (left, right) =>
  isDeepStrictEqual(withoutEmpty(left), withoutEmpty(right));

function normalizeText(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return value.normalize('NFC').replaceAll(/\r\n?/g, '\n').trim();
}

export const isSameText: IsSame = (left, right) => isSameReference(normalizeText(left), normalizeText(right));

function readTime(value: unknown): unknown {
  return typeof value === 'string' ? (parseTimestamp(value) ?? value) : value;
}

export const isSameTime: IsSame = (left, right) => isSameReference(readTime(left), readTime(right));

/**
 * Returns the items of a list; null and undefined are an empty list. Undefined where the value is not a list.
 */
export function readItems(value: unknown): readonly unknown[] | undefined {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : undefined;
}

/** Compares lists by item and order. */
export function compareInOrder(isSameItem: IsSame): IsSame {
  return (left, right) => {
    const [mine, theirs] = [readItems(left), readItems(right)];
    if (mine === undefined || theirs === undefined) return isDeepStrictEqual(left, right);
    return mine.length === theirs.length && mine.every((item, index) => isSameItem(item, theirs[index]));
  };
}

/** Compares lists as sets: order and repetition do not count. */
export function compareAsSets(isSameItem: IsSame): IsSame {
  const contains = (items: readonly unknown[], wanted: unknown): boolean =>
    items.some((item) => isSameItem(item, wanted));
  return (left, right) => {
    const [mine, theirs] = [readItems(left), readItems(right)];
    if (mine === undefined || theirs === undefined) return isDeepStrictEqual(left, right);
    return mine.every((item) => contains(theirs, item)) && theirs.every((item) => contains(mine, item));
  };
}

/** Compares lists whose order does not count, but repetition does. */
export function compareInAnyOrder(isSameItem: IsSame): IsSame {
  const isSameInOrder = compareInOrder(isSameItem);
  const count = (items: readonly unknown[], wanted: unknown): number =>
    items.filter((item) => isSameItem(item, wanted)).length;
  return (left, right) => {
    if (isSameInOrder(left, right)) return true;
    const [mine, theirs] = [readItems(left), readItems(right)];
    if (mine === undefined || theirs === undefined || mine.length !== theirs.length) return false;
    return [...mine, ...theirs].every((item) => count(mine, item) === count(theirs, item));
  };
}

/** Compares objects field by field. A field that is not in the document counts only where both have it. */
export function compareByFields(documented: Readonly<Record<string, IsSame>>): IsSame {
  return (left, right) => {
    if (!isJsonObject(left) || !isJsonObject(right)) return isDeepStrictEqual(left, right);
    const isSameField = ([field, isSame]: [string, IsSame]): boolean => isSame(left[field], right[field]);
    const shared = Object.keys(left).filter(
      (field) => Object.hasOwn(right, field) && !Object.hasOwn(documented, field),
    );
    return (
      Object.entries(documented).every(isSameField) &&
      shared.every((field) => isDeepStrictEqual(left[field], right[field]))
    );
  };
}
