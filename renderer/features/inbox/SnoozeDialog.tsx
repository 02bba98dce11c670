import { useState, type FormEvent } from 'react';
import { Heading } from 'react-aria-components/Heading';
import { useStore } from 'zustand';
import type { EpochMs } from '#contract/time.ts';
import { useCurrentTime, useDateFormat } from '#renderer/shared/record/date-time.tsx';
import { toSnoozeMorningOfDay } from '#renderer/state/inbox/snooze-times.ts';
import { PatientLine } from '#renderer/shared/ids/NamedId.tsx';
import type { RowsToSnooze } from '#renderer/state/inbox/snooze-rows.ts';
import { useUnsavedInput } from '#renderer/shared/use-unsaved-input.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { DateField, INCOMPLETE_DAY } from '#renderer/ui/DateField.tsx';
import { DialogActions, ModalDialog } from '#renderer/ui/Overlay.tsx';
import { truncateWithEllipsis } from '#renderer/ui/format.ts';
import { useSnooze, useSnoozeChoices, useRowsToSnooze } from './snooze.ts';
import styles from './inbox.module.css';

const SHOWN_NAME = 80;

interface SnoozeDayFieldsProps {
  /** The first of the notifications: a day that is typed for it outlasts a lock. */
  readonly id: string;
  /** Whether the field of the day has the focus when it appears. */
  readonly hasFocus: boolean;
  readonly onSnooze: (until: EpochMs) => void;
  readonly onCancel: () => void;
}

/** Asks for the day on whose morning notifications are shown again. */
function SnoozeDayFields({ id, hasFocus, onSnooze, onCancel }: SnoozeDayFieldsProps) {
  const text = useText();
  const now = useCurrentTime();
  const { zone } = useDateFormat();
  const [{ day }, change] = useUnsavedInput({ editor: 'snooze', subjectId: id }, { day: '' });
  const [problem, setProblem] = useState<string | undefined>();
  function submit(event: FormEvent): void {
    event.preventDefault();
    const until = toSnoozeMorningOfDay(day, now, zone);
    if (until === null) setProblem(text(day === INCOMPLETE_DAY ? 'snooze.incompleteDate' : 'snooze.badDate'));
    else onSnooze(until);
  }
  return (
    <form className={styles.snoozeDay} onSubmit={submit} noValidate>
      <DateField
        label={text('snooze.day')}
        help={text('snooze.dayHelp')}
        value={day}
        error={problem}
        onChange={(value) => {
          change({ day: value });
          setProblem(undefined);
        }}
        reportsIncomplete
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user opened this to type here
        autoFocus={hasFocus}
      />
      <DialogActions>
        <Button type="submit" tone="primary">
          {text('snooze.title')}
        </Button>
        <Button onPress={onCancel}>{text('snooze.cancel')}</Button>
      </DialogActions>
    </form>
  );
}

/** What is snoozed: the notification and its patient, or how many. */
function SnoozedRows({ rows: { ids, name, patient } }: { readonly rows: RowsToSnooze }) {
  const text = useText();
  if (ids.length !== 1) return <p>{text('selection.count', { count: ids.length })}</p>;
  return (
    <>
      <p dir="auto">{truncateWithEllipsis(name || text('notification.untitled'), SHOWN_NAME)}</p>
      <PatientLine patient={patient} />
    </>
  );
}

interface DayDialogProps {
  readonly rows: RowsToSnooze;
  readonly onSnooze: (until: EpochMs) => void;
  readonly onClose: () => void;
}

/** Dialog that asks for the day on whose morning notifications are shown again. */
export function SnoozeDayDialog({ rows, onSnooze, onClose }: DayDialogProps) {
  const text = useText();
  return (
    <ModalDialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Heading slot="title" level={2}>
        {text('snooze.title')}
      </Heading>
      <SnoozedRows rows={rows} />
      <SnoozeDayFields
        id={rows.ids[0] ?? ''}
        hasFocus
        onSnooze={(until) => {
          onSnooze(until);
          onClose();
        }}
        onCancel={onClose}
      />
    </ModalDialog>
  );
}

/** Dialog of the key: asks until when the current or the selected notifications are hidden. */
export function SnoozeDialog() {
  const { rows } = useStore(useStores().inbox.snoozing.store);
  return rows.length > 0 && <OpenSnoozeDialog key={rows.join()} ids={rows} />;
}

function OpenSnoozeDialog({ ids }: { readonly ids: readonly string[] }) {
  const text = useText();
  const { close } = useStores().inbox.snoozing;
  const rows = useRowsToSnooze(ids);
  const snooze = useSnooze(rows);
  const choices = useSnoozeChoices(rows);
  const [first] = choices;
  const end = (until: EpochMs | null): void => {
    close();
    snooze(until);
  };
  return (
    <ModalDialog isOpen onOpenChange={(isOpen) => !isOpen && close()}>
      <Heading slot="title" level={2}>
        {text('snooze.ask')}
      </Heading>
      <SnoozedRows rows={rows} />
      <div className={styles.snoozeChoices}>
        {choices.map((choice) => (
          <Button
            key={choice.id}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the first choice is what the key is pressed for most
            autoFocus={choice === first}
            onPress={() => end(choice.getTime())}
          >
            <span className={styles.snoozeChoice}>{choice.label}</span>{' '}
            <span className="muted">{choice.aside}</span>
          </Button>
        ))}
      </div>
      <SnoozeDayFields id={ids[0] ?? ''} hasFocus={false} onSnooze={end} onCancel={close} />
    </ModalDialog>
  );
}
