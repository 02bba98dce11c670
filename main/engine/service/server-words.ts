import { ASSUMPTIONS } from '#contract/assumptions.ts';
import { isJsonObject } from './wire/fields.ts';

const WORDS_LIMIT = 500;
const DEPTH_LIMIT = 4;
const PARTS_LIMIT = 10;

// Control characters have no place in a sentence; those that turn the direction of writing could make it lie.
// oxlint-disable-next-line no-control-regex -- control characters are what is taken out
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]+/g;

function join(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('; ');
}

function wordsOfObject(value: Readonly<Record<string, unknown>>, depth: number): string {
  for (const field of ASSUMPTIONS.errorFormat.fields) {
    const words = toText(value[field], depth + 1);
    if (words !== '') return words;
  }
  const named = Object.entries(value).slice(0, PARTS_LIMIT);
  return join(
    named.map(([name, inner]) => {
      const words = toText(inner, depth + 1);
      return words === '' ? '' : `${name}: ${words}`;
    }),
  );
}

/** The text in a value of any shape; of an object the field that usually holds it, or else all with their names. */
function toText(value: unknown, depth: number): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (depth > DEPTH_LIMIT) return '';
  if (Array.isArray(value)) {
    return join(value.slice(0, PARTS_LIMIT).map((element: unknown) => toText(element, depth + 1)));
  }
  return isJsonObject(value) ? wordsOfObject(value, depth) : '';
}

function findText(text: string): string {
  try {
    return toText(JSON.parse(text), 0);
  } catch {
    // A page is for a browser; of a stack trace the first line is what a person can use.
    return text.trimStart().startsWith('<') ? '' : (text.split(/\n\s+at /, 1)[0] ?? '');
  }
}

/**
 * The server's own words in a rejection, whatever their shape (service's document, section 7: not shown), on one line
 * and shortened.
 * @param bytes the beginning of the answer's body
 * @returns undefined where there are none to show
 */
export function serverWords(bytes: Uint8Array): string | undefined {
  const words = findText(new TextDecoder().decode(bytes)).replace(CONTROL, ' ').trim();
  return words === '' ? undefined : words.slice(0, WORDS_LIMIT).toWellFormed();
}
