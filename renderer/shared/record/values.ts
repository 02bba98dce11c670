import { isKnownId } from '../ids/IdMenu.tsx';

/** One of several parts of a value: what it is called, and what is said of it. */
export interface Entry {
  readonly head: string;
  readonly words: string;
}

/** How a value of the service is shown: by its type, never as the text of a program. */
export type Shown =
  | { readonly as: 'nothing' }
  | { readonly as: 'yes-no'; readonly isYes: boolean }
  | { readonly as: 'id'; readonly id: string }
  | { readonly as: 'words'; readonly words: string }
  | { readonly as: 'entries'; readonly entries: readonly Entry[] }
  | { readonly as: 'list'; readonly values: readonly unknown[] }
  | { readonly as: 'parts'; readonly parts: readonly (readonly [string, unknown])[] };

/** A diagnosis or a script (service's document, section 2.3), by what people know it by. */
function getEntry(value: unknown): Entry | null {
  if (typeof value !== 'object' || value === null) return null;
  const { code, name, description } = value as Readonly<Record<string, unknown>>; // any object has fields to ask for
  const head = code ?? name;
  if (typeof head !== 'string') return null;
  return { head, words: typeof description === 'string' ? description : '' };
}

function shownList(values: readonly unknown[]): Shown {
  const entries = values.map(getEntry).filter((entry) => entry !== null);
  if (values.length === 0) return { as: 'nothing' };
  return entries.length === values.length ? { as: 'entries', entries } : { as: 'list', values };
}

/** The fields of an object; those of an object inside it stand beside them, as its own name says nothing more. */
function getParts(value: object): readonly (readonly [string, unknown])[] {
  return Object.entries(value).flatMap(([field, part]: readonly [string, unknown]) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? getParts(part)
      : [[field, part] as const],
  );
}

/** The way to show a value. */
export function shownValue(value: unknown): Shown {
  if (value === null || value === undefined || value === '') return { as: 'nothing' };
  if (typeof value === 'boolean') return { as: 'yes-no', isYes: value };
  if (typeof value === 'string')
    return isKnownId(value) ? { as: 'id', id: value } : { as: 'words', words: value };
  if (Array.isArray(value)) return shownList(value);
  if (typeof value === 'object') return { as: 'parts', parts: getParts(value) };
  return { as: 'words', words: JSON.stringify(value) };
}

/** A value from its JSON text; a text that is none stands for itself. */
export function parsedValue(json: string | null): unknown {
  if (json === null) return null;
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return json;
  }
}

// The blanks between words are kept, as pieces of their own.
const WORDS = /(\s+)/;

/** A text in three pieces, of which the middle one is not in the other text. */
export interface Differing {
  readonly before: string;
  readonly differs: string;
  readonly after: string;
}

/** Where a text differs from another, by whole words: what both begin and end with is left out of the middle. */
export function differing(text: string, other: string): Differing {
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
