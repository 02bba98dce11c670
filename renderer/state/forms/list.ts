import {
  type FormCounts,
  type FormListRow,
  type FormSort,
  type FormTab,
  FORM_LANGUAGE,
  type Form,
} from '#contract/forms.ts';
import { ok, type AppError, type Result } from '#contract/result.ts';
import type { Calls } from '../bridge.ts';
import type { Browser } from '../list/browser.ts';
import {
  requests,
  createTabSource,
  NO_COUNTS,
  queryReader,
  type ListQuery,
  type QuerySource,
  type SearchedList,
} from '../list/query-list.ts';
import { deletion, publishing } from '../quick-writes.ts';
import type { Outbox } from '../sync/outbox.ts';

/** Actions on a form with one press. An error is shown in a banner until it is dismissed. */
export interface FormActionsStore {
  /** Publishes a form, unless that waits already. */
  readonly publish: (id: string) => Promise<void>;
  /** Deletes a form; true once that is safe in the outbox. */
  readonly remove: (id: string) => Promise<boolean>;
  /** Takes a deletion back that was not sent yet. Null once it is. */
  readonly undoRemoval: (number: number) => Promise<AppError | null>;
}

/** The actions on forms, over the outbox. */
export function createFormActions(calls: Calls, outbox: Outbox): FormActionsStore {
  const publishingNow = new Set<string>();

  async function isWaiting(id: string): Promise<Result<boolean>> {
    const waiting = await calls['outbox.list']({ of: { kind: 'form', id } });
    if (!waiting.ok) return waiting;
    return ok(waiting.value.items.some(({ operation }) => operation === 'forms.publish'));
  }

  return {
    publish: async (id) => {
      // Each publish makes a version: two presses before the first is saved count as one.
      if (publishingNow.has(id)) return;
      publishingNow.add(id);
      try {
        const waiting = await isWaiting(id);
        // An outbox that cannot be read may hold a publish already: nothing is published on a guess.
        if (!waiting.ok) outbox.report(waiting.error);
        else if (!waiting.value) await outbox.press(publishing(id));
      } finally {
        publishingNow.delete(id);
      }
    },
    remove: async (id) => {
      await outbox.press(deletion(id));
      return outbox.store.getState().refusal === null;
    },
    undoRemoval: (number) => outbox.discard(number),
  };
}

/** What the list of forms shows: a search as it was typed, a tab, an order. */
export type FormQuery = ListQuery<FormTab, FormSort>;

/** Every form, what changed last first. */
export const ALL_FORMS: FormQuery = { text: '', tab: 'all', order: { by: 'updated', descending: true } };

export type FormSource = QuerySource<FormQuery, FormListRow, FormCounts>;
export type FormBrowser = Browser<FormQuery, FormListRow, Form>;

/**
 * The rows of the list of forms, and the counts of its tabs.
 * @param zone returns the current time zone of the settings
 */
export function createFormSource(calls: Calls, zone: () => string): FormSource {
  const pages = { page: calls['forms.page'], counts: calls['forms.counts'] };
  return createTabSource(queryReader(FORM_LANGUAGE, zone), pages);
}

/** The list of forms with its search. */
export interface FormList extends SearchedList<FormQuery, FormListRow, FormCounts> {
  readonly reset: () => void;
}

/** The stores of the list of forms over its browser. */
export function createFormList({ counts }: FormSource, { list }: FormBrowser): FormList {
  const ask = requests(list);
  return {
    kind: 'form',
    list,
    counts,
    countAll: ({ all }) => all,
    ask,
    search: (text) => ask({ text }),
    reset: () => counts.setState(NO_COUNTS),
  };
}
