import {
  type FormCounts,
  type FormListRow,
  type FormSort,
  type FormTab,
  FORM_QUERY_LANGUAGE,
  type Form,
} from '#contract/forms.ts';
import { ok, type AppError, type Result } from '#contract/result.ts';
import type { ProcedureCalls } from '../bridge.ts';
import type { ListBrowser } from '../list/browser.ts';
import {
  createQueryUpdater,
  createTabbedListSource,
  NO_COUNTS,
  createQueryParser,
  type ListQuery,
  type QuerySource,
  type SearchableList,
} from '../list/query-list.ts';
import { createDeleteWrite, createPublishWrite } from '../quick-writes.ts';
import type { OutboxStore } from '../sync/outbox.ts';

/** One-click actions on a form. An error is shown in a banner until it is dismissed. */
export interface FormActionsStore {
  /** Publishes a form, unless a publish is already pending. */
  readonly publish: (id: string) => Promise<void>;
  /** Deletes a form; true once the deletion is in the outbox. */
  readonly remove: (id: string) => Promise<boolean>;
  /** Discards a pending deletion that was not sent yet. Returns null on success. */
  readonly undoRemoval: (number: number) => Promise<AppError | null>;
}

/** Creates the store of form actions. */
export function createFormActionsStore(calls: ProcedureCalls, outbox: OutboxStore): FormActionsStore {
  const publishingNow = new Set<string>();

  async function isWaiting(id: string): Promise<Result<boolean>> {
    const waiting = await calls['outbox.list']({ of: { kind: 'form', id } });
    if (!waiting.ok) return waiting;
    return ok(waiting.value.items.some(({ operation }) => operation === 'forms.publish'));
  }

  return {
    publish: async (id) => {
      // Each publish creates a version, so a second click before the first is saved is ignored.
      if (publishingNow.has(id)) return;
      publishingNow.add(id);
      try {
        const waiting = await isWaiting(id);
        // If the outbox cannot be read, it may contain a publish already, so nothing is published.
        if (!waiting.ok) outbox.report(waiting.error);
        else if (!waiting.value) await outbox.saveAndReport(createPublishWrite(id));
      } finally {
        publishingNow.delete(id);
      }
    },
    remove: async (id) => {
      await outbox.saveAndReport(createDeleteWrite(id));
      return outbox.store.getState().refusal === null;
    },
    undoRemoval: (number) => outbox.discard(number),
  };
}

/** The query of the list of forms: search text, tab and sort order. */
export type FormQuery = ListQuery<FormTab, FormSort>;

/** All forms, most recently changed first. */
export const ALL_FORMS_QUERY: FormQuery = {
  text: '',
  tab: 'all',
  order: { by: 'updated', descending: true },
};

export type FormListSource = QuerySource<FormQuery, FormListRow, FormCounts>;
export type FormBrowser = ListBrowser<FormQuery, FormListRow, Form>;

/**
 * Creates the source of the list of forms: its rows and the counts of its tabs.
 * @param zone returns the current time zone of the settings
 */
export function createFormListSource(calls: ProcedureCalls, zone: () => string): FormListSource {
  const pages = { page: calls['forms.page'], counts: calls['forms.counts'] };
  return createTabbedListSource(createQueryParser(FORM_QUERY_LANGUAGE, zone), pages);
}

/** The list of forms with its search. */
export interface FormList extends SearchableList<FormQuery, FormListRow, FormCounts> {
  readonly reset: () => void;
}

/** Creates the stores of the list of forms. */
export function createFormList({ counts }: FormListSource, { list }: FormBrowser): FormList {
  const updateQuery = createQueryUpdater(list);
  return {
    kind: 'form',
    list,
    counts,
    countAll: ({ all }) => all,
    updateQuery,
    search: (text) => updateQuery({ text }),
    reset: () => counts.setState(NO_COUNTS),
  };
}
