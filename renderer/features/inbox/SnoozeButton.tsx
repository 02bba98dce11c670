import { AlarmClock } from 'lucide-react';
import { useCallback, useState, type FormEvent } from 'react';
import { Heading } from 'react-aria-components/Heading';
import { useStore } from 'zustand';
import type { AppError } from '#contract/result.ts';
import { toEpochMs, type EpochMs } from '#contract/time.ts';
import { QueryError } from '#renderer/shared/QueryError.tsx';
import { useCurrentTime, useDateFormat } from '#renderer/shared/record/date-time.tsx';
import { useQueryResult } from '#renderer/shared/use-query-result.ts';
import {
  SNOOZE_CHOICES,
  toSnoozeTime,
  toSnoozeTimeOfDay,
  type SnoozeChoice,
} from '#renderer/state/inbox/snooze-times.ts';
import { useUnsavedInput } from '#renderer/shared/use-unsaved-input.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Field } from '#renderer/ui/Field.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { MenuButton } from '#renderer/ui/MenuButton.tsx';
import { DialogActions, ModalDialog } from '#renderer/ui/Overlay.tsx';
import styles from './inbox.module.css';

interface SnoozeProps {
  readonly id: string;
  /** The title of the notification, for the message that offers to undo it. */
  readonly name: string;
}

const DATE = 'date';

/** Menu that hides a notification and those about the same object until a time, on this computer alone. */
export function SnoozeButton({ id, name }: SnoozeProps) {
  const text = useText();
  const { undoable, outbox } = useStores();
  const now = useCurrentTime();
  const format = useDateFormat();
  const [isAsking, setAsking] = useState(false);
  const label = text('snooze.title');
  const snooze = (until: EpochMs): void =>
    void undoable.snooze({ id, name }, until).then((error: AppError | null) => outbox.report(error));

  function choose(choice: string): void {
    if (choice === DATE) return setAsking(true);
    // The time of the press counts, not that of the last tick of the clock.
    const until = toSnoozeTime(choice as SnoozeChoice, toEpochMs(Date.now()), format); // one of the choices below
    if (until !== null) snooze(until);
  }
  const choices = SNOOZE_CHOICES.flatMap((choice) => {
    const at = toSnoozeTime(choice, now, format);
    return at === null
      ? []
      : [{ id: choice, label: text(`snooze.choice.${choice}`), aside: format.short(at, now) }];
  });
  return (
    <>
      <MenuButton
        label={label}
        icon={<Icon of={AlarmClock} size={14} />}
        groups={[{ label, choices: [...choices, { id: DATE, label: text('snooze.choice.date') }] }]}
        chosen={null}
        onChoose={choose}
      >
        {label}
      </MenuButton>
      {isAsking && <DateDialog id={id} onSnooze={snooze} onClose={() => setAsking(false)} />}
    </>
  );
}

interface DateDialogProps {
  readonly id: string;
  readonly onSnooze: (until: EpochMs) => void;
  readonly onClose: () => void;
}

/** Asks for the day on whose morning the notification is shown again. */
function DateDialog({ id, onSnooze, onClose }: DateDialogProps) {
  const text = useText();
  const now = useCurrentTime();
  const { zone } = useDateFormat();
  const [{ day }, change] = useUnsavedInput({ form: 'snooze', of: id }, { day: '' });
  const [problem, setProblem] = useState<string | undefined>();
  function submit(event: FormEvent): void {
    event.preventDefault();
    const until = toSnoozeTimeOfDay(day, now, zone);
    if (until === null) return setProblem(text('snooze.badDate'));
    onSnooze(until);
    onClose();
  }
  return (
    <ModalDialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Heading slot="title" level={2}>
        {text('snooze.title')}
      </Heading>
      <form onSubmit={submit} noValidate>
        <Field
          label={text('snooze.day')}
          help={text('snooze.dayHelp')}
          type="date"
          value={day}
          error={problem}
          onChange={(value) => {
            change({ day: value });
            setProblem(undefined);
          }}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user opened this to type here
          autoFocus
        />
        <DialogActions>
          <Button type="submit" tone="primary">
            {text('snooze.title')}
          </Button>
          <Button onPress={onClose}>{text('snooze.cancel')}</Button>
        </DialogActions>
      </form>
    </ModalDialog>
  );
}

/** Says until when a notification is snoozed, or that its time has come, with the button that ends it. Else renders nothing. */
export function SnoozeNotice({ id, name }: SnoozeProps) {
  const text = useText();
  const { calls, undoable, outbox, snoozes } = useStores();
  const { dateTime } = useDateFormat();
  const revision = useStore(snoozes);
  const ask = useCallback(() => calls['inbox.getSnooze']({ id }), [calls, id]);
  const query = useQueryResult(ask, revision, 0);
  const snooze = query.value?.snooze ?? null;
  if (query.error !== null) return <QueryError query={query} what={text('snooze.failed')} />;
  if (snooze === null) return null;
  const when = dateTime(snooze.until);
  return (
    <p className={styles.snooze}>
      <Icon of={AlarmClock} size={14} />
      <span>{text(snooze.isOver ? 'snooze.back' : 'snooze.until', { when })}</span>
      <Button size="small" onPress={() => void undoable.snooze({ id, name }, null).then(outbox.report)}>
        {text(snooze.isOver ? 'snooze.done' : 'snooze.showNow')}
      </Button>
    </p>
  );
}
