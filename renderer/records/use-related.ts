import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Result } from '#contract/result.ts';
import { useDesk } from '#renderer/state/use-desk.ts';
import type { Related } from './RelatedLists.tsx';

/** Who walks through the records with the keys does not ask for what surrounds each. */
const REST_MS = 120;

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
  const { calls, related } = useDesk();
  const revision = useStore(related);
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => {
    if (id === '') return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      void calls['related.get']({ id, limit }).then((result) => {
        if (isCurrent) setAnswer((before) => newer(before, { id, result }));
      });
    }, REST_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another revision is why it asks again
  }, [calls, id, limit, revision]);
  // What was found of one id must never stand beside another.
  return answer?.id === id ? answer.result : null;
}
