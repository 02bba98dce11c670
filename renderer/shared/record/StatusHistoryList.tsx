import type { ReactNode } from 'react';
import type { EpochMs } from '#contract/time.ts';
import { useText } from '#renderer/text/text.ts';
import { StatusMark, type StatusMarkShape } from '#renderer/ui/StatusMark.tsx';
import { formatDuration } from '#renderer/ui/format.ts';
import { IdValue } from '../ids/IdMenu.tsx';
import { useEntriesWithShowMoreButton } from '../use-partial-list.tsx';
import { DateTime } from './date-time.tsx';
import styles from './content.module.css';

/** An entry of a status history (service's document, sections 2.3 and 2.4): the status, who set it, and when. */
interface StatusChange {
  readonly status: string;
  readonly changedAt: EpochMs | null;
  readonly changedBy: string;
}

export interface StatusChangeWithElapsedTime<C> {
  readonly change: C;
  /** Milliseconds since the previous entry; null for the first entry and if a time is missing. */
  readonly sinceMs: number | null;
}

/**
 * Sorts a status history by time, entries without a time first, and adds the time since the previous entry.
 */
export function toStatusChangesWithElapsedTime<C extends Pick<StatusChange, 'changedAt'>>(
  history: readonly C[],
): readonly StatusChangeWithElapsedTime<C>[] {
  const sorted = [...history].sort((a, b) => (a.changedAt ?? -Infinity) - (b.changedAt ?? -Infinity));
  return sorted.map((change, index) => {
    const before = sorted[index - 1]?.changedAt ?? null;
    return {
      change,
      sinceMs: before === null || change.changedAt === null ? null : change.changedAt - before,
    };
  });
}

interface StatusHistoryListProps<C extends StatusChange> {
  readonly history: readonly C[];
  readonly toLabel: (status: string) => string;
  readonly getShape: (status: string) => StatusMarkShape;
  /** Renders additional details of a status change below it. */
  readonly renderMore?: (change: C) => ReactNode;
}

/**
 * A status history: for each change the user, the time and the time since the previous one. Renders nothing
 * if it is empty.
 */
export function StatusHistoryList<C extends StatusChange>({
  history,
  toLabel,
  getShape,
  renderMore,
}: StatusHistoryListProps<C>) {
  const text = useText();
  const [shown, more] = useEntriesWithShowMoreButton(toStatusChangesWithElapsedTime(history));
  if (history.length === 0) return null;
  return (
    <>
      <ol className={styles.timeline}>
        {shown.map(({ change, sinceMs }, index) => (
          <li key={`${change.status} ${change.changedAt} ${index}`}>
            <StatusMark shape={getShape(change.status)} />
            <span className={styles.timelineStatus} dir="auto">
              {toLabel(change.status)}
            </span>
            <span className={styles.timelineWhen}>
              <DateTime at={change.changedAt} />
            </span>
            {sinceMs !== null && sinceMs > 0 && (
              <span className={styles.timelineSince}>
                {text('record.later', { span: formatDuration(sinceMs) })}
              </span>
            )}
            <span className={styles.timelineBy}>
              <IdValue id={change.changedBy} />
              {renderMore?.(change)}
            </span>
          </li>
        ))}
      </ol>
      {more}
    </>
  );
}
