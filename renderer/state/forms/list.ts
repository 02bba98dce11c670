import {
  type FormCounts,
  type FormListRow,
  type FormSort,
  type FormTab,
  FORM_SEARCH_SYNTAX,
  type Form,
} from '#contract/forms.ts';
import type { ProcedureCalls } from '../bridge.ts';
import type { RecordBrowser } from '../list/browser.ts';
import {
  createQueryUpdater,
  createTabbedListSource,
  NO_COUNTS,
  createQueryParser,
  type ListQuery,
  type QuerySource,
  type SearchableList,
} from '../list/query-list.ts';

/** The query of the list of forms: search text, tab and sort order. */
export type FormQuery = ListQuery<FormTab, FormSort>;

/** All forms, most recently changed first. */
export const ALL_FORMS_QUERY: FormQuery = {
  text: '',
  tab: 'all',
  order: { by: 'updated', descending: true },
};

export type FormListSource = QuerySource<FormQuery, FormListRow, FormCounts>;
export type FormBrowser = RecordBrowser<FormQuery, FormListRow, Form>;

/**
 * Creates the source of the list of forms: its rows and the counts of its tabs.
 * @param zone returns the current time zone of the settings
 */
export function createFormListSource(calls: ProcedureCalls, zone: () => string): FormListSource {
  const pages = { page: calls['forms.page'], counts: calls['forms.counts'] };
  return createTabbedListSource(createQueryParser(FORM_SEARCH_SYNTAX, zone), pages);
}

/** The list of forms with its search. */
export interface FormList extends SearchableList<FormQuery, FormListRow, FormCounts> {
  readonly reset: () => void;
}

/** Creates the stores of the list of forms. */
export function createFormList({ counts }: FormListSource, { list, selectFirst }: FormBrowser): FormList {
  const updateQuery = createQueryUpdater(list);
  return {
    kind: 'form',
    list,
    selectFirst,
    counts,
    countAll: ({ all }) => all,
    updateQuery,
    search: (text) => updateQuery({ text }),
    reset: () => counts.setState(NO_COUNTS),
  };
}
