import type { StoreApi } from 'zustand/vanilla';
import type { FormCounts, FormListRow, FormSort, FormTab } from '#contract/form-list.ts';
import { FORM_LANGUAGE } from '#contract/form-list.ts';
import type { Form } from '#contract/form.ts';
import type { Calls } from './bridge.ts';
import type { Browser } from './browser.ts';
import {
  requests,
  createQuerySource,
  NO_COUNTS,
  queryReader,
  type ListQuery,
  type QuerySource,
  type TabCounts,
} from './query-list.ts';

/** What the list of forms shows: a search as it was typed, a tab, an order. */
export type FormQuery = ListQuery<FormTab, FormSort>;

/** Every form, what changed last first. */
export const ALL_FORMS: FormQuery = { text: '', tab: 'all', order: { by: 'updated', descending: true } };

export type FormSource = QuerySource<FormQuery, FormListRow, FormCounts>;
export type FormBrowser = Browser<FormQuery, FormListRow, Form>;

/**
 * The rows of the list of forms, and the counts of its tabs.
 * @param zone the time zone of the desk as it is when it is called
 */
export function createFormSource(calls: Calls, zone: () => string): FormSource {
  const pages = { page: calls['forms.page'], counts: calls['forms.counts'] };
  return createQuerySource(queryReader(FORM_LANGUAGE, zone), pages);
}

/** What the list of forms has besides its rows. */
export interface FormList {
  readonly counts: StoreApi<TabCounts<FormCounts>>;
  /** Changes a part of the query. */
  readonly ask: (patch: Partial<FormQuery>) => void;
  readonly reset: () => void;
}

/** The stores of the list of forms over its browser. */
export function createFormList({ counts }: FormSource, { list }: FormBrowser): FormList {
  return { counts, ask: requests(list), reset: () => counts.setState(NO_COUNTS) };
}
