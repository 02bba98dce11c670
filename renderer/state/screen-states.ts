import type { StoreApi } from 'zustand/vanilla';
import { removeWordsAndKeepFilters } from '#contract/search/syntax.ts';
import type { ScreenStates, ScreenWithState } from '#contract/screen-states.ts';
import type { AccessLogFiltersStore } from './access-log-filters.ts';
import { createLatestRequestGuard } from './async.ts';
import type { ProcedureCalls } from './bridge.ts';
import type { DayStore } from './day/day.ts';
import type { CompletionRequestsStore } from './forms/completion-requests.ts';
import type { FormListStore } from './forms/list.ts';
import type { HomeQueuesStore } from './home/home.ts';
import type { InboxStore } from './inbox/inbox.ts';
import type { WorklistStore } from './requisitions/list.ts';
import type { UnsavedInputStore } from './editor/unsaved-input.ts';

/** Stores the filters, tab and order of every screen, and restores them when the account is opened again. */
export interface ScreenStatesStore {
  /** Restores the screens that the user has not changed since the account was opened. Does nothing the second time. */
  readonly load: () => Promise<void>;
  /** Reads the input that a window that has closed meanwhile has stored. */
  readonly adoptInput: () => Promise<void>;
  /** Stores nothing more until the next `load`; called before the screens are cleared for another account. */
  readonly reset: () => void;
}

export interface StoresWithScreenState {
  readonly worklist: Pick<WorklistStore, 'list' | 'updateQuery'>;
  readonly formList: Pick<FormListStore, 'list' | 'updateQuery'>;
  readonly inbox: Pick<InboxStore, 'list' | 'updateQuery'>;
  readonly completions: Pick<CompletionRequestsStore, 'list' | 'updateQuery'>;
  readonly day: Pick<DayStore, 'store' | 'filterHost'>;
  readonly home: Pick<HomeQueuesStore, 'store' | 'choose'>;
  readonly accessFilters: AccessLogFiltersStore;
}

/** How the state of a screen is read and restored. */
interface ScreenAccess<S> {
  readonly read: () => S;
  readonly restore: (state: S) => void;
  readonly source: Pick<StoreApi<unknown>, 'subscribe'>;
}

type AccessByScreen = { readonly [N in ScreenWithState]: ScreenAccess<NonNullable<ScreenStates[N]>> };

type ListScreen = 'requisitions' | 'forms' | 'notifications' | 'completion-requests';

function accessLists(screens: StoresWithScreenState): Pick<AccessByScreen, ListScreen> {
  const { worklist, formList, inbox, completions } = screens;
  return {
    requisitions: {
      read: () => {
        const { text, tab, order } = worklist.list.store.getState().filter;
        return { filters: removeWordsAndKeepFilters(text), tab, order };
      },
      restore: ({ filters, tab, order }) => {
        worklist.updateQuery({ text: filters, tab });
        worklist.updateQuery({ order });
      },
      source: worklist.list.store,
    },
    forms: {
      read: () => {
        const { text, tab, order } = formList.list.store.getState().filter;
        return { filters: removeWordsAndKeepFilters(text), tab, order };
      },
      restore: ({ filters, tab, order }) => formList.updateQuery({ text: filters, tab, order }),
      source: formList.list.store,
    },
    notifications: {
      read: () => {
        const { text, order } = inbox.list.store.getState().filter;
        return { filters: removeWordsAndKeepFilters(text), order };
      },
      restore: ({ filters, order }) => inbox.updateQuery({ text: filters, order }),
      source: inbox.list.store,
    },
    'completion-requests': {
      read: () => {
        const { show, days, order } = completions.list.store.getState().filter;
        return { show, days, order };
      },
      restore: completions.updateQuery,
      source: completions.list.store,
    },
  };
}

function accessScreens(screens: StoresWithScreenState): AccessByScreen {
  const { day, home, accessFilters } = screens;
  return {
    ...accessLists(screens),
    day: {
      read: () => ({ host: day.store.getState().host }),
      restore: ({ host }) => day.filterHost(host),
      source: day.store,
    },
    home: {
      read: () => ({ scope: home.store.getState().scope }),
      restore: ({ scope }) => home.choose(scope),
      source: home.store,
    },
    'access-log': {
      read: accessFilters.store.getState,
      restore: accessFilters.filter,
      source: accessFilters.store,
    },
  };
}

/** A screen, with its state as text to compare and as input to store. */
interface KeptScreen {
  readonly readText: () => string;
  readonly toInput: () => ScreenStates;
  readonly restoreFrom: (stored: ScreenStates) => void;
  readonly source: ScreenAccess<unknown>['source'];
}

function toKeptScreen<N extends ScreenWithState>(
  name: N,
  { read, restore, source }: AccessByScreen[N],
): KeptScreen {
  return {
    readText: () => JSON.stringify(read()),
    toInput: () => ({ [name]: read() }),
    restoreFrom: (stored) => {
      const state = stored[name];
      if (state !== undefined) restore(state);
    },
    source,
  };
}

function listKeptScreens(screens: StoresWithScreenState): readonly KeptScreen[] {
  const access = accessScreens(screens);
  const names = Object.keys(access) as ScreenWithState[]; // `Object.keys` returns plain strings as keys
  return names.map((name) => toKeptScreen(name, access[name]));
}

/**
 * Creates the store, which also hands over the input that is stored with the states. They are in the account's encrypted
 * local store, because a filter may name a patient.
 * @param screens null in a window that shows one record
 */
export function createScreenStatesStore(
  calls: ProcedureCalls,
  screens: StoresWithScreenState | null,
  unsavedInput: Pick<UnsavedInputStore, 'restore' | 'adopt'>,
): ScreenStatesStore {
  const kept = screens === null ? [] : listKeptScreens(screens);
  const defaults = kept.map(({ readText }) => readText());
  const accounts = createLatestRequestGuard();
  let phase: 'closed' | 'loading' | 'open' = 'closed';
  let last = [...defaults];

  function storeChanged(): void {
    if (phase !== 'open') return;
    kept.forEach(({ readText, toInput }, index) => {
      const text = readText();
      if (text === last[index]) return;
      last[index] = text;
      // Not stored, the screen has its former state after the next start, which it shows: nothing to report.
      void calls['screenStates.set'](toInput());
    });
  }
  for (const { source } of kept) source.subscribe(storeChanged);

  return {
    load: async () => {
      if (phase !== 'closed') return;
      phase = 'loading';
      const isSameAccount = accounts.begin();
      const stored = await calls['screenStates.list']({});
      if (!isSameAccount()) return;
      if (!stored.ok) phase = 'closed';
      if (!stored.ok) return;
      unsavedInput.restore(stored.value['unsaved-input'] ?? []);
      last = kept.map(({ readText, restoreFrom }, index) => {
        // What the user has changed while the states were read is newer than they are.
        if (readText() !== defaults[index]) return '';
        restoreFrom(stored.value);
        return readText();
      });
      phase = 'open';
      storeChanged();
    },
    adoptInput: async () => {
      const isSameAccount = accounts.follow();
      const stored = await calls['screenStates.list']({});
      if (stored.ok && isSameAccount()) unsavedInput.adopt(stored.value['unsaved-input'] ?? []);
    },
    reset: () => {
      accounts.cancel();
      phase = 'closed';
    },
  };
}
