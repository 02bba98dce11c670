import type { PreloadBridge } from '#contract/api.ts';
import type { RecordOfWindow } from '#contract/record-windows.ts';
import type { Kind } from '#contract/records.ts';
import { toIsoDay } from '#contract/search/date-range.ts';
import { toEpochMs, type EpochMs } from '#contract/time.ts';
import { wrapBridgeCalls, type ProcedureCalls } from './bridge.ts';
import { createPackScheduleStore } from './day/pack-schedule.ts';
import { createTodayAppointmentTimesStore } from './day/today-appointment-times.ts';
import { createDraftsStore } from './editor/draft-list.ts';
import { createFailedActionStore } from './failed-action.ts';
import { forwardEventsToFirstStores, reloadFirstStoresOfOpenAccount } from './first-events.ts';
import { createChartsStore } from './home/charts.ts';
import { createHomeQueuesStore } from './home/home.ts';
import { createListLinkRowCounter } from './home/list-links.ts';
import { createUnreadCountStore } from './list/unread-count.ts';
import {
  createNavigationOfRecordWindow,
  createShowInMainWindow,
} from './navigation/record-window-navigation.ts';
import { createNavigationStore, type ShowInMainWindow } from './navigation/view.ts';
import { createComputerPolicyAndCheckStore } from './program/computer.ts';
import { createLockStore, type LockStore } from './program/lock.ts';
import { createPreferencesStore, getUndoTimeMs } from './program/preferences.ts';
import { createAppUpdatesStore } from './program/updates.ts';
import { createScreenStatesStore, toKeptScreen } from './screen-states.ts';
import type { FirstStoresReceivingEvents, ScreenStoresOfAccount } from './first-stores-receiving-events.ts';
import { createHealthStore, getLastSyncTime } from './sync/health.ts';
import { createOutboxStore } from './sync/outbox.ts';
import { createSessionStore, getOpenAccountId, getOwnUserId } from './sync/session.ts';
import { createWelcomeAndTourStore } from './welcome-and-tour.ts';

/** Returns when a kind was last synced, epoch milliseconds; null where it never was. */
export type GetLastSyncTimeOfKind = (kind: Kind) => EpochMs | null;

/**
 * The stores of the frame and of the first screen. Those of the other screens (`stores.ts`) are read once the first screen
 * is there, or when one of them is needed, so that a start evaluates no code of theirs.
 */
export interface FirstStores extends FirstStoresReceivingEvents {
  readonly calls: ProcedureCalls;
  readonly lock: LockStore;
  /** The time zone of the settings: IANA name, or `system`. */
  readonly zone: () => string;
  readonly syncedAt: GetLastSyncTimeOfKind;
  /** Saves what is typed in editors and other forms; returns whether all of it is on disk. */
  readonly saveTypedInput: () => Promise<boolean>;
  /** Called once by the stores of the screens, when they are created. */
  readonly connectScreens: (screens: ScreenStoresOfAccount) => void;
  /** Reloads everything after the engine has restarted. */
  readonly reload: () => void;
  /** Subscribes to events and loads the data; returns the function that unsubscribes. */
  readonly start: () => () => void;
}

interface HomeDeps extends Pick<FirstStores, 'calls' | 'zone' | 'syncedAt'> {
  readonly userId: () => string | null;
  readonly recordWindow: RecordOfWindow | null;
}

/** Creates the stores of the home screen; queues and charts count the reviews of the same users. */
function createHomeStores({
  calls,
  zone,
  syncedAt,
  userId,
  recordWindow,
}: HomeDeps): Pick<FirstStores, 'home' | 'charts' | 'homeState'> {
  const count = createListLinkRowCounter(calls, zone);
  const home = createHomeQueuesStore({ count, userId, syncedAt });
  const charts = createChartsStore({
    calls,
    count,
    getUser: () => (home.store.getState().scope === 'own' ? userId() : null),
    getToday: () => toIsoDay(toEpochMs(Date.now()), zone()),
  });
  home.store.subscribe((now, before) => {
    if (now.scope !== before.scope) charts.reloadNow();
  });
  const kept = toKeptScreen('home', {
    read: () => ({ scope: home.store.getState().scope }),
    restore: ({ scope }) => home.choose(scope),
    source: home.store,
  });
  return {
    home,
    charts,
    homeState: createScreenStatesStore(calls, recordWindow === null ? [kept] : [], null),
  };
}

/** Creates where the window is, and the function that shows another place in the main window. */
function createNavigation(
  calls: ProcedureCalls,
  recordWindow: RecordOfWindow | null,
): Pick<FirstStores, 'view' | 'showInMainWindow' | 'recordWindow' | 'failedAction'> {
  const failedAction = createFailedActionStore();
  const showInMainWindow: ShowInMainWindow = createShowInMainWindow(calls, failedAction);
  const view = createNavigationStore();
  return {
    recordWindow,
    failedAction,
    showInMainWindow,
    view: recordWindow === null ? view : createNavigationOfRecordWindow(view, recordWindow, showInMainWindow),
  };
}

/** Creates the stores of who works where, and of what is saved on this computer. */
function createProgramStores(calls: ProcedureCalls, saveTypedInput: () => Promise<boolean>) {
  const session = createSessionStore(calls, saveTypedInput);
  const preferences = createPreferencesStore(calls);
  return {
    session,
    preferences,
    computer: createComputerPolicyAndCheckStore(calls),
    updates: createAppUpdatesStore(calls),
    drafts: createDraftsStore(calls),
    packSchedule: createPackScheduleStore(calls),
    welcomeAndTour: createWelcomeAndTourStore({ session, preferences }),
  };
}

function reloadProgramStores({
  session,
  preferences,
  computer,
  updates,
}: ReturnType<typeof createProgramStores>): void {
  void session.load();
  void session.loadReceipts();
  void preferences.load();
  void computer.load();
  void updates.load();
}

/** Returns the functions that wait for the stores of the screens. */
function createScreensConnection() {
  let screens: ScreenStoresOfAccount | null = null;
  return {
    getScreens: () => screens,
    connectScreens: (created: ScreenStoresOfAccount): void => {
      screens = created;
    },
    // Nothing can be typed before the stores exist that hold what is typed.
    saveTypedInput: async (): Promise<boolean> => (await screens?.saveTypedInput()) ?? true,
  };
}

/**
 * Creates the first stores. Nothing is requested before `start`.
 * @param lock the lock of the window, which exists before anything of an account may be loaded
 * @param recordWindow the record that the window shows instead of the screens; null in the main window
 */
export function createFirstStores(
  bridge: PreloadBridge,
  lock: LockStore = createLockStore(wrapBridgeCalls(bridge), bridge.on),
  recordWindow: RecordOfWindow | null = null,
): FirstStores {
  const getAccount = (): string | null => session.store.getState().accounts.current;
  const calls = wrapBridgeCalls(bridge, getAccount);
  const { getScreens, connectScreens, saveTypedInput } = createScreensConnection();
  const program = createProgramStores(calls, saveTypedInput);
  const { session, preferences } = program;
  const reloadListsNow = (): void => getScreens()?.reloadListsNow();
  const outbox = createOutboxStore(calls, reloadListsNow, () => getUndoTimeMs(preferences));
  const zone = (): string => preferences.store.getState().settings.timeZone;
  const userId = (): string | null => getOwnUserId(session.store.getState().accounts);
  const health = createHealthStore(calls);
  const syncedAt: GetLastSyncTimeOfKind = (kind) => getLastSyncTime(health.store.getState().health, kind);
  const stores = {
    ...program,
    health,
    outbox,
    totals: createUnreadCountStore(calls, syncedAt),
    todayAppointmentTimes: createTodayAppointmentTimesStore(calls, zone),
    ...createNavigation(calls, recordWindow),
    ...createHomeStores({ calls, zone, syncedAt, userId, recordWindow }),
  };

  const reload = (): void => {
    reloadProgramStores(program);
    if (getOpenAccountId(session.store.getState().accounts) === null) return;
    reloadFirstStoresOfOpenAccount(stores);
    getScreens()?.reload();
  };

  return {
    ...stores,
    calls,
    lock,
    zone,
    syncedAt,
    saveTypedInput,
    connectScreens,
    reload,
    start: () => {
      const ends = [
        forwardEventsToFirstStores(bridge, stores, { getScreens, reload }),
        // What is done once for the whole program is done by the main window.
        ...(recordWindow === null ? [stores.welcomeAndTour.start()] : []),
      ];
      reload();
      return () => ends.forEach((end) => end());
    },
  };
}
