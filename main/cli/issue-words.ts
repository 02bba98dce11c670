import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** What JSON calls them, as a person does. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  boolean: 'true or false',
  number: 'a number',
  int: 'a whole number',
  array: 'a list',
  object: 'an object with fields',
};

function valueAt(given: unknown, path: Issue['path']): unknown {
  return path.reduce<unknown>(
    (value, part) =>
      typeof value === 'object' && value !== null
        ? (value as Readonly<Record<PropertyKey, unknown>>)[part]
        : undefined, // any object
    given,
  );
}

function toMessage(issue: Issue, value: unknown): string {
  switch (issue.code) {
    case 'invalid_type':
      return value === undefined ? 'is missing' : `expected ${TYPES[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `expected one of ${issue.values.map(String).join(', ')}`;
    case 'unrecognized_keys':
      return `does not take ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}`;
    default:
      return issue.message;
  }
}

/** An element of a list by its number as a person counts, and by itself where it is an id. */
function getPart(part: PropertyKey, value: unknown): string {
  if (typeof part !== 'number') return String(part);
  const isId = typeof value === 'string' && /^[a-z]{2,8}_[\w.~-]{1,40}$/.test(value);
  return isId ? `number ${part + 1}, ${value}` : `number ${part + 1}`;
}

/**
 * What is wrong with data that was given, in words: where it stands, and what is expected there. Of what was given it names ids
 * alone.
 * @param path where in `given` the issue stands
 */
export function issueText(issue: Issue, path: Issue['path'], given: unknown): string {
  const value = valueAt(given, path);
  const where = path.map((part, index) => ` ${getPart(part, valueAt(given, path.slice(0, index + 1)))}`);
  return `${where.join('')}: ${toMessage(issue, value)}`;
}
