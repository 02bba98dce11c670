import { useEffect, useState, useMemo } from 'react';
import type { AppError, Result } from '#contract/result.ts';

/** Who types, or walks through the records with the keys, does not ask at every step. */
const REST_MS = 120;

/**
 * The result of a query that changes while the user works. A late response to an earlier query is dropped.
 * @param ask stands for the question: another function is another question; null asks nothing
 * @param revision another one asks the same question once more
 * @param restMs the pause before it asks, in milliseconds; 0 where it does not follow what is typed
 * @param keep what stands from now on, of what stood before and the answer; the same function every time
 */
export function useLatest<A, T>(
  ask: (() => Promise<A>) | null,
  revision: number,
  keep: (before: T | null, answer: A) => T | null,
  restMs = REST_MS,
): T | null {
  const [latest, setLatest] = useState<T | null>(null);
  useEffect(() => {
    if (ask === null) return;
    let isCurrent = true;
    const start = (): void =>
      void ask().then((answer) => {
        if (isCurrent) setLatest((before) => keep(before, answer));
      });
    const timer = restMs === 0 ? undefined : setTimeout(start, restMs);
    if (timer === undefined) start();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another revision is why it asks again
  }, [ask, revision, keep, restMs]);
  return ask === null ? null : latest;
}

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
 * returned, and the caller has to show it (`AskedProblem`).
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

const TYPING_PAUSE_MS = 200;

/**
 * A text that is typed, and handed on when the typing pauses.
 * @param applied the text that holds; where it changes elsewhere, it shows here
 * @param apply hands the typed one on
 * @returns the text, how it is typed, and how it is handed on without the pause
 */
export function usePausedText(
  applied: string,
  apply: (typed: string) => void,
): readonly [string, (typed: string) => void, () => void] {
  const [typed, setTyped] = useState(applied);
  const [sent, setSent] = useState(applied);
  // What changed elsewhere shows; the echo of what was typed does not.
  if (applied !== sent) {
    setSent(applied);
    setTyped(applied);
  }
  useEffect(() => {
    if (typed === sent) return;
    const timer = setTimeout(() => {
      setSent(typed);
      apply(typed);
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, sent, apply]);
  const applyNow = (): void => {
    if (typed === sent) return;
    setSent(typed);
    apply(typed);
  };
  return [typed, setTyped, applyNow];
}
