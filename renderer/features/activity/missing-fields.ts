import { epochMs, type EpochMs } from '#contract/time.ts';

/** What every record and part has and says nothing about it to the user. */
const UNSAID: ReadonlySet<string> = new Set(['object']);
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

function isEmpty(value: unknown): boolean {
  return value === '' || value === null || (Array.isArray(value) && value.length === 0);
}

/** The value with its times in words, and without what is not said. */
function toReadable(value: unknown, when: (at: EpochMs) => string): unknown {
  if (typeof value === 'string') return TIMESTAMP.test(value) ? when(epochMs(Date.parse(value))) : value;
  if (Array.isArray(value)) return value.map((part: unknown) => toReadable(part, when));
  if (typeof value !== 'object' || value === null) return value;
  const said = Object.entries(value).filter(([field, part]) => !UNSAID.has(field) && !isEmpty(part));
  return Object.fromEntries(said.map(([field, part]) => [field, toReadable(part, when)]));
}

/** The fields of a raw record that say something, in the order in which the service gave them. */
export function shownFields(
  raw: string,
  when: (at: EpochMs) => string,
): readonly (readonly [string, unknown])[] {
  const parsed: unknown = JSON.parse(raw);
  if (typeof parsed !== 'object' || parsed === null) return [];
  return Object.entries(toReadable(parsed, when) as object); // an object stays one
}
