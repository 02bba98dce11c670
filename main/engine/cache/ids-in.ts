import { isJsonObject } from '#main/engine/service/wire/fields.ts';

/** An id as the service's document writes them (section 2.1), wherever it stands in a text. */
const ID_IN_TEXT = /\b[a-z]{2,8}_[A-Za-z0-9][A-Za-z0-9._~-]{0,127}/g;
const WHOLE_ID = /^[a-z]{2,8}_[A-Za-z0-9][A-Za-z0-9._~-]{0,127}$/;
/** Values that are looked at: props are of open shape, and may be as large as a page. */
const MOST_VALUES = 2_000;
const TEXT_LENGTH = 5_000;

/** Every id that stands in a text, as those of a link. */
export function idsInText(text: string): readonly string[] {
  return text.slice(0, TEXT_LENGTH).match(ID_IN_TEXT) ?? [];
}

/** Every text in a JSON value that is an id as a whole, however deep it stands. */
export function idsInValue(value: unknown): readonly string[] {
  const ids: string[] = [];
  const left: unknown[] = [value];
  for (let seen = 0; left.length > 0 && seen < MOST_VALUES; seen += 1) {
    const next = left.pop();
    if (typeof next === 'string' && next.length <= 160 && WHOLE_ID.test(next)) ids.push(next);
    else if (Array.isArray(next)) left.push(...next.slice(0, MOST_VALUES));
    else if (isJsonObject(next)) left.push(...Object.values(next).slice(0, MOST_VALUES));
  }
  return ids;
}
