import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CallInput } from '#contract/api.ts';
import type { FollowUp } from '#contract/local-data.ts';
import type { AppError, Result } from '#contract/result.ts';
import { createLatestRequestGuard, createThrottle } from './async.ts';
import type { ProcedureCalls } from './bridge.ts';

export interface FollowUpsState {
  /** The follow-up marks of the account, by record id. */
  readonly marks: ReadonlyMap<string, FollowUp>;
  /** Why the last read failed; `marks` is from before. Null if it succeeded. */
  readonly error: AppError | null;
}

export interface FollowUpsStore {
  readonly store: StoreApi<FollowUpsState>;
  readonly invalidate: () => void;
  /** Sets or clears a follow-up mark. Returns null on success, otherwise the error. */
  readonly set: (mark: CallInput<'followUps.set'>) => Promise<AppError | null>;
  readonly clear: (mark: Pick<FollowUp, 'kind' | 'id'>) => Promise<AppError | null>;
  readonly reset: () => void;
}

const THROTTLE_MS = 500;
const INITIAL_STATE: FollowUpsState = { marks: new Map(), error: null };

/** Creates the store of follow-up marks and their reminders; they exist only on this computer. */
export function createFollowUpsStore(calls: ProcedureCalls): FollowUpsStore {
  const store = createStore<FollowUpsState>(() => INITIAL_STATE);
  const accounts = createLatestRequestGuard();
  const throttle = createThrottle(async () => {
    const isSameAccount = accounts.follow();
    const answer = await calls['followUps.list']({});
    if (!isSameAccount()) return;
    if (!answer.ok) return store.setState({ error: answer.error });
    store.setState({ marks: new Map(answer.value.items.map((mark) => [mark.id, mark])), error: null });
  }, THROTTLE_MS);
  async function runThenReload(answer: Promise<Result<unknown>>): Promise<AppError | null> {
    const result = await answer;
    throttle.request();
    return result.ok ? null : result.error;
  }
  return {
    store,
    invalidate: () => throttle.request(),
    set: (mark) => runThenReload(calls['followUps.set'](mark)),
    clear: ({ kind, id }) => runThenReload(calls['followUps.clear']({ kind, id })),
    reset: () => {
      accounts.cancel();
      throttle.reset();
      store.setState(INITIAL_STATE);
    },
  };
}
