import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Kind } from '#contract/records.ts';
import {
  MISSING_RECORD_STATES,
  type MissingRecordCounts,
  type MissingRecord,
} from '#contract/missing-records.ts';
import type { AppError } from '#contract/result.ts';
import type { ProcedureCalls } from '../bridge.ts';
import { createVisibleDataReloader } from '../list/visible-data.ts';

type State = MissingRecord['state'];

/** Records that the service no longer returns, by state. */
export interface MissingRecordsState extends Readonly<Record<State, readonly MissingRecord[]>> {
  /** The states with more records than are shown. */
  readonly statesWithMore: readonly State[];
  /** Why the last read failed; the records shown are from before. */
  readonly error: AppError | null;
}

export interface MissingRecordsStore {
  readonly store: StoreApi<MissingRecordsState>;
  /** Confirms that these records are missing. */
  readonly confirm: (kind: Kind, ids: readonly string[]) => Promise<AppError | null>;
  readonly invalidate: () => void;
  /** Applies new counts from an event; reloads if they differ. */
  readonly adopt: (counts: MissingRecordCounts) => void;
  /** Starts loading while the records are on screen; returns the function that stops it. */
  readonly show: () => () => void;
  readonly reset: () => void;
}

const THROTTLE_MS = 500;
const PAGE = 500;
const INITIAL_STATE: MissingRecordsState = {
  held: [],
  open: [],
  closed: [],
  statesWithMore: [],
  error: null,
};

async function load(calls: ProcedureCalls): Promise<Partial<MissingRecordsState>> {
  const pages = await Promise.all(
    MISSING_RECORD_STATES.map((state) => calls['missing.list']({ state, limit: PAGE })),
  );
  let news: Partial<MissingRecordsState> = { error: null };
  const statesWithMore: State[] = [];
  for (const [place, state] of MISSING_RECORD_STATES.entries()) {
    const page = pages[place];
    if (page?.ok !== true) return { error: page?.error ?? null };
    if (page.value.next !== null) statesWithMore.push(state);
    news = { ...news, [state]: page.value.items };
  }
  return { ...news, statesWithMore };
}

/**
 * Creates the store of the records that the service no longer returns. The engine decides which those are; the store lists
 * them and sends the user's confirmations.
 */
export function createMissingRecordsStore(calls: ProcedureCalls): MissingRecordsStore {
  const store = createStore<MissingRecordsState>(() => INITIAL_STATE);
  let known = '';
  const visible = createVisibleDataReloader(async (isWanted) => {
    const news = await load(calls);
    if (isWanted()) store.setState(news);
  }, THROTTLE_MS);
  return {
    store,
    confirm: async (kind, ids) => {
      const answer = await calls['missing.confirm']({ kind, ids: [...ids] });
      visible.invalidate();
      return answer.ok ? null : answer.error;
    },
    invalidate: visible.invalidate,
    adopt: (counts) => {
      const now = JSON.stringify(counts);
      if (now !== known) visible.invalidate();
      known = now;
    },
    show: visible.show,
    reset: () => {
      visible.reset();
      known = '';
      store.setState(INITIAL_STATE);
    },
  };
}
