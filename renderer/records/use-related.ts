import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { Result } from '#contract/result.ts';
import { useStores } from '#renderer/state/use-desk.ts';
import type { Related } from './RelatedLists.tsx';
import { useLatest } from './use-latest.ts';

interface Answer {
  readonly id: string;
  readonly result: Result<Related>;
}

/** What was found stays where asking once more has failed. */
function newer(before: Answer | null, answer: Answer): Answer {
  const isWorse = !answer.result.ok && before?.id === answer.id && before.result.ok;
  return isWorse ? before : answer;
}

/**
 * Everything here that has to do with an id, or why it cannot be read; null before the answer, and for no id. Asked again when
 * records changed; what is shown stays until there is something newer to show.
 * @param limit so many of each kind at most
 */
export function useRelated(id: string, limit: number): Result<Related> | null {
  const { calls, related } = useStores();
  const revision = useStore(related);
  const ask = useMemo(
    () =>
      id === ''
        ? null
        : async (): Promise<Answer> => ({ id, result: await calls['related.get']({ id, limit }) }),
    [calls, id, limit],
  );
  const answer = useLatest(ask, revision, newer);
  // What was found of one id must never stand beside another.
  return answer?.id === id ? answer.result : null;
}
