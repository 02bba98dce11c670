import type { CheckState, ComputerCheckId } from '#contract/computer-check.ts';
import type { CheckSentence } from './text.ts';

/** What a check found, before it is written in a language. */
export interface ComputerCheckResult {
  readonly id: ComputerCheckId;
  readonly state: CheckState;
  readonly found: CheckSentence;
  /** What the user can do about it; empty where nothing needs to be done. */
  readonly advice: readonly CheckSentence[];
}

/** Returns the result of a check about something that works. */
export function createPassedResult(id: ComputerCheckId, found: CheckSentence): ComputerCheckResult {
  return { id, state: 'fine', found, advice: [] };
}

/** Returns the result of a check about something that works, but about which the user should know. */
export function createAttentionResult(
  id: ComputerCheckId,
  found: CheckSentence,
  ...advice: readonly CheckSentence[]
): ComputerCheckResult {
  return { id, state: 'attention', found, advice };
}

/** Returns the result of a check about something that does not work. */
export function createFailedResult(
  id: ComputerCheckId,
  found: CheckSentence,
  ...advice: readonly CheckSentence[]
): ComputerCheckResult {
  return { id, state: 'wrong', found, advice };
}

/** Returns the result of a check about something that could not be checked, with the reason. */
export function createSkippedResult(id: ComputerCheckId, found: CheckSentence): ComputerCheckResult {
  return { id, state: 'skipped', found, advice: [] };
}
