import { vi } from 'vitest';

/**
 * A bound for what never happens, not a measure of speed: Vitest's own limit, a second, is short on a busy machine. It is
 * less than the limit of a test, so that the error of the check is shown.
 */
export const WAIT_TIMEOUT_MS = 50_000;

/** Repeats a check until it passes, and returns its value. Throws the last error of the check after 50 seconds. */
export function waitUntilPasses<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: WAIT_TIMEOUT_MS });
}
