import { createStore, type StoreApi } from 'zustand/vanilla';
import type { PackSchedule } from '#contract/downtime-pack.ts';
import type { AppError } from '#contract/result.ts';
import { createLatestRequestGuard } from '../async.ts';
import type { ProcedureCalls } from '../bridge.ts';

export interface PackScheduleState {
  /** When downtime packs are made by themselves, and the last one; null until it is known. */
  readonly schedule: PackSchedule | null;
  readonly isMaking: boolean;
  /** Why the schedule could not be read or changed, or a pack could not be begun; null where it could. */
  readonly error: AppError | null;
}

/** When the downtime packs of the open account are made by themselves, and what the last one was. */
export interface PackScheduleStore {
  readonly store: StoreApi<PackScheduleState>;
  /** Reads the schedule of the open account. */
  readonly load: () => Promise<void>;
  readonly reset: () => void;
}

const INITIAL_STATE: PackScheduleState = { schedule: null, isMaking: false, error: null };

/** Creates the store, which the first screen shows; `PackMaker` changes it and makes the packs. */
export function createPackScheduleStore(calls: ProcedureCalls): PackScheduleStore {
  const store = createStore<PackScheduleState>(() => INITIAL_STATE);
  const accounts = createLatestRequestGuard();
  return {
    store,
    load: async () => {
      const isSame = accounts.follow();
      const answer = await calls['packSchedule.get']({});
      if (isSame())
        store.setState(answer.ok ? { schedule: answer.value, error: null } : { error: answer.error });
    },
    reset: () => {
      accounts.cancel();
      store.setState(INITIAL_STATE, true);
    },
  };
}
