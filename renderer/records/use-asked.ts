import { useMemo, useState } from 'react';
import type { AppError, Result } from '#contract/result.ts';
import { useLatest } from './use-latest.ts';

/** What came of a question to this program. */
export interface Asked<T> {
  /** The last answer; null before the first one, and where another question could not be answered. */
  readonly value: T | null;
  /** Why the last attempt failed. A value beside it is the answer from before. */
  readonly error: AppError | null;
  /** Asks the same question once more. */
  readonly retry: () => void;
}

interface Answered<T> {
  readonly question: unknown;
  readonly result: Result<T>;
}

interface Saved<T> {
  readonly question: unknown;
  readonly value: T | null;
  readonly error: AppError | null;
}

/** The value before outlives a failure only where it answers the same question. */
function keep<T>(before: Saved<T> | null, { question, result }: Answered<T>): Saved<T> {
  if (result.ok) return { question, value: result.value, error: null };
  const value = before !== null && before.question === question ? before.value : null;
  return { question, value, error: result.error };
}

/**
 * Asks a question while a component is on screen. The answer before stays until there is a newer one; a failure is
 * returned, and whoever asks has to show it (`AskedProblem`).
 * @param ask stands for the question: another function is another question; null asks nothing
 * @param restMs the pause before it asks, in milliseconds; a short one without it
 * @param revision another one asks the same question once more
 */
export function useAsked<T>(ask: (() => Promise<Result<T>>) | null, revision = 0, restMs?: number): Asked<T> {
  const [attempt, setAttempt] = useState(0);
  const answered = useMemo(
    () => (ask === null ? null : async (): Promise<Answered<T>> => ({ question: ask, result: await ask() })),
    [ask],
  );
  const latest = useLatest<Answered<T>, Saved<T>>(answered, revision + attempt, keep, restMs);
  const retry = (): void => setAttempt((before) => before + 1);
  return { value: latest?.value ?? null, error: latest?.error ?? null, retry };
}
