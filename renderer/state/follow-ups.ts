import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Input } from '#contract/api.ts';
import type { FollowUp } from '#contract/keepsakes.ts';
import type { AppError, Result } from '#contract/result.ts';
import type { Calls } from './bridge.ts';
import { paced } from './pace.ts';

export interface FollowUps {
  /** The marks of this desk by the id of their record. */
  readonly store: StoreApi<ReadonlyMap<string, FollowUp>>;
  readonly changed: () => void;
  /** Null once the mark is kept. */
  readonly set: (mark: Input<'followUps.set'>) => Promise<AppError | null>;
  readonly clear: (mark: Pick<FollowUp, 'kind' | 'id'>) => Promise<AppError | null>;
  readonly reset: () => void;
}

const GAP_MS = 500;

/** Which records somebody has followed up, and when to be reminded: the service knows no such state. */
export function createFollowUps(calls: Calls): FollowUps {
  const store = createStore<ReadonlyMap<string, FollowUp>>(() => new Map());
  let account = 0;
  const pace = paced(async () => {
    const mine = account;
    const answer = await calls['followUps.list']({});
    if (answer.ok && mine === account)
      store.setState(new Map(answer.value.items.map((mark) => [mark.id, mark])), true);
  }, GAP_MS);
  async function acted(answer: Promise<Result<unknown>>): Promise<AppError | null> {
    const result = await answer;
    pace.request();
    return result.ok ? null : result.error;
  }
  return {
    store,
    changed: () => pace.request(),
    set: (mark) => acted(calls['followUps.set'](mark)),
    clear: ({ kind, id }) => acted(calls['followUps.clear']({ kind, id })),
    reset: () => {
      account += 1;
      pace.reset();
      store.setState(new Map(), true);
    },
  };
}
