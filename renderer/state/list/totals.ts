import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Kind } from '#contract/records.ts';
import { ok, type Result } from '#contract/result.ts';
import type { ProcedureCalls } from '../bridge.ts';
import type { ListCount } from './list-window.ts';
import type { EpochMs } from '#contract/time.ts';
import { createLatestRequestGuard, createThrottle } from '../async.ts';

/**
 * The number of requisitions, of forms and of unread notifications. Navigation rail and lists use the same
 * numbers, so that they cannot differ.
 */
export interface TotalsState {
  readonly form: ListCount | null;
  readonly requisition: ListCount | null;
  readonly unread: ListCount | null;
}

export interface RecordTotals {
  readonly store: StoreApi<TotalsState>;
  readonly invalidate: (kind: Kind) => void;
  /** Applies the number of unread notifications from an event. */
  readonly setUnread: (count: number) => void;
  readonly reset: () => void;
}

const GAP_MS = 500;
const TOTAL_BY_KIND = { form: 'form', requisition: 'requisition', notification: 'unread' } as const;
const UNKNOWN: TotalsState = { form: null, requisition: null, unread: null };

/** Counts all requisitions like the worklist's tab "All". */
async function countRequisitions(calls: ProcedureCalls): Promise<Result<ListCount>> {
  const answer = await calls['worklist.counts']({ terms: [] });
  return answer.ok ? ok({ count: answer.value.all, capped: false }) : answer;
}

/** The number of unread notifications, from the same count that all views use. */
async function countUnread(calls: ProcedureCalls): Promise<Result<ListCount>> {
  const answer = await calls['inbox.unread']({});
  return answer.ok ? ok({ count: answer.value.count, capped: false }) : answer;
}

/** Counts all forms like their list. */
async function countForms(calls: ProcedureCalls): Promise<Result<ListCount>> {
  const answer = await calls['forms.counts']({ terms: [] });
  return answer.ok ? ok({ count: answer.value.all, capped: false }) : answer;
}

/**
 * Creates the store of the counts per kind, recounted after changes. Before the first complete sync of a
 * kind, zero means "unknown" and is not shown.
 * @param syncedAt returns when a kind was last synced completely
 */
export function createRecordTotals(
  calls: ProcedureCalls,
  syncedAt: (kind: Kind) => EpochMs | null,
): RecordTotals {
  const store = createStore<TotalsState>(() => UNKNOWN);
  const accounts = createLatestRequestGuard();

  const known = (count: ListCount, wasSynced: boolean): ListCount | null =>
    count.count > 0 || wasSynced ? count : null;

  async function save(kind: Kind, asked: Promise<Result<ListCount>>): Promise<void> {
    const isSameAccount = accounts.follow();
    const wasSynced = syncedAt(kind) !== null;
    const answer = await asked;
    if (answer.ok && isSameAccount())
      store.setState({ [TOTAL_BY_KIND[kind]]: known(answer.value, wasSynced) });
  }
  const throttle = {
    form: createThrottle(() => save('form', countForms(calls)), GAP_MS),
    requisition: createThrottle(() => save('requisition', countRequisitions(calls)), GAP_MS),
    notification: createThrottle(() => save('notification', countUnread(calls)), GAP_MS),
  };

  return {
    store,
    invalidate: (kind) => throttle[kind].request(),
    setUnread: (count) =>
      store.setState({ unread: known({ count, capped: false }, syncedAt('notification') !== null) }),
    reset: () => {
      accounts.cancel();
      for (const each of Object.values(throttle)) each.reset();
      store.setState(UNKNOWN);
    },
  };
}
