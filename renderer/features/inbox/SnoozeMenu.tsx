import { AlarmClock } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useStore } from 'zustand';
import { QueryError } from '#renderer/shared/QueryError.tsx';
import { useDateFormat } from '#renderer/shared/record/date-time.tsx';
import { useGetCommandKeyLabel } from '#renderer/shared/use-key-label.ts';
import { useQueryResult } from '#renderer/shared/use-query-result.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { MenuButton } from '#renderer/ui/MenuButton.tsx';
import { SnoozeDayDialog } from './SnoozeDialog.tsx';
import { useRowsToSnooze, useSnooze, useSnoozeChoices, type FoundRowsToSnooze } from './snooze.ts';
import styles from './inbox.module.css';

const DAY = 'day';

/** Menu that hides notifications and those about the same objects until a time, on this computer alone. */
export function SnoozeMenu({ rows }: { readonly rows: FoundRowsToSnooze }) {
  const text = useText();
  const [isAsking, setAsking] = useState(false);
  const snooze = useSnooze(rows);
  const choices = useSnoozeChoices(rows);
  const label = text('snooze.title');
  const shortcut = useGetCommandKeyLabel()('notification.snooze');
  function choose(id: string): void {
    const choice = choices.find((each) => each.id === id);
    if (choice === undefined) setAsking(true);
    else snooze(choice.getTime());
  }
  return (
    <>
      <MenuButton
        label={label}
        shortcut={shortcut}
        icon={<Icon shape={AlarmClock} size={14} />}
        groups={[
          {
            label,
            choices: [
              ...choices.map(({ id, label: words, aside }) => ({ id, label: words, aside })),
              { id: DAY, label: text('snooze.choice.date') },
            ],
          },
        ]}
        chosen={null}
        onChoose={choose}
      >
        {label}
      </MenuButton>
      {isAsking && <SnoozeDayDialog rows={rows} onSnooze={snooze} onClose={() => setAsking(false)} />}
    </>
  );
}

/** The same menu for the selected rows of the inbox. */
export function SnoozeSelectedMenu() {
  const { selection } = useStores().inbox;
  const ids = useStore(selection.store, (state) => state.ids);
  return <SnoozeMenu rows={useRowsToSnooze([...ids])} />;
}

interface SnoozeNoticeProps {
  readonly id: string;
  /** The title and the patient of the notification, for the message that offers to undo it. */
  readonly name: string;
  readonly patient: string;
}

/** Says until when a notification is snoozed, or that its time has come, with the button that ends it. Else renders nothing. */
export function SnoozeNotice({ id, name, patient }: SnoozeNoticeProps) {
  const text = useText();
  const { calls, snoozes } = useStores();
  const { dateTime } = useDateFormat();
  const revision = useStore(snoozes);
  const ask = useCallback(() => calls['inbox.getSnooze']({ id }), [calls, id]);
  const query = useQueryResult(ask, revision, 0);
  const snooze = useSnooze({ ids: [id], name, patient });
  const shown = query.value?.snooze ?? null;
  if (query.error !== null) return <QueryError query={query} sentence={text('snooze.failed')} />;
  if (shown === null) return null;
  const when = dateTime(shown.until);
  return (
    <p className={styles.snooze}>
      <Icon shape={AlarmClock} size={14} />
      <span>{text(shown.isOver ? 'snooze.back' : 'snooze.until', { when })}</span>
      <Button size="small" onPress={() => snooze(null)}>
        {text(shown.isOver ? 'snooze.done' : 'snooze.showNow')}
      </Button>
    </p>
  );
}
