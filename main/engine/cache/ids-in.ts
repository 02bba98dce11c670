import { isAnyId } from '#contract/ids.ts';
import { isJsonObject } from '#main/engine/service/wire/fields.ts';

/** A text of JSON, between its quotes. */
const JSON_TEXT = /"((?:[^"\\]|\\.)*)"/g;
/** What parts the pieces of a path and its query (RFC 3986). */
const LINK_MARK = /[/?#&=]/;
/** Values that are looked at: props are of open shape, and may be as large as a page. */
const MAX_VALUES = 2_000;
const TEXT_LENGTH = 5_000;

function getIds(texts: Iterable<string>): readonly string[] {
  return [...texts].filter(isAnyId);
}

function parsedText(json: string): string {
  try {
    return String(JSON.parse(json));
  } catch {
    return ''; // cut in an escape
  }
}

function decodedPiece(piece: string): string {
  try {
    return decodeURIComponent(piece);
  } catch {
    return piece;
  }
}

/** Every id that is a piece of a link's path or query, decoded. */
export function idsInLink(link: string): readonly string[] {
  return getIds(link.slice(0, TEXT_LENGTH).split(LINK_MARK).map(decodedPiece));
}

/** Every text that is an id as a whole, in JSON that cannot be parsed because it was cut. */
export function idsInCutJson(json: string): readonly string[] {
  return getIds((json.slice(0, TEXT_LENGTH).match(JSON_TEXT) ?? []).map(parsedText));
}

/** Every text in a JSON value that is an id as a whole, however deep it stands. */
export function idsInValue(value: unknown): readonly string[] {
  const ids: string[] = [];
  const left: unknown[] = [value];
  for (let seen = 0; left.length > 0 && seen < MAX_VALUES; seen += 1) {
    const next = left.pop();
    if (typeof next === 'string' && isAnyId(next)) ids.push(next);
    else if (Array.isArray(next)) left.push(...next.slice(0, MAX_VALUES));
    else if (isJsonObject(next)) left.push(...Object.values(next).slice(0, MAX_VALUES));
  }
  return ids;
}
