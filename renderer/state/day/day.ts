import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DaySheet, DaySheetEntry } from '#contract/day.ts';
import { err, type AppError } from '#contract/result.ts';
import type { ProcedureCalls } from '../bridge.ts';
import { createDayPreparationStore, type DayPreparationStore } from './day-prepare.ts';
import { DayPrintAndPackStore } from './day-print.ts';
import { PackMaker, type PackMakerDeps } from './pack-maker.ts';
import type { PackScheduleStore } from './pack-schedule.ts';
import { readDaySheet } from './read-sheet.ts';
import { getDaySpan, type DaySpan, type DayReadResult } from './day-span.ts';
import type { HealthStore } from '../sync/health.ts';
import { createLatestRequestGuard, createThrottle, type LatestRequestCheck } from '../async.ts';

/** The chosen day and host, the day sheet, and why it could not be read. */
interface DayState {
  /** The chosen day, such as `2026-03-12`; null for today, also after midnight. */
  readonly day: string | null;
  /** The host whose appointments are shown; null for all hosts. */
  readonly host: string | null;
  /**
   * The first appointments of the chosen day, until its sheet arrives; null otherwise. They are in a property of their own
   * so that nothing is printed, packed or counted from a part of the day.
   */
  readonly beginning: readonly DaySheetEntry[] | null;
  /** The sheet of the chosen day; null until the first response. */
  readonly sheet: DaySheet | null;
  /** The time span of the sheet. */
  readonly span: DaySpan | null;
  /** Why the last read of the sheet failed; null if it succeeded. */
  readonly error: AppError | null;
}

export interface DayStore {
  readonly store: StoreApi<DayState>;
  readonly prepare: DayPreparationStore;
  readonly print: DayPrintAndPackStore;
  /** The downtime packs that are made by themselves. */
  readonly packs: PackMaker;
  /** Starts loading while the sheet is on screen; returns the function that stops it. */
  readonly show: () => () => void;
  /** Begins the read that `show` would begin. Called when the screen is opened, before it is on the page. */
  readonly readAhead: () => void;
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
  /** Whether packs may be saved and everything that a pack shows is known. */
  readonly isReadyForPack: PackMakerDeps['isReady'];
  readonly packSchedule: PackScheduleStore;
}

// A sheet reads three kinds of records, and a sync emits many change events per second.
const THROTTLE_MS = 1_000;
const INITIAL_STATE: DayState = {
  day: null,
  host: null,
  beginning: null,
  sheet: null,
  span: null,
  error: null,
};

/** Number of entries that are compared when a sheet is read: as many as the screen shows before more are asked for. */
const MAX_COMPARED = 100;

/** Returns a sheet with the entries that are shown where they are equal: what shows them is not rendered again. */
function keepEqualEntries(sheet: DaySheet, shown: readonly DaySheetEntry[]): DaySheet {
  const known = new Map(shown.slice(0, MAX_COMPARED).map((entry) => [entry.notification, entry]));
  const keepEqual = (entry: DaySheetEntry): DaySheetEntry => {
    const before = known.get(entry.notification);
    return before !== undefined && JSON.stringify(before) === JSON.stringify(entry) ? before : entry;
  };
  return { ...sheet, appointments: sheet.appointments.map(keepEqual) };
}

async function readDay(
  calls: ProcedureCalls,
  day: string | null,
  zone: string,
  signal?: AbortSignal,
): Promise<DayReadResult> {
  const span = getDaySpan(day, zone);
  if (span === null) return { span, answer: err('invalid-input') };
  return { span, answer: await readDaySheet(calls, span, signal) };
}

/** Creates the stores of what is made of day sheets: prints and downtime packs. */
function createPrintStores({
  calls,
  zone,
  isReadyForPack,
  packSchedule,
}: Omit<DayDeps, 'health'>): Pick<DayStore, 'print' | 'packs' | 'reset'> {
  const print = new DayPrintAndPackStore(calls);
  const readToday = (): Promise<DayReadResult> => readDay(calls, null, zone());
  const packs = new PackMaker({
    calls,
    known: packSchedule,
    print,
    readToday,
    isReady: isReadyForPack,
    zone,
  });
  return {
    print,
    packs,
    reset: () => {
      print.reset();
      packs.reset();
    },
  };
}

/** The sheet of a day, which is read while it is shown. */
interface ShownDaySheet extends Pick<DayStore, 'store' | 'invalidate' | 'show' | 'readAhead'> {
  readonly read: (signal?: AbortSignal) => Promise<DayReadResult>;
  /** Forgets what was read, and begins with this state. */
  readonly restart: (state: Partial<DayState>) => void;
}

/** Reads what is shown until the sheet arrives; where that fails, the sheet says why. */
async function readBeginning(
  calls: ProcedureCalls,
  store: StoreApi<DayState>,
  zone: string,
  isSameRound: LatestRequestCheck,
): Promise<void> {
  const span = getDaySpan(store.getState().day, zone);
  if (span === null) return;
  const answer = await calls['day.beginning'](span, isSameRound.signal);
  const { sheet, error } = store.getState();
  if (!answer.ok || !isSameRound() || sheet !== null || error !== null) return;
  if (answer.value.appointments.length > 0) store.setState({ beginning: answer.value.appointments });
}

/** Shows a sheet that was read, or why it could not be. */
function applySheet(store: StoreApi<DayState>, { span, answer }: DayReadResult): void {
  const { beginning, sheet: former, span: shownSpan } = store.getState();
  const shown = former?.appointments ?? beginning ?? [];
  if (answer.ok)
    store.setState({ sheet: keepEqualEntries(answer.value, shown), beginning: null, span, error: null });
  else {
    // After midnight the sheet that is shown is that of another day: it must not stand for this one.
    const isOfOtherDay = span !== null && shownSpan !== null && span.from !== shownSpan.from;
    store.setState({
      beginning: null,
      error: answer.error,
      ...(isOfOtherDay ? { sheet: null, span: null } : {}),
    });
  }
}

function createDaySheet(calls: ProcedureCalls, zone: () => string): ShownDaySheet {
  const store = createStore<DayState>(() => INITIAL_STATE);
  let viewers = 0;
  // While a read runs that was begun before the sheet is shown, and nothing has changed since.
  let isReadAhead = false;
  const rounds = createLatestRequestGuard();

  const read = (signal?: AbortSignal): Promise<DayReadResult> =>
    readDay(calls, store.getState().day, zone(), signal);
  const throttle = createThrottle(async () => {
    // It may have been hidden since it was asked for.
    if (viewers === 0 && !isReadAhead) return;
    const { day, sheet } = store.getState();
    const isSameRound = rounds.follow();
    if (sheet === null) void readBeginning(calls, store, zone(), isSameRound);
    const found = await read(isSameRound.signal);
    isReadAhead = false;
    if (!isSameRound() || store.getState().day !== day) return;
    applySheet(store, found);
  }, THROTTLE_MS);

  function invalidate(): void {
    isReadAhead = false;
    if (viewers > 0) throttle.request();
  }
  function restart(state: Partial<DayState>): void {
    rounds.cancel();
    isReadAhead = false;
    store.setState({ ...INITIAL_STATE, ...state }, true);
    throttle.reset();
    invalidate();
  }
  return {
    store,
    read,
    invalidate,
    readAhead: () => {
      if (viewers > 0) return;
      isReadAhead = true;
      throttle.request();
    },
    show: () => {
      viewers += 1;
      if (!isReadAhead) throttle.request();
      isReadAhead = false;
      return () => {
        viewers -= 1;
      };
    },
    restart,
  };
}

/** Creates the store of the day sheet. */
export function createDayStore({ health, ...deps }: DayDeps): DayStore {
  const { calls, zone } = deps;
  const { read, restart, ...sheet } = createDaySheet(calls, zone);
  const { store } = sheet;
  const prepare = createDayPreparationStore({ calls, health, read });
  const { reset: resetPrints, ...prints } = createPrintStores(deps);

  return {
    ...sheet,
    prepare,
    ...prints,
    choose: (day) => {
      prepare.dismiss();
      prints.print.dismiss();
      restart({ day, host: store.getState().host });
    },
    filterHost: (host) => store.setState({ host }),
    reset: () => {
      prepare.reset();
      resetPrints();
      restart({});
    },
  };
}
