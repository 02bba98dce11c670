import { createBadRequestProblem } from './responses.ts';

/**
 * A reader of a value in a request body. It returns the value or throws a 400 that names the attribute.
 * `name` is the readable path of the attribute.
 */
export type ValueReader<Value> = (value: unknown, name: string) => Value;
type Readers = Readonly<Record<string, ValueReader<unknown>>>;
type Read<Shape extends Readers> = { readonly [Name in keyof Shape]: ReturnType<Shape[Name]> };

export const readTextField: ValueReader<string> = (value, name) => {
  if (typeof value !== 'string') throw createBadRequestProblem(`"${name}" must be a string.`);
  return value;
};

export const readBooleanField: ValueReader<boolean> = (value, name) => {
  if (typeof value !== 'boolean') throw createBadRequestProblem(`"${name}" must be a boolean.`);
  return value;
};

/** Creates a reader of one of a fixed list of words. */
export function createEnumReader<Word extends string>(words: readonly Word[]): ValueReader<Word> {
  return (value, name) => {
    const word = words.find((candidate) => candidate === value);
    if (word === undefined) throw createBadRequestProblem(`"${name}" must be one of ${words.join(', ')}.`);
    return word;
  };
}

export function createListReader<Item>(item: ValueReader<Item>): ValueReader<Item[]> {
  return (value, name) => {
    if (!Array.isArray(value)) throw createBadRequestProblem(`"${name}" must be an array.`);
    return value.map((element, index) => item(element, `${name}[${index}]`));
  };
}

/** Creates a reader of an object that has all of `required`, any of `optional` and no other fields. */
export function createObjectReader<Required extends Readers, Optional extends Readers>(
  required: Required,
  optional: Optional,
): ValueReader<Read<Required> & Partial<Read<Optional>>> {
  return (value, name) => {
    const given = requirePlainObject(value, name);
    const path = (attribute: string): string => (name === BODY ? attribute : `${name}.${attribute}`);
    for (const attribute of Object.keys(required)) {
      if (!Object.hasOwn(given, attribute))
        throw createBadRequestProblem(`"${path(attribute)}" is required.`);
    }
    const readers = new Map(Object.entries({ ...required, ...optional }));
    const read = Object.entries(given).map(([attribute, part]) => {
      const reader = readers.get(attribute);
      if (reader === undefined) throw createBadRequestProblem(`"${path(attribute)}" is not accepted here.`);
      return [attribute, reader(part, path(attribute))] as const;
    });
    return Object.fromEntries(read) as Read<Required> & Partial<Read<Optional>>; // Each value was returned by its reader.
  };
}

const BODY = 'the body';

/** Reads a whole request body. */
export function readRequestBody<Body>(reader: ValueReader<Body>, body: unknown): Body {
  return reader(body, BODY);
}

function requirePlainObject(value: unknown, name: string): object {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw createBadRequestProblem(
    name === BODY ? 'The body must be a JSON object.' : `"${name}" must be an object.`,
  );
}
