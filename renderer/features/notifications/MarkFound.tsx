import { useStore } from 'zustand';
import { isRunning } from '#renderer/state/inbox-bulk.ts';
import { useStores } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { MenuButton } from '#renderer/ui/MenuButton.tsx';
import { useInboxQuery } from './use-inbox-query.ts';

/** Marks everything that the search finds, over every page, each choice with how many those are. */
export function MarkFoundRead() {
  const text = useText();
  const { inbox } = useStores();
  const query = useInboxQuery();
  const counts = useStore(inbox.counts, (state) => state.counts);
  const isBusy = useStore(inbox.bulk.store, ({ run }) => isRunning(run));
  if (counts === null || counts.notifications === 0 || isBusy) return null;
  const which = query.text === '' ? 'all' : 'found';
  const choices = [
    { id: 'read', count: counts.unread },
    { id: 'unread', count: counts.notifications - counts.unread },
  ] as const;
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
      onChoose={(id) => inbox.markFoundRead(id === 'read')}
    >
      {label}
    </MenuButton>
  );
}
