import type { Result } from '#contract/result.ts';

/** A key of 64 hex digits, for tests only. */
export const TEST_KEY = 'c0ffee'.padEnd(64, '0');

/** Returns the value of a successful result; otherwise the test fails with the error's code. */
export function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`expected a value, got ${result.error.code} ${result.error.detail ?? ''}`);
  return result.value;
}
