import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Input } from '#contract/api.ts';
import type { FollowUp } from '#contract/local-data.ts';
import type { AppError, Result } from '#contract/result.ts';
import { latestOnly, throttled } from './async.ts';
import type { Calls } from './bridge.ts';

export interface FollowUpsState {
  /** The marks of this computer by the id of their record. */
  readonly selection: ReadonlyMap<string, FollowUp>;
  /** Why the last reading failed: `selection` are those from before. Null where it did not. */
  readonly error: AppError | null;
}

export interface FollowUps {
  readonly store: StoreApi<FollowUpsState>;
  readonly changed: () => void;
  /** Null once the mark is kept. */
  readonly set: (mark: Input<'followUps.set'>) => Promise<AppError | null>;
  readonly clear: (mark: Pick<FollowUp, 'kind' | 'id'>) => Promise<AppError | null>;
  readonly reset: () => void;
}

const GAP_MS = 500;
const NOTHING: FollowUpsState = { selection: new Map(), error: null };

/** The follow-up marks of the user and their reminders: the service has no such state. */
export function createFollowUps(calls: Calls): FollowUps {
  const store = createStore<FollowUpsState>(() => NOTHING);
  const accounts = latestOnly();
  const throttle = throttled(async () => {
    const isSameAccount = accounts.follow();
    const answer = await calls['followUps.list']({});
    if (!isSameAccount()) return;
    if (!answer.ok) return store.setState({ error: answer.error });
    store.setState({ selection: new Map(answer.value.items.map((mark) => [mark.id, mark])), error: null });
  }, GAP_MS);
  async function acted(answer: Promise<Result<unknown>>): Promise<AppError | null> {
    const result = await answer;
    throttle.request();
    return result.ok ? null : result.error;
  }
  return {
    store,
    changed: () => throttle.request(),
    set: (mark) => acted(calls['followUps.set'](mark)),
    clear: ({ kind, id }) => acted(calls['followUps.clear']({ kind, id })),
    reset: () => {
      accounts.cancel();
      throttle.reset();
      store.setState(NOTHING);
    },
  };
}

/** Increments when records changed, so that views of related records reload. */
export interface RelatedRevision extends StoreApi<number> {
  readonly changed: () => void;
}

// A sync tells of changes many times a second, and the question looks into three kinds of record.
const RELATED_GAP_MS = 2_000;

/** The revision of everything, however often something changes. */
export function createRelated(): RelatedRevision {
  const store = createStore<number>(() => 0);
  const throttle = throttled(async () => store.setState((revision) => revision + 1, true), RELATED_GAP_MS);
  return { ...store, changed: throttle.request };
}
