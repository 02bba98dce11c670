import { type FormTabCounts, type FormListRow, FORM_SEARCH_SYNTAX, type Form } from '#contract/forms.ts';
import { ok } from '#contract/result.ts';
import type { ProcedureCalls } from '../bridge.ts';
import type { FormListQuery } from './form-query.ts';
import { createSavedViewsStore, type SavedViewsStore } from '../list/saved-views.ts';
import type { ListAndRecordStore } from '../list/list-and-record.ts';
import {
  createQueryUpdater,
  createTabbedListSource,
  NO_COUNTS,
  createTabbedListQueryParser,
  type ListSourceWithCounts,
  type SearchableListStore,
} from '../list/query-list.ts';

export type FormListSource = ListSourceWithCounts<FormListQuery, FormListRow, FormTabCounts>;
export type FormListAndRecordStore = ListAndRecordStore<FormListQuery, FormListRow, Form>;

/**
 * Creates the source of the list of forms: its rows and the counts of its tabs.
 * @param zone returns the current time zone of the settings
 */
export function createFormListSource(calls: ProcedureCalls, zone: () => string): FormListSource {
  const pages = { page: calls['forms.page'], counts: calls['forms.counts'] };
  return createTabbedListSource(createTabbedListQueryParser(FORM_SEARCH_SYNTAX, zone), pages);
}

/**
 * Creates the store of the saved views of the list of forms.
 * @param zone returns the current time zone of the settings
 */
export function createFormViewsStore(
  calls: ProcedureCalls,
  zone: () => string,
): SavedViewsStore<FormListQuery> {
  const read = createTabbedListQueryParser(FORM_SEARCH_SYNTAX, zone);
  return createSavedViewsStore({
    calls,
    screen: 'forms',
    builtIn: [],
    count: async (query, signal) => {
      const counted = await calls['forms.counts']({ terms: read(query).terms }, signal);
      return counted.ok ? ok(counted.value[query.tab]) : counted;
    },
  });
}

/** The list of forms with its search. */
export interface FormListStore extends SearchableListStore<FormListQuery, FormListRow, FormTabCounts> {
  readonly views: SavedViewsStore<FormListQuery>;
  readonly reset: () => void;
}

/** Creates the stores of the list of forms: rows, counts and open record. */
export function createFormListStore(
  { counts }: FormListSource,
  { list, selectFirst }: FormListAndRecordStore,
  views: SavedViewsStore<FormListQuery>,
): FormListStore {
  const updateQuery = createQueryUpdater(list);
  return {
    kind: 'form',
    list,
    selectFirst,
    counts,
    countAll: ({ all }) => all,
    updateQuery,
    search: (text) => updateQuery({ text }),
    views,
    reset: () => {
      views.reset();
      counts.setState(NO_COUNTS);
    },
  };
}
