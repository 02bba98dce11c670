import { useStore } from 'zustand';
import { isRunning } from '#renderer/state/inbox-bulk.ts';
import { useDesk } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { MenuButton } from '#renderer/ui/MenuButton.tsx';
import { useInboxQuery } from './use-inbox-query.ts';

/** Marks everything that the search finds, over every page, each choice with how many those are. */
export function MarkFound() {
  const text = useText();
  const { inbox } = useDesk();
  const query = useInboxQuery();
  const counts = useStore(inbox.counts, (state) => state.counts);
  const isBusy = useStore(inbox.bulk.store, ({ run }) => isRunning(run));
  if (counts === null || counts.alerts === 0 || isBusy) return null;
  const which = query.text === '' ? 'all' : 'found';
  const choices = [
    { id: 'read', count: counts.unread },
    { id: 'unread', count: counts.alerts - counts.unread },
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
      onChoose={(id) => inbox.markFound(id === 'read')}
    >
      {label}
    </MenuButton>
  );
}
