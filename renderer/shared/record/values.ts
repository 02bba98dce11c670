import { isDocumentedId } from '../ids/id-kinds.ts';

/** An element of a list: its name and its description. */
export interface NamedEntryWithDescription {
  readonly head: string;
  readonly words: string;
}

/** How a value of the service is displayed, by its type; never as JSON. */
export type ValueDisplay =
  | { readonly display: 'nothing' }
  | { readonly display: 'yes-no'; readonly isYes: boolean }
  | { readonly display: 'id'; readonly id: string }
  | { readonly display: 'words'; readonly words: string }
  | { readonly display: 'entries'; readonly entries: readonly NamedEntryWithDescription[] }
  | { readonly display: 'list'; readonly values: readonly unknown[] }
  | { readonly display: 'parts'; readonly parts: readonly (readonly [string, unknown])[] };

/** Reads a diagnosis or script (service's document, section 2.3): its code or name, and its description. */
function toLabelledEntry(value: unknown): NamedEntryWithDescription | null {
  if (typeof value !== 'object' || value === null) return null;
  const { code, name, description } = value as Readonly<Record<string, unknown>>; // Any object may be read like this: each field is checked before use.
  const head = code ?? name;
  if (typeof head !== 'string') return null;
  return { head, words: typeof description === 'string' ? description : '' };
}

function describeList(values: readonly unknown[]): ValueDisplay {
  const entries = values.map(toLabelledEntry).filter((entry) => entry !== null);
  if (values.length === 0) return { display: 'nothing' };
  return entries.length === values.length ? { display: 'entries', entries } : { display: 'list', values };
}

/**
 * The fields of an object; fields of nested objects are listed at the same level, because the nested name
 * adds no information.
 */
function flattenFields(value: object): readonly (readonly [string, unknown])[] {
  return Object.entries(value).flatMap(([field, part]: readonly [string, unknown]) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? flattenFields(part)
      : [[field, part] as const],
  );
}

/** Decides how to display a value. */
export function toValueDisplay(value: unknown): ValueDisplay {
  if (value === null || value === undefined || value === '') return { display: 'nothing' };
  if (typeof value === 'boolean') return { display: 'yes-no', isYes: value };
  if (typeof value === 'string')
    return isDocumentedId(value) ? { display: 'id', id: value } : { display: 'words', words: value };
  if (Array.isArray(value)) return describeList(value);
  if (typeof value === 'object') return { display: 'parts', parts: flattenFields(value) };
  return { display: 'words', words: JSON.stringify(value) };
}

/** Parses a value from JSON; returns an invalid text itself. */
export function parseJsonOrKeepText(json: string | null): unknown {
  if (json === null) return null;
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return json;
  }
}

// The spaces between words are kept as separate pieces.
const WORDS = /(\s+)/;

/** A text in three pieces; only the middle one differs from the other text. */
export interface TextSplitAtDifference {
  readonly before: string;
  readonly differs: string;
  readonly after: string;
}

/** Compares two texts by whole words: the common beginning and end are split off. */
export function splitAtDifferingWords(text: string, other: string): TextSplitAtDifference {
  const own = text.split(WORDS);
  const others = other.split(WORDS);
  const most = Math.min(own.length, others.length);
  let start = 0;
  while (start < most && own[start] === others[start]) start += 1;
  let end = 0;
  while (end < most - start && own[own.length - 1 - end] === others[others.length - 1 - end]) end += 1;
  return {
    before: own.slice(0, start).join(''),
    differs: own.slice(start, own.length - end).join(''),
    after: own.slice(own.length - end).join(''),
  };
}
