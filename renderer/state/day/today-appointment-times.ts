import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DayTimes } from '#contract/day.ts';
import type { Kind } from '#contract/records.ts';
import { createLatestRequestGuard, createThrottle } from '../async.ts';
import type { ProcedureCalls } from '../bridge.ts';
import { getDaySpan } from './day-span.ts';

/** When the appointments of today take place; none until they are read. */
export interface TodayAppointmentTimesState {
  readonly appointments: DayTimes['appointments'];
}

export interface TodayAppointmentTimesStore {
  readonly store: StoreApi<TodayAppointmentTimesState>;
  /** Reads again, after a change of records of this kind. Appointments are known from notifications. */
  readonly invalidate: (kind: Kind) => void;
  readonly reset: () => void;
}

const GAP_MS = 2_000;
const NOTHING: TodayAppointmentTimesState = { appointments: [] };

/**
 * Creates the store of the times of today's appointments, which the navigation counts on every screen.
 * @param zone returns the time zone of the settings: IANA name, or `system`
 */
export function createTodayAppointmentTimesStore(
  calls: Pick<ProcedureCalls, 'day.times'>,
  zone: () => string,
): TodayAppointmentTimesStore {
  const store = createStore<TodayAppointmentTimesState>(() => NOTHING);
  const accounts = createLatestRequestGuard();

  async function load(): Promise<void> {
    const isSameAccount = accounts.follow();
    const span = getDaySpan(null, zone());
    if (span === null) return;
    const answer = await calls['day.times'](span, isSameAccount.signal);
    if (answer.ok && isSameAccount()) store.setState({ appointments: answer.value.appointments });
  }
  const throttle = createThrottle(load, GAP_MS);

  return {
    store,
    invalidate: (kind) => {
      if (kind === 'notification') throttle.request();
    },
    reset: () => {
      accounts.cancel();
      throttle.reset();
      store.setState(NOTHING);
    },
  };
}
