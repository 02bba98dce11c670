import type { CheckLine, ComputerCheckId } from '#contract/computer-check.ts';

/** Returns a line for something that works. */
export function createPassedCheckLine(id: ComputerCheckId, found: string): CheckLine {
  return { id, state: 'fine', found, advice: null };
}

/** Returns a line for something that works, but about which the user should know. */
export function createAttentionCheckLine(id: ComputerCheckId, found: string, advice: string): CheckLine {
  return { id, state: 'attention', found, advice };
}

/** Returns a line for something that does not work. */
export function createFailedCheckLine(id: ComputerCheckId, found: string, advice: string): CheckLine {
  return { id, state: 'wrong', found, advice };
}

/** Returns a line for something that could not be checked, with the reason. */
export function createSkippedCheckLine(id: ComputerCheckId, found: string): CheckLine {
  return { id, state: 'skipped', found, advice: null };
}
