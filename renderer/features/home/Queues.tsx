import { ChevronRight } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { useGetCommandKeyLabel } from '#renderer/shared/use-key-label.ts';
import type { HomeQueueCounts } from '#renderer/state/home/home.ts';
import { useStoresReader } from '#renderer/state/use-stores.ts';
import { useFirstText } from '#renderer/text/first-text.ts';
import { moveFocusBetweenButtonsByKey } from '#renderer/ui/keyboard.ts';
import { formatCount } from '#renderer/ui/format.ts';
import { Icon } from '#renderer/ui/Icon.tsx';
import { PlainButton } from '#renderer/ui/PlainButton.tsx';
import { isFocusLost } from '#renderer/ui/panes.ts';
import { openListOfQueue, HOME_QUEUE_GROUPS, type HomeQueue, useHomeQueues } from './queue-rows.ts';
import styles from './home.module.css';

interface QueueButtonProps {
  readonly row: HomeQueue;
  /** The key that opens the queue from any screen; undefined where there is none. */
  readonly shortcut: string | undefined;
}

function QueueButton({ row, shortcut }: QueueButtonProps) {
  const text = useFirstText();
  const reader = useStoresReader();
  const { label, count, tone } = row;
  return (
    <PlainButton
      className={styles.queue}
      data-queue={row.id}
      data-tone={tone}
      data-empty={count === 0 || count === null ? '' : undefined}
      onPress={() => reader.run((stores) => openListOfQueue(stores, row))}
    >
      <span className={styles.queueCount}>
        {count === null ? (
          <>
            <span aria-hidden="true">–</span>
            <span className="visually-hidden">{text('home.unknown')}</span>
          </>
        ) : (
          formatCount(count)
        )}
      </span>{' '}
      <span className={styles.queueName} dir="auto">
        {label}
      </span>
      {shortcut !== undefined && ' '}
      <span className={styles.queueEnd}>
        {shortcut !== undefined && <kbd>{shortcut}</kbd>}
        <Icon shape={ChevronRight} />
      </span>
    </PlainButton>
  );
}

interface QueueGroupProps {
  readonly title: string;
  readonly rows: readonly HomeQueue[];
  /** Returns the key of a queue; undefined where it has none. */
  readonly getShortcut: (row: HomeQueue) => string | undefined;
}

function QueueGroup({ title, rows, getShortcut }: QueueGroupProps) {
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className={styles.queueGroup}>
        {title}
      </h3>
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <QueueButton row={row} shortcut={getShortcut(row)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The queues, each with its count. The first one gets the focus where nothing else has it. */
export function Queues({ counted }: { readonly counted: HomeQueueCounts }) {
  const text = useFirstText();
  const listRef = useRef<HTMLDivElement>(null);
  const rows = useHomeQueues(counted);
  const keyLabel = useGetCommandKeyLabel();
  // The key lists the user's own reviews, whatever is counted here.
  const getShortcut = ({ id }: HomeQueue): string | undefined =>
    id === 'overdue' && counted.user !== null ? keyLabel('review.showMine') : undefined;
  const hasWork = rows.some(({ count }) => count !== 0);
  useEffect(() => {
    const list = listRef.current;
    const pane = list?.closest('[data-pane]') ?? null;
    if (list === null || !(isFocusLost() || document.activeElement === pane)) return;
    list.querySelector('button')?.focus({ preventScroll: true });
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- listens to the arrow keys of the buttons inside
    <div ref={listRef} className={styles.queues} onKeyDown={moveFocusBetweenButtonsByKey}>
      {!hasWork && <p className={styles.nothing}>{text('home.nothing')}</p>}
      {HOME_QUEUE_GROUPS.map((group) => {
        const shown = rows.filter((row) => row.group === group);
        return shown.length === 0 ? null : (
          <QueueGroup
            key={group}
            title={text(`home.group.${group}`)}
            rows={shown}
            getShortcut={getShortcut}
          />
        );
      })}
      <p className={styles.hint}>{text('home.keys')}</p>
    </div>
  );
}
