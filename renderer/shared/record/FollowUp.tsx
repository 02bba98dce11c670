import { Flag, BellRing } from 'lucide-react';
import { useStore } from 'zustand';
import type { Kind } from '#contract/records.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { PopoverDialog, useOpener } from '#renderer/ui/PopoverDialog.tsx';
import { QueryError } from '../QueryError.tsx';
import { ReminderEditor } from './ReminderEditor.tsx';
import { useDateFormat, useCurrentTime } from './date-time.tsx';
import styles from './record.module.css';

interface FollowUpButtonProps {
  readonly kind: Kind;
  readonly id: string;
  /** The record's name, for the message that offers to undo it; empty where it has none. */
  readonly name: string;
}

/** Sets or clears a follow-up mark with a note and a reminder day. It is stored only on this computer. */
export function FollowUpButton({ kind, id, name }: FollowUpButtonProps) {
  const text = useText();
  const { followUps, undoable } = useStores();
  const mark = useStore(followUps.store, ({ marks }) => marks.get(id) ?? null);
  const opener = useOpener();
  return (
    <>
      <Button
        {...opener.buttonProps}
        size="small"
        icon={<Icon shape={Flag} size={14} />}
        screenReaderDescription={text('followUp.hint')}
      >
        {text(mark === null ? 'followUp.set' : 'followUp.change')}
      </Button>
      <PopoverDialog opener={opener} placement="bottom end" label={text('followUp.title')}>
        {(close) => (
          <ReminderEditor
            place={{ editor: 'reminder', subjectId: id }}
            saved={mark}
            help={text('followUp.remindHelp')}
            missing={null}
            words={{ keep: text('followUp.keep'), clear: text('followUp.clear') }}
            onSave={(reminder) => undoable.setFollowUp({ kind, id, name }, reminder)}
            onClear={() => undoable.setFollowUp({ kind, id, name }, null)}
            onDone={close}
          />
        )}
      </PopoverDialog>
    </>
  );
}

/**
 * Shows a record's follow-up mark and reminder, or that it could not be read. Renders nothing without a mark.
 */
export function FollowUpMark({ id }: { readonly id: string }) {
  const text = useText();
  const now = useCurrentTime();
  const { asOf, date } = useDateFormat();
  const { followUps } = useStores();
  const { marks, error } = useStore(followUps.store);
  const mark = marks.get(id);
  if (error !== null)
    return <QueryError query={{ error, retry: followUps.invalidate }} sentence={text('followUp.failed')} />;
  if (mark === undefined) return null;
  const { remindOn, markedAt, note } = mark;
  const isDue = remindOn !== null && remindOn <= now;
  return (
    <p className={styles.followUp} data-due={isDue ? '' : undefined}>
      <Icon shape={isDue ? BellRing : Flag} size={14} />
      <span>
        {text('followUp.marked', { when: asOf(markedAt, now) })}
        {remindOn !== null &&
          ` · ${text(isDue ? 'followUp.due' : 'followUp.remind', { when: date(remindOn) })}`}
        {note !== '' && (
          <>
            {' · '}
            <bdi>{note}</bdi>
          </>
        )}
      </span>
    </p>
  );
}
