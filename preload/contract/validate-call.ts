import type { z } from 'zod';
import { err, type Result } from './result.ts';

/** Where a procedure runs: in the main process, in the engine's own thread, in the cache's reader thread, or in the local store's thread. */
export type ProcedureLocation = 'shell' | 'engine' | 'reader' | 'local';

/** One procedure or control: where it runs, what it takes, what it returns. */
export interface ProcedureDefinition {
  readonly runsIn: ProcedureLocation;
  /** The engine joins its result from reads of the reader thread and changes nothing. */
  readonly joinsReads?: true;
  readonly input: z.ZodType;
  readonly output: z.ZodType;
}

/** Whether a procedure only reads the cache. Its caller may abandon it; everything else ends in any case. */
export function isAbandonableCacheRead({ runsIn, joinsReads }: ProcedureDefinition): boolean {
  return runsIn === 'reader' || joinsReads === true;
}

/** What is wrong with a field, by the code of the issue. */
const PROBLEMS: Readonly<Record<z.core.$ZodIssue['code'], string>> = {
  invalid_type: 'is missing or of a wrong kind',
  invalid_value: 'is none of the possible values',
  invalid_format: 'is not written as it has to be',
  too_small: 'is empty, too short or too small',
  too_big: 'is too long or too large',
  not_multiple_of: 'is not valid',
  unrecognized_keys: 'has a field that is not known',
  invalid_union: 'is not valid',
  invalid_key: 'is not valid',
  invalid_element: 'is not valid',
  custom: 'is not valid',
};

/** Names the fields and what is wrong with each. It never holds a value, because a value may be a token. */
function describeIssues({ issues }: z.ZodError): string {
  const fields = issues.map(
    ({ path, code }) => `${path.join('.').slice(0, 100) || 'the input'} ${PROBLEMS[code]}`,
  );
  return fields.join(', ').slice(0, 500);
}

/** Validates the input of a call. Returns a copy made by the schema, or 'invalid-input' with the names of the fields. */
export function validateCall({ input: schema }: ProcedureDefinition, input: unknown): Result<unknown> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return { ok: true, value: parsed.data };
  return err('invalid-input', { detail: describeIssues(parsed.error) });
}

/** Returns the fields of a result that do not fit the schema, or null. It finds our own mistakes, so it runs in development and tests. */
export function findOutputProblem(
  { output: schema }: ProcedureDefinition,
  result: Result<unknown>,
): string | null {
  if (!result.ok) return null;
  const parsed = schema.safeParse(result.value);
  return parsed.success ? null : describeIssues(parsed.error);
}
