import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Kind } from '#contract/records.ts';
import { ok, type Result } from '#contract/result.ts';
import type { Calls } from '../bridge.ts';
import type { Count } from './list.ts';
import type { EpochMs } from '#contract/time.ts';
import { latestOnly, throttled } from '../async.ts';

/** How many records there are. Rail and lists read the same numbers, so that they cannot differ. */
export interface TotalsState {
  readonly form: Count | null;
  readonly requisition: Count | null;
  readonly unread: Count | null;
}

export interface Totals {
  readonly store: StoreApi<TotalsState>;
  readonly changed: (kind: Kind) => void;
  /** Adopts the number of unread notifications from an event. */
  readonly adoptUnread: (count: number) => void;
  readonly reset: () => void;
}

const GAP_MS = 500;
const TOTAL_OF = { form: 'form', requisition: 'requisition', notification: 'unread' } as const;
const UNKNOWN: TotalsState = { form: null, requisition: null, unread: null };

/** All requisitions, as the worklist counts them: the rail and its tab 'All' say the same. */
async function wholeWorklist(calls: Calls): Promise<Result<Count>> {
  const answer = await calls['worklist.counts']({ terms: [] });
  return answer.ok ? ok({ count: answer.value.all, capped: false }) : answer;
}

/** The number of unread notifications, from the same count that all views use. */
async function countUnread(calls: Calls): Promise<Result<Count>> {
  const answer = await calls['inbox.unread']({});
  return answer.ok ? ok({ count: answer.value.count, capped: false }) : answer;
}

/** All forms, as their list counts them. */
async function everyForm(calls: Calls): Promise<Result<Count>> {
  const answer = await calls['forms.counts']({ terms: [] });
  return answer.ok ? ok({ count: answer.value.all, capped: false }) : answer;
}

/**
 * Counts per kind, asked for again when something of the kind changed. Before a kind was synced once, none here says nothing
 * about the service: it is not shown as a number.
 * @param syncedAt when a kind was last synced completely, as far as is known when it is called
 */
export function createTotals(calls: Calls, syncedAt: (kind: Kind) => EpochMs | null): Totals {
  const store = createStore<TotalsState>(() => UNKNOWN);
  const accounts = latestOnly();

  const known = (count: Count, wasSynced: boolean): Count | null =>
    count.count > 0 || wasSynced ? count : null;

  async function save(kind: Kind, asked: Promise<Result<Count>>): Promise<void> {
    const isSameAccount = accounts.follow();
    const wasSynced = syncedAt(kind) !== null;
    const answer = await asked;
    if (answer.ok && isSameAccount()) store.setState({ [TOTAL_OF[kind]]: known(answer.value, wasSynced) });
  }
  const throttle = {
    form: throttled(() => save('form', everyForm(calls)), GAP_MS),
    requisition: throttled(() => save('requisition', wholeWorklist(calls)), GAP_MS),
    notification: throttled(() => save('notification', countUnread(calls)), GAP_MS),
  };

  return {
    store,
    changed: (kind) => throttle[kind].request(),
    adoptUnread: (count) =>
      store.setState({ unread: known({ count, capped: false }, syncedAt('notification') !== null) }),
    reset: () => {
      accounts.cancel();
      for (const each of Object.values(throttle)) each.reset();
      store.setState(UNKNOWN);
    },
  };
}
