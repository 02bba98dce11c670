import type { FormSort, FormTab } from '#contract/forms.ts';
import type { TabbedListQuery } from '../list/query-list.ts';

/** The query of the list of forms: search text, tab and sort order. */
export type FormListQuery = TabbedListQuery<FormTab, FormSort>;

/** All forms, most recently changed first. */
export const ALL_FORMS_QUERY: FormListQuery = {
  text: '',
  tab: 'all',
  order: { by: 'updated', descending: true },
};
