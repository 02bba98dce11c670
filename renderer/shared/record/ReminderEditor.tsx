import { useState, type FormEvent } from 'react';
import { parseDateSpan } from '#contract/search/date-range.ts';
import type { AppError } from '#contract/result.ts';
import { toEpochMs, type EpochMs } from '#contract/time.ts';
import { useUnsavedInput } from '#renderer/shared/use-unsaved-input.ts';
import type { EditorAndSubjectId } from '#renderer/state/editor/unsaved-input.ts';
import { getErrorSentence, useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { DateField, INCOMPLETE_DAY } from '#renderer/ui/DateField.tsx';
import { Field } from '#renderer/ui/Field.tsx';
import { useDateFormat } from './date-time.tsx';
import styles from './record.module.css';

/** When a local reminder is due, and its note. */
export interface Reminder {
  readonly remindOn: EpochMs | null;
  readonly note: string;
}

interface ReminderEditorProps {
  /** What the reminder is about: its input outlasts a lock of the window. */
  readonly place: EditorAndSubjectId;
  /** The stored reminder; null without one. */
  readonly saved: Reminder | null;
  /** Help text below the date field. */
  readonly help: string;
  /** Error message if the required date is missing; null if the date is optional. */
  readonly missing: string | null;
  readonly words: { readonly keep: string; readonly clear: string };
  /** Stores the reminder. Returns null on success, otherwise the error. */
  readonly onSave: (reminder: Reminder) => Promise<AppError | null>;
  readonly onClear: () => Promise<AppError | null>;
  readonly onDone: () => void;
}

/**
 * Converts a date such as `2026-03-01` to the start of that day in the user's time zone; null for an empty
 * text, undefined for an invalid date.
 */
function parseTypedDay(day: string, zone: string): EpochMs | null | undefined {
  if (day === '') return null;
  return parseDateSpan(day, { now: toEpochMs(0), zone }, 'ahead')?.from ?? undefined;
}

/** Form for a reminder: date and note. What is typed is kept when Escape or a click elsewhere closes its box. */
export function ReminderEditor(props: ReminderEditorProps) {
  const { place, saved, help, missing, words, onSave, onClear, onDone } = props;
  const text = useText();
  const { zone, isoDay } = useDateFormat();
  const start = {
    note: saved?.note ?? '',
    day: saved === null || saved.remindOn === null ? '' : isoDay(saved.remindOn),
  };
  const [{ note, day }, change, drop] = useUnsavedInput(place, start, true);
  // Of a date that is not whole nothing is kept for the next opening.
  const [isDayIncomplete, setDayIncomplete] = useState(false);
  const [problem, setProblem] = useState<string | undefined>(undefined);

  async function done(work: Promise<AppError | null>): Promise<void> {
    const error = await work;
    if (error === null) close();
    else setProblem(getErrorSentence(error));
  }
  function close(): void {
    drop();
    onDone();
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    const remindOn = isDayIncomplete ? undefined : parseTypedDay(day, zone);
    if (remindOn === undefined) setProblem(text('followUp.badDate'));
    else if (remindOn === null && missing !== null) setProblem(missing);
    else void done(onSave({ remindOn, note: note.trim() }));
  }

  return (
    <form className={styles.followUpForm} onSubmit={submit}>
      <DateField
        label={text('followUp.remindOn')}
        help={help}
        value={isDayIncomplete ? INCOMPLETE_DAY : day}
        error={problem}
        onChange={(value) => {
          setDayIncomplete(value === INCOMPLETE_DAY);
          if (value !== INCOMPLETE_DAY) change({ day: value });
          setProblem(undefined);
        }}
        reportsIncomplete
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user opened this to type here
        autoFocus
      />
      <Field
        label={text('followUp.note')}
        value={note}
        onChange={(value) => change({ note: value })}
        isLong
      />
      <div className={styles.followUpActions}>
        <Button type="submit" size="small" tone="primary">
          {words.keep}
        </Button>
        {saved !== null && (
          <Button size="small" onPress={() => void done(onClear())}>
            {words.clear}
          </Button>
        )}
        <Button size="small" tone="quiet" onPress={close}>
          {text('followUp.cancel')}
        </Button>
      </div>
    </form>
  );
}
