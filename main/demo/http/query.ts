import { createBadRequestProblem } from './responses.ts';
import { parseIsoTime } from '../timestamps.ts';

/** The query parameters of a request; a repeated one is an array. */
export type QueryParameters = Readonly<Record<string, unknown>>;

/** Refuses parameters that the endpoint does not have. */
export function refuseUnknownParameters(query: QueryParameters, known: readonly string[]): void {
  const stranger = Object.keys(query).find((name) => !known.includes(name));
  if (stranger !== undefined) throw createBadRequestProblem(`"${stranger}" is no parameter of this list.`);
}

/** Returns a parameter's text, or null where it was not given. */
export function readTextParameter(query: QueryParameters, name: string): string | null {
  const value = query[name];
  if (value === undefined) return null;
  if (typeof value !== 'string') throw createBadRequestProblem(`"${name}" was given more than once.`);
  return value;
}

/** Returns a whole number from 0, or null where it was not given. */
export function readCountParameter(query: QueryParameters, name: string): number | null {
  const value = readTextParameter(query, name);
  if (value === null) return null;
  if (!/^\d{1,15}$/.test(value)) throw createBadRequestProblem(`"${name}" must be a whole number from 0 up.`);
  return Number(value);
}

export function readBooleanParameter(query: QueryParameters, name: string): boolean | null {
  const value = readTextParameter(query, name);
  if (value === null) return null;
  if (value !== 'true' && value !== 'false')
    throw createBadRequestProblem(`"${name}" must be true or false.`);
  return value === 'true';
}

export function readEnumParameter<Word extends string>(
  query: QueryParameters,
  name: string,
  words: readonly Word[],
): Word | null {
  const value = readTextParameter(query, name);
  if (value === null) return null;
  const word = words.find((candidate) => candidate === value);
  if (word === undefined) throw createBadRequestProblem(`"${name}" must be one of ${words.join(', ')}.`);
  return word;
}

/** Returns an ISO 8601 date or date-time as epoch milliseconds, or null where it was not given. */
export function readTimeParameter(query: QueryParameters, name: string): number | null {
  const value = readTextParameter(query, name);
  if (value === null) return null;
  const at = parseIsoTime(value);
  if (at === null) throw createBadRequestProblem(`"${name}" must be an ISO 8601 date or date-time.`);
  return at;
}
