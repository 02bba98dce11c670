import type { PreloadBridge } from '#contract/api.ts';
import type { RecordOfWindow } from '#contract/record-windows.ts';
import { KINDS } from '#contract/records.ts';
import { wrapBridgeCalls, type ProcedureCalls } from './bridge.ts';
import { createCompletionRequestsStore } from './forms/completion-requests.ts';
import { createTodayAppointmentTimesStore } from './day/today-appointment-times.ts';
import { createDayStore } from './day/day.ts';
import { forwardEvents, reloadStoresOfOpenAccount } from './events.ts';
import type { UndoableActions } from './undoable-actions.ts';
import type { StoresReceivingEvents } from './stores-receiving-events.ts';
import { createLockStore, type LockStore } from './program/lock.ts';
import { createFormActionsStore } from './forms/form-actions.ts';
import { createFormListStore, createFormViewsStore } from './forms/list.ts';
import { createWelcomeAndTourStore } from './welcome-and-tour.ts';
import { createHealthStore, getLastSyncTime } from './sync/health.ts';
import { createInboxStore } from './inbox/inbox.ts';
import { createOutboxStore } from './sync/outbox.ts';
import {
  createWindowStores,
  createShowInMainWindow,
  limitToRecordOfWindow,
  watchIdOfRecordWindow,
} from './record-window.ts';
import { createScreenStatesStore } from './screen-states.ts';
import { createPreferencesStore, getUndoTimeMs } from './program/preferences.ts';
import { createSessionStore, getOpenAccountId, getOwnUserId } from './sync/session.ts';
import { createUnreadCountStore } from './list/unread-count.ts';
import { createWorklistStore } from './requisitions/list.ts';
import {
  createListAndRecordStores,
  createEditors,
  createHomeStores,
  createIndependentStores,
  createListSources,
  createPackReadinessCheckFromStores,
  createToastAndUndoStores,
  createHistoryAndRecentsStores,
  saveTypedInput,
  type GetLastSyncTimeOfKind,
} from './store-groups.ts';

/** All stores of the page, the procedures that they call, and the functions that start and reload them. */
export interface Stores extends StoresReceivingEvents {
  readonly calls: ProcedureCalls;
  readonly lock: LockStore;
  /** Reloads everything after the engine has restarted. */
  readonly reload: () => void;
  /** Subscribes to events and loads the data; returns the function that unsubscribes. */
  readonly start: () => () => void;
}

type ScreensDeps = Parameters<typeof createHomeStores>[1] & {
  readonly calls: ProcedureCalls;
  readonly outbox: StoresReceivingEvents['outbox'];
  readonly health: StoresReceivingEvents['health'];
  readonly browsers: StoresReceivingEvents['browsers'];
  readonly sources: Omit<ReturnType<typeof createListSources>, 'read'>;
  readonly isReadyForPack: () => boolean;
  readonly undoable: Pick<UndoableActions, 'showSharedSeveral'>;
};

/** Creates the stores of the screens. */
function createScreens({
  calls,
  outbox,
  health,
  browsers,
  sources,
  isReadyForPack,
  zone,
  read,
  userId,
  syncedAt,
  undoable,
}: ScreensDeps) {
  const { requisition: browser, form, notification } = browsers;
  const source = sources.worklist;
  return {
    worklist: createWorklistStore({ calls, outbox, browser, source, read, reviewer: userId, ...undoable }),
    formList: createFormListStore(sources.forms, form, createFormViewsStore(calls, zone)),
    completions: createCompletionRequestsStore(calls, outbox, () => syncedAt('form')),
    inbox: createInboxStore({ calls, browser: notification, source: sources.inbox, outbox }),
    day: createDayStore({ calls, health, zone, isReadyForPack }),
    ...createHomeStores(calls, { zone, read, userId, syncedAt }),
  };
}

/** Creates the stores of what the navigation counts on every screen, besides the queues of the home screen. */
function createNavigationCountStores(
  calls: ProcedureCalls,
  zone: () => string,
  syncedAt: GetLastSyncTimeOfKind,
): Pick<StoresReceivingEvents, 'totals' | 'todayAppointmentTimes'> {
  return {
    totals: createUnreadCountStore(calls, syncedAt),
    todayAppointmentTimes: createTodayAppointmentTimesStore(calls, zone),
  };
}

function createAllStores(calls: ProcedureCalls, record: RecordOfWindow | null): StoresReceivingEvents {
  const session = createSessionStore(calls, () => saveTypedInput({ ...editors, ...independent }));
  const preferences = createPreferencesStore(calls);
  // After a change by the user, the lists and counts reload without the usual throttling.
  const reloadNow = (): void => {
    for (const kind of KINDS) browsers[kind].list.reloadNow();
    screens.worklist.dueReviews.reloadNow();
  };
  const outbox = createOutboxStore(calls, reloadNow, () => getUndoTimeMs(preferences));
  const zone = (): string => preferences.store.getState().settings.timeZone;
  const userId = (): string | null => getOwnUserId(session.store.getState().accounts);
  const context = () => ({ userId: userId(), zone: zone() });
  const { read, ...sources } = createListSources(calls, zone);
  const health = createHealthStore(calls);
  const syncedAt: GetLastSyncTimeOfKind = (kind) => getLastSyncTime(health.store.getState().health, kind);
  const showInMainWindow = createShowInMainWindow(calls, outbox.report);
  const independent = createIndependentStores(calls, record, showInMainWindow);
  const { undo, ...drafts } = createToastAndUndoStores(calls, { ...independent, outbox });
  const { browsers, editors } = limitToRecordOfWindow(record, showInMainWindow, {
    browsers: createListAndRecordStores(calls, sources, syncedAt),
    editors: createEditors({ calls, context, ...drafts }),
  });
  const isReadyForPack = createPackReadinessCheckFromStores({ ...independent, session, preferences, health });
  const known = { zone, read, userId, syncedAt, undoable: undo.undoable };
  const screens = createScreens({ ...known, calls, outbox, health, browsers, sources, isReadyForPack });
  return {
    ...independent,
    ...screens,
    ...createHistoryAndRecentsStores({ ...independent, ...screens, ...editors, browsers }),
    screenStates: createScreenStatesStore(
      calls,
      record === null ? { ...screens, ...independent } : null,
      independent.unsavedInput,
    ),
    session,
    preferences,
    welcomeAndTour: createWelcomeAndTourStore({ session, preferences }),
    outbox,
    health,
    ...createNavigationCountStores(calls, zone, syncedAt),
    browsers,
    formActions: createFormActionsStore(calls, outbox, undo.toasts),
    ...undo,
    ...editors,
    ...createWindowStores(calls, record, {
      show: showInMainWindow,
      toasts: undo.toasts,
      report: outbox.report,
    }),
  };
}

/**
 * Creates the stores. Nothing is requested before `start`.
 * @param lock the lock of the window, which exists before anything of an account may be loaded
 * @param record the record that the window shows instead of the screens; null in the main window
 */
export function createStores(
  bridge: PreloadBridge,
  lock: LockStore = createLockStore(wrapBridgeCalls(bridge), bridge.on),
  record: RecordOfWindow | null = null,
): Stores {
  const calls = wrapBridgeCalls(bridge);
  const stores = { ...createAllStores(calls, record), lock };

  function reload(): void {
    void stores.session.load();
    void stores.session.loadReceipts();
    void stores.preferences.load();
    void stores.computer.load();
    void stores.updates.load();
    if (getOpenAccountId(stores.session.store.getState().accounts) !== null)
      reloadStoresOfOpenAccount(stores);
  }

  return {
    calls,
    ...stores,
    reload,
    start: () => {
      // What is done once for the whole program is done by the main window.
      const ends = [
        forwardEvents(bridge, calls, stores, reload),
        ...(record === null
          ? [stores.welcomeAndTour.start(), stores.day.packs.start()]
          : [watchIdOfRecordWindow(calls, stores.browsers, record)]),
      ];
      reload();
      return () => {
        ends.forEach((end) => end());
        stores.unsavedInput.reset();
      };
    },
  };
}
