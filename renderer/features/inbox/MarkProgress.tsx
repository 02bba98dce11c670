import { X } from 'lucide-react';
import { useStore } from 'zustand';
import { useListCounts } from '#renderer/shared/query/QueryStatus.tsx';
import { useGetCommandKeyLabel } from '#renderer/shared/use-key-label.ts';
import {
  isMarkReadRunning,
  canUndoMarkRead,
  type BulkMarkReadProgress,
} from '#renderer/state/inbox/inbox-bulk.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { getErrorSentence, useText, type TextFunction } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { MenuButton } from '#renderer/ui/MenuButton.tsx';
import { useInboxQuery } from './InboxRows.tsx';
import styles from './inbox.module.css';
import { Status } from '#renderer/ui/Status.tsx';

const NONE_FOUND = { notifications: 0, unread: 0, others: { notifications: 0, unread: 0 } } as const;

/**
 * Menu that marks all search results as read or as unread, over all pages; each choice shows how many it changes. Those for
 * other users are not among them, unless the search asks for recipients.
 */
export function MarkResultsReadMenu() {
  const text = useText();
  const { inbox } = useStores();
  const query = useInboxQuery();
  // The numbers of an earlier search must not be offered for what is marked now.
  const counts = useListCounts(inbox).current;
  const isBusy = useStore(inbox.bulk.store, ({ run }) => isMarkReadRunning(run));
  const { notifications, unread, others } = counts ?? NONE_FOUND;
  const own = { notifications: notifications - others.notifications, unread: unread - others.unread };
  const which = query.text === '' ? 'all' : 'found';
  const choices = [
    { id: 'read', count: own.unread },
    { id: 'unread', count: own.notifications - own.unread },
  ] as const;
  const noneToMark =
    notifications === 0 ? 'noNotifications' : own.notifications === 0 ? 'onlyForOthers' : null;
  const obstacle = counts === null ? 'counting' : isBusy ? 'marking' : noneToMark;
  const label = text(`inbox.mark.menu.${which}`);
  return (
    <MenuButton
      look="quiet"
      label={label}
      groups={[
        {
          label,
          choices: choices
            .filter(({ count }) => count > 0)
            .map(({ id, count }) => ({ id, label: text(`inbox.mark.${which}.${id}`, { count }) })),
        },
      ]}
      chosen={null}
      reason={obstacle === null ? null : text(`disabled.${obstacle}`)}
      onChoose={(id) => inbox.markFoundRead(id === 'read')}
    >
      {label}
    </MenuButton>
  );
}

/** The progress of a bulk change of read marks, with buttons to stop and to undo it. */
export function MarkReadProgressStrip() {
  const text = useText();
  const keyLabel = useGetCommandKeyLabel();
  const { bulk } = useStores().inbox;
  const run = useStore(bulk.store, (state) => state.run);
  return (
    <div className={styles.markStrip} data-part="mark-strip">
      {run !== null && (
        <>
          <div className={styles.markStripWords}>
            <Status as="div">
              {run.error !== null && <p className="error-text">{getErrorSentence(run.error)}</p>}
              <p>{formatRun(text, run)}</p>
            </Status>
            {isMarkReadRunning(run) && run.step !== 'looking' && (
              <progress aria-label={text('inbox.run.progress')} value={run.done} max={run.found} />
            )}
          </div>
          {isMarkReadRunning(run) && (
            <Button size="small" onPress={bulk.stop}>
              {text('inbox.run.stop')}
            </Button>
          )}
          {canUndoMarkRead(run) && (
            <Button size="small" onPress={() => void bulk.undo()}>
              {text('inbox.run.undo')} <kbd>{keyLabel('mark.undo')}</kbd>
            </Button>
          )}
          {!isMarkReadRunning(run) && (
            <Button
              size="small"
              tone="quiet"
              icon={<Icon shape={X} size={14} />}
              aria-label={text('inbox.run.dismiss')}
              onPress={bulk.dismiss}
            />
          )}
        </>
      )}
    </div>
  );
}

function formatRun(
  text: TextFunction,
  { read, step, found, done, changed, isStopped }: BulkMarkReadProgress,
): string {
  const what = read ? 'read' : 'unread';
  const count = changed.length;
  switch (step) {
    case 'looking':
      return text('inbox.run.looking');
    case 'marking':
      return text(`inbox.run.marking.${what}`, { done, found });
    case 'undoing':
      return text('inbox.run.undoing', { done, found });
    case 'undone':
      return text('inbox.run.undone', { count: found });
    case 'marked': {
      const marked = text(`inbox.run.marked.${what}`, { count });
      return isStopped ? `${text('inbox.run.stopped')} ${marked}` : marked;
    }
  }
}
