import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DaySheet } from '#contract/day.ts';
import { err, type AppError } from '#contract/result.ts';
import type { ProcedureCalls } from '../bridge.ts';
import { createDayPreparation, type DayPreparation } from './day-prepare.ts';
import { DayPrint } from './day-print.ts';
import { getDaySpan, type DaySpan, type DayReadResult } from './day-span.ts';
import type { HealthStore } from '../sync/health.ts';
import { createLatestRequestGuard, createThrottle } from '../async.ts';

/** The state of the day sheet. */
interface DayState {
  /** `2026-03-12`; null for today, also after midnight. */
  readonly day: string | null;
  /** Whose appointments are shown; null for all hosts. */
  readonly host: string | null;
  /** The sheet of the chosen day; null until the first response. */
  readonly sheet: DaySheet | null;
  /** The time span of the sheet. */
  readonly span: DaySpan | null;
  /** Why the last read failed. */
  readonly error: AppError | null;
}

export interface DayStore {
  readonly store: StoreApi<DayState>;
  readonly prepare: DayPreparation;
  readonly print: DayPrint;
  /** Starts loading while the sheet is on screen; returns the function that stops it. */
  readonly show: () => () => void;
  /** Shows another day such as `2026-03-12`; null for today. */
  readonly choose: (day: string | null) => void;
  readonly filterHost: (host: string | null) => void;
  /** Called when something on the sheet may have changed. */
  readonly invalidate: () => void;
  readonly reset: () => void;
}

export interface DayDeps {
  readonly calls: ProcedureCalls;
  readonly health: HealthStore;
  /** Returns the time zone of the settings: IANA name, or `system`. */
  readonly zone: () => string;
}

// A sheet reads three kinds of records, and a sync emits many change events per second.
const THROTTLE_MS = 1_000;
const INITIAL_STATE: DayState = { day: null, host: null, sheet: null, span: null, error: null };

async function readDay(calls: ProcedureCalls, day: string | null, zone: string): Promise<DayReadResult> {
  const span = getDaySpan(day, zone);
  if (span === null) return { span, answer: err('invalid-input') };
  return { span, answer: await calls['day.get'](span) };
}

/** Creates the store of the day sheet. */
export function createDayStore({ calls, health, zone }: DayDeps): DayStore {
  const store = createStore<DayState>(() => INITIAL_STATE);
  let viewers = 0;
  const rounds = createLatestRequestGuard();

  const read = (): Promise<DayReadResult> => readDay(calls, store.getState().day, zone());
  const throttle = createThrottle(async () => {
    const { day } = store.getState();
    const isSameRound = rounds.follow();
    const { span, answer } = await read();
    if (!isSameRound() || store.getState().day !== day) return;
    if (answer.ok) store.setState({ sheet: answer.value, span, error: null });
    else store.setState({ error: answer.error });
  }, THROTTLE_MS);

  function invalidate(): void {
    if (viewers > 0) throttle.request();
  }
  function restart(state: Partial<DayState>): void {
    rounds.cancel();
    store.setState({ ...INITIAL_STATE, ...state }, true);
    throttle.reset();
    invalidate();
  }
  const prepare = createDayPreparation({ calls, health, read });
  const print = new DayPrint(calls);

  return {
    store,
    prepare,
    print,
    invalidate,
    show: () => {
      viewers += 1;
      invalidate();
      return () => {
        viewers -= 1;
      };
    },
    choose: (day) => {
      prepare.dismiss();
      print.dismiss();
      restart({ day, host: store.getState().host });
    },
    filterHost: (host) => store.setState({ host }),
    reset: () => {
      prepare.reset();
      print.reset();
      restart({});
    },
  };
}
