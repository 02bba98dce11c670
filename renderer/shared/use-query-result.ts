import { useEffect, useState, useMemo } from 'react';
import type { AppError, Result } from '#contract/result.ts';

/**
 * Pause before a query is sent, so that typing or moving through records does not send one at every step
 * (debounce).
 */
const DEBOUNCE_MS = 120;

/**
 * Runs a query that changes while the user works. An earlier query is abandoned, and its response dropped.
 * @param ask sends the query, with the signal that abandons it; a new function is a new query, null sends nothing. It must be stable
 * (`useCallback`)
 * @param revision a new number repeats the query
 * @param restMs delay before the query in milliseconds; 0 if it does not depend on typing
 * @param keep combines the previous value and the response into the new value; must be a stable function
 */
export function useLatestResult<A, T>(
  ask: ((signal: AbortSignal) => Promise<A>) | null,
  revision: number,
  keep: (before: T | null, answer: A) => T | null,
  restMs = DEBOUNCE_MS,
): T | null {
  const [latest, setLatest] = useState<T | null>(null);
  useEffect(() => {
    if (ask === null) return;
    const stopping = new AbortController();
    const { signal } = stopping;
    const start = (): void =>
      void ask(signal).then((answer) => {
        if (!signal.aborted) setLatest((before) => keep(before, answer));
      });
    const timer = restMs === 0 ? undefined : setTimeout(start, restMs);
    if (timer === undefined) start();
    return () => {
      stopping.abort();
      clearTimeout(timer);
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new revision repeats the query
  }, [ask, revision, keep, restMs]);
  return ask === null ? null : latest;
}

/** The last response of a query, the error of its last attempt, and a function that repeats it. */
export interface QueryState<T> {
  /** The last response; null before the first one, and after a failure if the last response answered another query. */
  readonly value: T | null;
  /** Why the last attempt failed. A `value` beside it is the previous response. */
  readonly error: AppError | null;
  /** Sends the query again. */
  readonly retry: () => void;
}

interface AnsweredQuery<T> {
  readonly question: unknown;
  readonly result: Result<T>;
}

interface KeptResult<T> {
  readonly question: unknown;
  readonly value: T | null;
  readonly error: AppError | null;
}

/** After a failure the previous value is kept only if it is the result of the same query. */
function mergeResult<T>(before: KeptResult<T> | null, { question, result }: AnsweredQuery<T>): KeptResult<T> {
  if (result.ok) return { question, value: result.value, error: null };
  const value = before !== null && before.question === question ? before.value : null;
  return { question, value, error: result.error };
}

/**
 * Runs a query while a component is mounted. The previous response is kept until there is a new one; the
 * caller must show a failure (`QueryError`).
 * @param ask sends the query, with the signal that abandons it; a new function is a new query, null sends nothing. It
 * must be stable (`useCallback`)
 * @param restMs delay before the query in milliseconds
 * @param revision a new number repeats the query
 */
export function useQueryResult<T>(
  ask: ((signal: AbortSignal) => Promise<Result<T>>) | null,
  revision = 0,
  restMs?: number,
): QueryState<T> {
  const [attempt, setAttempt] = useState(0);
  const answered = useMemo(
    () =>
      ask === null
        ? null
        : async (signal: AbortSignal): Promise<AnsweredQuery<T>> => ({
            question: ask,
            result: await ask(signal),
          }),
    [ask],
  );
  const latest = useLatestResult<AnsweredQuery<T>, KeptResult<T>>(
    answered,
    revision + attempt,
    mergeResult,
    restMs,
  );
  const retry = (): void => setAttempt((before) => before + 1);
  return { value: latest?.value ?? null, error: latest?.error ?? null, retry };
}
