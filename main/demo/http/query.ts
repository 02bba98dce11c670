import { badRequest } from './responses.ts';
import { readIsoTime } from '../ids.ts';

/** The query parameters of a request; a repeated one is an array. */
export type Query = Readonly<Record<string, unknown>>;

/** Refuses parameters that the endpoint does not have. */
export function refuseUnknownParameters(query: Query, known: readonly string[]): void {
  const stranger = Object.keys(query).find((name) => !known.includes(name));
  if (stranger !== undefined) throw badRequest(`"${stranger}" is no parameter of this list.`);
}

/** Returns a parameter's text, or null where it was not given. */
export function readTextParameter(query: Query, name: string): string | null {
  const value = query[name];
  if (value === undefined) return null;
  if (typeof value !== 'string') throw badRequest(`"${name}" was given more than once.`);
  return value;
}

/** Returns a whole number from 0, or null where it was not given. */
export function readCountParameter(query: Query, name: string): number | null {
  const value = readTextParameter(query, name);
  if (value === null) return null;
  if (!/^\d{1,15}$/.test(value)) throw badRequest(`"${name}" must be a whole number from 0 up.`);
  return Number(value);
}

export function readFlagParameter(query: Query, name: string): boolean | null {
  const value = readTextParameter(query, name);
  if (value === null) return null;
  if (value !== 'true' && value !== 'false') throw badRequest(`"${name}" must be true or false.`);
  return value === 'true';
}

export function readEnumParameter<Word extends string>(
  query: Query,
  name: string,
  words: readonly Word[],
): Word | null {
  const value = readTextParameter(query, name);
  if (value === null) return null;
  const word = words.find((candidate) => candidate === value);
  if (word === undefined) throw badRequest(`"${name}" must be one of ${words.join(', ')}.`);
  return word;
}

/** Returns an ISO 8601 date or date-time as epoch milliseconds, or null where it was not given. */
export function readTimeParameter(query: Query, name: string): number | null {
  const value = readTextParameter(query, name);
  if (value === null) return null;
  const at = readIsoTime(value);
  if (at === null) throw badRequest(`"${name}" must be an ISO 8601 date or date-time.`);
  return at;
}
