/** Limits of what the benchmark waits for in the window: bounds for what hangs, never a measure of speed. */
import { waitForPromiseAtMost } from '#main/base/async.ts';
import { systemClock } from '#main/base/clock.ts';
import type { Outcome } from './page-meter.ts';

/** For one input until its outcome, and for an element. */
export const ACTION_LIMIT_MS = 60_000;
/** For the refresh that follows a start, which reads all records. */
export const REFRESH_LIMIT_MS = 300_000;
/** For what the engine does once after a first start. */
export const QUIET_LIMIT_MS = 300_000;
/** For one part of a run: all its actions. */
export const PART_LIMIT_MS = 600_000;

const OUTCOMES: Readonly<Record<Extract<Outcome, string>, string>> = {
  frame: 'the next frame',
  selected: 'another selected row in view',
  rows: 'rows with another first row and no empty place in view',
  end: 'the last row selected and no empty place in view',
  day: 'the appointments of a day',
  home: 'a queue on the first screen',
};

/** Returns the words for what has to be on screen for an action to count as done. */
export function describeOutcome(outcome: Outcome): string {
  if (typeof outcome === 'string') return OUTCOMES[outcome];
  if ('found' in outcome) return `rows with a mark for the search “${outcome.found}”`;
  return `no row for the search “${outcome.nothingFor}”`;
}

/**
 * Waits for work in the window.
 * @param action what was done, such as `J`
 * @param awaited what is to follow, such as `the next frame`
 * @throws an error with these words where the work has not ended after `ms` milliseconds, and what the work throws
 */
export async function waitWithin<T>(
  work: Promise<T>,
  ms: number,
  { action, awaited }: { readonly action: string; readonly awaited: string },
): Promise<T> {
  const outcome = await waitForPromiseAtMost(work, ms, systemClock);
  if (outcome.isOverdue) throw new Error(`${action}: waited ${ms / 1_000} s in vain for ${awaited}`);
  return outcome.value;
}
