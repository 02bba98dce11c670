import { useStore } from 'zustand';
import { toEpochMs, type EpochMs } from '#contract/time.ts';
import { useCurrentTime, useDateFormat } from '#renderer/shared/record/date-time.tsx';
import type { RowsToSnooze } from '#renderer/state/inbox/snooze-rows.ts';
import { SNOOZE_CHOICES, toSnoozeTime } from '#renderer/state/inbox/snooze-times.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { getNotificationHeadline } from '#renderer/state/inbox/notification-headline.ts';

/** A time until which notifications can be hidden, in words. */
export interface ShownSnoozeChoice {
  readonly id: string;
  readonly label: string;
  /** When that is; empty for the choice that shows them now. */
  readonly aside: string;
  /** Returns the time of the choice, counted from the press; null shows them now. */
  readonly getTime: () => EpochMs | null;
}

/** Rows of the inbox by their ids, and whether one of them is snoozed, or was. */
export interface FoundRowsToSnooze extends RowsToSnooze {
  readonly isSnoozed: boolean;
}

/**
 * Returns what the snooze menu shows of rows: the title and the patient where there is one row, and whether any of them
 * is snoozed, or was. A row that the list does not show has its title from the open record, and counts as not snoozed.
 */
export function useRowsToSnooze(ids: readonly string[]): FoundRowsToSnooze {
  const { inbox, browsers } = useStores();
  const rows = useStore(inbox.list.store, (state) => state.rows);
  const open = useStore(browsers.notification.record.store);
  const asked = new Set(ids);
  const found = rows.filter(({ id }) => asked.has(id));
  const shown = open.phase === 'ready' && asked.has(open.id) ? open.record : undefined;
  const one = ids.length === 1 ? (found[0] ?? shown) : undefined;
  return {
    ids,
    name: one === undefined ? '' : getNotificationHeadline(one),
    patient: one?.patient ?? '',
    isSnoozed: found.some(({ snoozedUntil, isBack }) => snoozedUntil !== null || isBack),
  };
}

/** Returns the function that hides rows until a time, or shows them (null). Selected rows are not selected any more afterwards. */
export function useSnooze(rows: RowsToSnooze): (until: EpochMs | null) => void {
  const { undoable, outbox, inbox, browsers } = useStores();
  return (until) => {
    const { ids } = inbox.selection.store.getState();
    // The row will leave the list: the next move starts from its present position.
    browsers.notification.savePosition();
    void undoable.snooze(rows, until).then((error) => {
      outbox.report(`snooze ${rows.ids.join(' ')}`, error);
      if (error === null && rows.ids.length === ids.size && rows.ids.every((id) => ids.has(id)))
        inbox.selection.clear();
    });
  };
}

/** Returns the choices without a date, and for rows that are snoozed the one that shows them now. */
export function useSnoozeChoices({
  isSnoozed,
}: Pick<FoundRowsToSnooze, 'isSnoozed'>): readonly ShownSnoozeChoice[] {
  const text = useText();
  const now = useCurrentTime();
  const format = useDateFormat();
  const times = SNOOZE_CHOICES.flatMap((choice): readonly ShownSnoozeChoice[] => {
    const at = toSnoozeTime(choice, now, format);
    if (at === null) return [];
    return [
      {
        id: choice,
        label: text(`snooze.choice.${choice}`),
        aside: format.asOf(at, now),
        // The time of the press counts, not that of the last tick of the clock. An evening that has passed meanwhile is still meant.
        getTime: () => toSnoozeTime(choice, toEpochMs(Date.now()), format) ?? at,
      },
    ];
  });
  if (!isSnoozed) return times;
  return [...times, { id: 'now', label: text('snooze.showNow'), aside: '', getTime: () => null }];
}
