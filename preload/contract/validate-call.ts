import type { z } from 'zod';
import { err, type Result } from './result.ts';

/** Where a procedure runs: in the main process, in the engine's own thread, in the cache's reader thread, or in the local store's thread. */
export type CallLocation = 'shell' | 'engine' | 'reader' | 'local';

/** One procedure or control: where it runs, what it takes, what it returns. */
export interface ProcedureEntry {
  readonly runsIn: CallLocation;
  readonly input: z.ZodType;
  readonly output: z.ZodType;
}

/** Names the fields and what is wrong with each. It never holds a value, because a value may be a token. */
function describeIssues({ issues }: z.ZodError): string {
  const fields = issues.map(({ path, code }) => `${path.join('.').slice(0, 100)}: ${code}`);
  return fields.join(', ').slice(0, 500);
}

/** Validates the input of a call. Returns a copy made by the schema, or 'invalid-input' with the names of the fields. */
export function validateCall({ input: schema }: ProcedureEntry, input: unknown): Result<unknown> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return { ok: true, value: parsed.data };
  return err('invalid-input', { detail: describeIssues(parsed.error) });
}

/** Returns the fields of a result that do not fit the schema, or null. It finds our own mistakes, so it runs in development and tests. */
export function findOutputProblem(
  { output: schema }: ProcedureEntry,
  result: Result<unknown>,
): string | null {
  if (!result.ok) return null;
  const parsed = schema.safeParse(result.value);
  return parsed.success ? null : describeIssues(parsed.error);
}
