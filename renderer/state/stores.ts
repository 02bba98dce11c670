import type { PreloadBridge } from '#contract/api.ts';
import { KINDS, type Kind } from '#contract/records.ts';
import { createCompletionRequestsStore } from './forms/completion-requests.ts';
import { createDayStore } from './day/day.ts';
import { forwardEventsToScreens, reloadScreenStores, resetScreenStores } from './events.ts';
import type { StoresReceivingEvents } from './stores-receiving-events.ts';
import { moveInputsOfRenamedRecords } from './editor/renamed-inputs.ts';
import { createFirstStores, type FirstStores } from './first-stores.ts';
import { createFormActionsStore } from './forms/form-actions.ts';
import { createFormListStore, createFormViewsStore } from './forms/list.ts';
import { createHandoverStore } from './home/handover.ts';
import { createInboxStore } from './inbox/inbox.ts';
import { listKeptScreens } from './kept-screens.ts';
import { createOpenRecordWindow, limitToRecordOfWindow, watchIdOfRecordWindow } from './record-window.ts';
import { createScreenStatesStore } from './screen-states.ts';
import { getOpenAccountId, getOwnUserId } from './sync/session.ts';
import { SCREEN_BY_KIND } from './navigation/view.ts';
import { createWorklistStore } from './requisitions/list.ts';
import {
  createListAndRecordStores,
  createEditors,
  createIndependentStores,
  createListSources,
  createPackReadinessCheckFromStores,
  createToastAndUndoStores,
  createHistoryAndRecentsStores,
  saveTypedInput,
} from './store-groups.ts';

/** All stores of the page, the procedures that they call, and the functions that start and reload them. */
export interface Stores extends FirstStores, StoresReceivingEvents {}

/** The stores of the screens beside the first ones. */
export interface AddedScreenStores {
  readonly stores: Stores;
  /** Subscribes to events, and loads the data of an account that is open already; returns the function that unsubscribes. */
  readonly startScreens: () => () => void;
}

interface ScreensDeps extends Pick<StoresReceivingEvents, 'browsers'> {
  readonly first: FirstStores;
  readonly userId: () => string | null;
  readonly sources: ReturnType<typeof createListSources>;
  readonly isReadyForPack: () => boolean;
  readonly undo: Pick<StoresReceivingEvents, 'undoable' | 'toasts'>;
}

/** Creates the stores of the screens. */
function createScreens({ first, userId, browsers, sources, isReadyForPack, undo }: ScreensDeps) {
  const { calls, outbox, health, packSchedule, zone, syncedAt, view } = first;
  const { toasts, undoable } = undo;
  const isShown = (kind: Kind): boolean => view.store.getState().screen === SCREEN_BY_KIND[kind];
  const { requisition: browser, form, notification } = browsers;
  const { read, worklist: source } = sources;
  return {
    worklist: createWorklistStore({
      calls,
      outbox,
      browser,
      source,
      read,
      reviewer: userId,
      toasts,
      isOnScreen: () => isShown('requisition'),
      showSharedSeveral: undoable.showSharedSeveral,
    }),
    formList: createFormListStore(sources.forms, form, createFormViewsStore(calls, zone)),
    completions: createCompletionRequestsStore(calls, outbox, () => syncedAt('form')),
    inbox: createInboxStore({
      calls,
      browser: notification,
      source: sources.inbox,
      outbox,
      toasts,
      isOnScreen: () => isShown('notification'),
      ownUser: userId,
    }),
    day: createDayStore({ calls, health, zone, isReadyForPack, packSchedule }),
    handover: createHandoverStore(calls, read, zone),
  };
}

function createAllStores(first: FirstStores): Stores {
  const { calls, session, outbox, failedAction, zone, syncedAt, recordWindow, showInMainWindow } = first;
  const userId = (): string | null => getOwnUserId(session.store.getState().accounts);
  const context = () => ({ userId: userId(), zone: zone() });
  const sources = createListSources(calls, zone);
  const independent = createIndependentStores(calls);
  const known = { ...first, ...independent };
  const { undo, ...drafts } = createToastAndUndoStores(calls, known);
  const { browsers, editors } = limitToRecordOfWindow(recordWindow, showInMainWindow, {
    browsers: createListAndRecordStores(calls, sources, syncedAt),
    editors: createEditors({ calls, context, ...drafts }),
  });
  const isReadyForPack = createPackReadinessCheckFromStores(known);
  const screens = createScreens({
    first,
    userId,
    browsers,
    sources,
    isReadyForPack,
    undo,
  });
  const kept = recordWindow === null ? listKeptScreens({ ...screens, ...independent }) : [];
  return {
    ...known,
    ...screens,
    ...createHistoryAndRecentsStores({ ...known, ...screens, ...editors, browsers }),
    screenStates: createScreenStatesStore(calls, kept, independent.unsavedInput),
    browsers,
    formActions: createFormActionsStore(calls, outbox, undo.toasts),
    ...undo,
    ...editors,
    openRecordWindow: createOpenRecordWindow(calls, undo.toasts, failedAction),
  };
}

/** Shows the record of a window that shows one. */
function openRecordOfWindow({ recordWindow, browsers }: Stores): void {
  if (recordWindow !== null) browsers[recordWindow.kind].open(recordWindow.id);
}

/** Creates the stores of the screens. Nothing is requested before they are started. */
export function addScreenStores(first: FirstStores, bridge: PreloadBridge): AddedScreenStores {
  const stores = createAllStores(first);
  const { calls, browsers, worklist, session, recordWindow } = stores;
  first.connectScreens({
    saveTypedInput: () => saveTypedInput(stores),
    reloadListsNow: () => {
      for (const kind of KINDS) browsers[kind].list.reloadNow();
      worklist.dueReviews.reloadNow();
    },
    reset: () => resetScreenStores(stores),
    begin: () => {
      openRecordOfWindow(stores);
      stores.history.reset();
    },
    reload: () => reloadScreenStores(stores),
  });
  return {
    stores,
    startScreens: () => {
      const ends = [
        forwardEventsToScreens(bridge, calls, stores),
        moveInputsOfRenamedRecords(browsers, stores.unsavedInput),
        // What is done once for the whole program is done by the main window.
        recordWindow === null
          ? stores.day.packs.start()
          : watchIdOfRecordWindow(calls, browsers, recordWindow),
      ];
      const { accounts } = session.store.getState();
      if (accounts.current !== null) openRecordOfWindow(stores);
      if (getOpenAccountId(accounts) !== null) reloadScreenStores(stores);
      return () => {
        ends.forEach((end) => end());
        stores.unsavedInput.reset();
      };
    },
  };
}

/** Creates all stores at once. Nothing is requested before `start`. */
export function createStores(...from: Parameters<typeof createFirstStores>): Stores {
  const first = createFirstStores(...from);
  const { stores, startScreens } = addScreenStores(first, from[0]);
  return {
    ...stores,
    start: () => {
      const ends = [startScreens(), first.start()];
      return () => ends.forEach((end) => end());
    },
  };
}
