import type { Kind } from '#contract/records.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { isJsonObject } from './fields.ts';

/**
 * Slices the elements out of a list envelope's text unchanged, with unknown fields and numbers beyond a
 * double's precision. It runs only on text that JSON.parse has accepted, so it does not validate; it counts
 * brackets instead of recursing, so depth is no problem.
 */
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (isBlank(text.charCodeAt(at))) at += 1;
  return at;
}

/** Returns the position after a string that starts at `from`. */
function skipString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at += 1;
    else if (code === QUOTE) return at + 1;
  }
  return text.length;
}

/** Returns the position after an object or array that starts at `from`. */
function skipNested(text: string, from: number): number {
  let depth = 0;
  let at = from;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = skipString(text, at);
      continue;
    }
    at += 1;
    if (code === OPEN_BRACE || code === OPEN_BRACKET) depth += 1;
    else if ((code === CLOSE_BRACE || code === CLOSE_BRACKET) && --depth === 0) return at;
  }
  return at;
}

/** Returns the position after a value that starts at `from`. */
function skipValue(text: string, from: number): number {
  const first = text.charCodeAt(from);
  if (first === QUOTE) return skipString(text, from);
  if (first === OPEN_BRACE || first === OPEN_BRACKET) return skipNested(text, from);
  let at = from;
  for (let code = first; at < text.length; code = text.charCodeAt(++at)) {
    if (code === COMMA || code === CLOSE_BRACE || code === CLOSE_BRACKET || isBlank(code)) break;
  }
  return at;
}

/**
 * Returns the text at `from` where it equals the output of JSON.stringify for the value, else null. The text
 * of an object is no prefix of another object's, so the comparison is unambiguous. Nearly every service
 * prints like JSON.stringify, and comparing takes a third of the time of scanning; values too deep for
 * JSON.stringify are scanned.
 */
function findPrintedText(text: string, from: number, value: unknown): string | null {
  if (!isJsonObject(value)) return null;
  try {
    const printed = JSON.stringify(value);
    return text.slice(from, from + printed.length) === printed ? printed : null;
  } catch {
    return null;
  }
}

interface ArraySlices {
  readonly elements: readonly string[];
  /** The position in the text directly after the array. */
  readonly end: number;
}

/**
 * Returns the texts of the elements of a JSON array that starts at `from`; `data` is its parsed form, or
 * another array where the key occurs twice.
 */
function toElements(text: string, from: number, data: readonly unknown[]): ArraySlices {
  const elements: string[] = [];
  let isPrinted = true;
  let at = skipBlanks(text, from + 1);
  while (at < text.length && text.charCodeAt(at) !== CLOSE_BRACKET) {
    const printed: string | null = isPrinted ? findPrintedText(text, at, data[elements.length]) : null;
    isPrinted = printed !== null; // A service prints all its resources alike: once one was printed otherwise, it is not tried again.
    const element = printed ?? text.slice(at, skipValue(text, at));
    elements.push(element);
    at = skipBlanks(text, at + element.length);
    if (text.charCodeAt(at) === COMMA) at = skipBlanks(text, at + 1);
  }
  return { elements, end: at + 1 };
}

/** Replaces line breaks by spaces; a JSON string cannot contain any. */
function onOneLine(text: string): string {
  return text.includes('\n') || text.includes('\r') ? text.replace(/[\r\n]+/g, ' ') : text;
}

/**
 * Returns the texts of the elements of the top-level `data` array, whose parsed form is an argument. Of
 * duplicate keys the last one counts, as for JSON.parse.
 */
export function sliceRawTextsOfListElements(text: string, data: readonly unknown[]): readonly string[] {
  let elements: readonly string[] = [];
  let at = skipBlanks(text, skipBlanks(text, 0) + 1);
  while (text.charCodeAt(at) === QUOTE) {
    const keyEnd = skipString(text, at);
    const key: unknown = JSON.parse(text.slice(at, keyEnd));
    const start = skipBlanks(text, skipBlanks(text, keyEnd) + 1); // Skips the colon after the key.
    const isArray = key === 'data' && text.charCodeAt(start) === OPEN_BRACKET;
    const slices = isArray ? toElements(text, start, data) : { elements: [], end: skipValue(text, start) };
    if (key === 'data') elements = slices.elements;
    at = skipBlanks(text, slices.end);
    if (text.charCodeAt(at) === COMMA) at = skipBlanks(text, at + 1);
  }
  return elements;
}

/** One resource of a response: its JSON text unchanged, on one line, and the parsed value. */
export interface RawResource {
  readonly text: string;
  readonly value: unknown;
}

interface ParsedJson {
  readonly text: string;
  readonly value: unknown;
}

function parse(bytes: Uint8Array): Result<ParsedJson> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return ok({ text, value: JSON.parse(text) as unknown });
  } catch {
    return err('bad-payload', { detail: 'the response is not JSON' });
  }
}

/**
 * Reads a list envelope (service's document, section 2.1).
 * @param bytes the body of a response
 * @returns its resources, or `bad-payload` where it is not a list
 */
export function parseListEnvelope(bytes: Uint8Array): Result<readonly RawResource[]> {
  const parsed = parse(bytes);
  if (!parsed.ok) return parsed;
  const { text, value } = parsed.value;
  if (!isJsonObject(value) || value['object'] !== 'list')
    return err('bad-payload', { detail: 'the response is not a list' });
  const { data } = value;
  if (!Array.isArray(data)) return err('bad-payload', { detail: 'the list has no data' });
  const texts = sliceRawTextsOfListElements(onOneLine(text), data);
  return ok(data.map((element: unknown, index) => ({ text: texts[index] ?? '', value: element })));
}

/**
 * Reads a response that is one resource.
 * @returns the resource, or `bad-payload` where it is not a JSON object
 */
export function parseResourceBody(bytes: Uint8Array): Result<RawResource> {
  const parsed = parse(bytes);
  if (!parsed.ok) return parsed;
  const { text, value } = parsed.value;
  if (!isJsonObject(value)) return err('bad-payload', { detail: 'the response is not a resource' });
  return ok({ text: onOneLine(text).trim(), value });
}

/**
 * Checks a delete envelope (service's document, section 2.1): the same id, the same kind, `delete` true.
 * @returns an empty object, or `bad-payload` with the name of the field that differs
 */
export function checkDeleteEnvelope(
  bytes: Uint8Array,
  kind: Kind,
  id: string,
): Result<Record<string, never>> {
  const resource = parseResourceBody(bytes);
  if (!resource.ok) return resource;
  const expected: Readonly<Record<string, unknown>> = { id, object: kind, delete: true };
  const { value } = resource.value;
  const odd = Object.keys(expected).find((name) => !isJsonObject(value) || value[name] !== expected[name]);
  return odd === undefined
    ? ok({})
    : err('bad-payload', { detail: `the delete envelope has another ${odd}` });
}

/**
 * Returns whether a response says that the requested record was deleted: by the delete envelope (service's document, section 2.1), or with
 * `deleted` in its place. A record, which always has `created_at` (sections 2.2 to 2.4), is none whatever else it contains.
 */
export function isDeletedRecord(bytes: Uint8Array, id: string): boolean {
  const resource = parseResourceBody(bytes);
  if (!resource.ok || !isJsonObject(resource.value.value)) return false;
  const { value } = resource.value;
  if (value['id'] !== id || Object.hasOwn(value, 'created_at')) return false;
  return value['delete'] === true || value['deleted'] === true;
}
