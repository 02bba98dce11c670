import { removeWordsAndKeepFilters } from '#contract/search/syntax.ts';
import type { ScreenWithState } from '#contract/screen-states.ts';
import type { AccessLogFiltersStore } from './access-log-filters.ts';
import type { DayStore } from './day/day.ts';
import type { CompletionRequestsStore } from './forms/completion-requests.ts';
import type { FormListStore } from './forms/list.ts';
import type { InboxStore } from './inbox/inbox.ts';
import type { WorklistStore } from './requisitions/list.ts';
import { toKeptScreen, type AccessByScreen, type KeptScreen } from './screen-states.ts';

/** The screens besides the first one whose state is kept. */
interface StoresWithScreenState {
  readonly worklist: Pick<WorklistStore, 'list' | 'updateQuery'>;
  readonly formList: Pick<FormListStore, 'list' | 'updateQuery'>;
  readonly inbox: Pick<InboxStore, 'list' | 'updateQuery'>;
  readonly completions: Pick<CompletionRequestsStore, 'list' | 'updateQuery'>;
  readonly day: Pick<DayStore, 'store' | 'filterHost'>;
  readonly accessFilters: AccessLogFiltersStore;
}

type KeptName = Exclude<ScreenWithState, 'home'>;
type AccessByKeptScreen = Pick<AccessByScreen, KeptName>;

type ListScreen = 'requisitions' | 'forms' | 'notifications' | 'completion-requests';

function accessLists(screens: StoresWithScreenState): Pick<AccessByKeptScreen, ListScreen> {
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

function accessScreens(screens: StoresWithScreenState): AccessByKeptScreen {
  const { day, accessFilters } = screens;
  return {
    ...accessLists(screens),
    day: {
      read: () => ({ host: day.store.getState().host }),
      restore: ({ host }) => day.filterHost(host),
      source: day.store,
    },
    'access-log': {
      read: accessFilters.store.getState,
      restore: accessFilters.filter,
      source: accessFilters.store,
    },
  };
}

/** Lists the screens besides the first one whose state is kept. */
export function listKeptScreens(screens: StoresWithScreenState): readonly KeptScreen[] {
  const access = accessScreens(screens);
  const names = Object.keys(access) as KeptName[]; // `Object.keys` returns plain strings as keys
  return names.map((name) => toKeptScreen(name, access[name]));
}
