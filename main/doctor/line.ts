import type { CheckLine, ComputerCheckId } from '#contract/computer-check.ts';

/** Returns a line for something that is as it should be. */
export function fine(id: ComputerCheckId, found: string): CheckLine {
  return { id, state: 'fine', found, advice: null };
}

/** Returns a line for something that Intray works with, and that is worth knowing. */
export function attention(id: ComputerCheckId, found: string, advice: string): CheckLine {
  return { id, state: 'attention', found, advice };
}

/** Returns a line for something that does not work. */
export function wrong(id: ComputerCheckId, found: string, advice: string): CheckLine {
  return { id, state: 'wrong', found, advice };
}

/** Returns a line for something that could not be looked at, with the reason. */
export function skipped(id: ComputerCheckId, found: string): CheckLine {
  return { id, state: 'skipped', found, advice: null };
}
