import { parseDate, type CalendarDate } from '@internationalized/date';
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react';
import { useContext, useEffect, useMemo, useState, type KeyboardEvent } from 'react';
import { Button } from 'react-aria-components/Button';
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
} from 'react-aria-components/Calendar';
import {
  DateFieldStateContext,
  DateInput,
  DateSegment,
  type DateFieldState,
} from 'react-aria-components/DateField';
import { DatePicker } from 'react-aria-components/DatePicker';
import { Dialog } from 'react-aria-components/Dialog';
import { FieldError } from 'react-aria-components/FieldError';
import { Group } from 'react-aria-components/Group';
import { useLocale } from 'react-aria-components/I18nProvider';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { Icon } from './Icon.tsx';
import { Popover } from './Overlay.tsx';
import { joinClasses } from './join-classes.ts';
import fieldStyles from './Field.module.css';
import styles from './DateField.module.css';

/** What a field reports in place of a day that lacks a part or does not exist. It is no day, so it is refused as any other text is. */
export const INCOMPLETE_DAY = 'incomplete';

interface DateFieldProps {
  readonly label: string;
  /** A day such as `2026-03-12`; empty where none is chosen, and `INCOMPLETE_DAY` where the field has reported that. */
  readonly value: string;
  readonly onChange: (day: string) => void;
  /** Whether `INCOMPLETE_DAY` is reported too; else only whole days are, and the last one counts. */
  readonly reportsIncomplete?: boolean;
  readonly help?: string | undefined;
  /** The error message; shown below the field. */
  readonly error?: string | undefined;
  /** `hidden`: for screen readers only, because the label is visible elsewhere. */
  readonly labelSize?: 'regular' | 'hidden';
  readonly autoFocus?: boolean;
  /** Id of the field, for moving the focus to it. */
  readonly anchor?: string;
}

function toDate(day: string): CalendarDate | null {
  try {
    return parseDate(day);
  } catch {
    return null;
  }
}

/** Enter submits the `<form>` element of the field, as it does in a text field; in a segment it would only move on. */
function submitOnEnter(event: KeyboardEvent<HTMLElement>): void {
  const form = event.currentTarget.closest('form');
  if (event.key !== 'Enter' || form === null || !(event.target as Element).matches('[role="spinbutton"]'))
    return;
  event.preventDefault();
  event.stopPropagation();
  form.requestSubmit();
}

/** What the parts of the field show: nothing, a day that lacks a part or does not exist, or the day that was reported. */
type ShownDay = 'none' | 'incomplete' | 'whole';

function getShownDay({ segments, value, dateValue }: DateFieldState): ShownDay {
  const parts = segments.filter(({ isEditable }) => isEditable);
  if (parts.every(({ isPlaceholder }) => isPlaceholder)) return 'none';
  if (parts.some(({ isPlaceholder }) => isPlaceholder) || value === null) return 'incomplete';
  // A day that does not exist, as 30 February, is shown while it is typed, and is not the value.
  return value.toDate('UTC').getTime() === dateValue.getTime() ? 'whole' : 'incomplete';
}

/** Tells what the parts of the field show. The field itself only tells of whole days. */
function ShownDayReport({ onShow }: { readonly onShow: (shown: ShownDay) => void }) {
  const state = useContext(DateFieldStateContext);
  const shown = state === null ? null : getShownDay(state);
  useEffect(() => {
    if (shown !== null) onShow(shown);
  });
  return null;
}

/**
 * A field for a day, with a calendar. Day, month and year are in the order of the language of the page, each is typed or changed by the
 * arrow keys.
 */
export function DateField({
  label,
  value,
  onChange,
  reportsIncomplete = false,
  help,
  error,
  anchor,
  labelSize = 'regular',
  autoFocus = false,
}: DateFieldProps) {
  // What is typed stays, also where it is not taken, as a year of one digit: it is on its way to another one.
  const [typed, setTyped] = useState({ day: value, of: value });
  if (typed.of !== value) setTyped({ day: value, of: value });
  // The same object while the day is the same: with another one the field would show the day again in place of what is typed.
  const date = useMemo(() => toDate(typed.day), [typed.day]);
  function change(day: string): void {
    setTyped({ day, of: value });
    onChange(day);
  }
  function reportShown(shown: ShownDay): void {
    if (!reportsIncomplete || (shown === 'incomplete') === (value === INCOMPLETE_DAY)) return;
    if (shown !== 'incomplete') return onChange(date === null ? '' : typed.day);
    setTyped({ day: typed.day, of: INCOMPLETE_DAY });
    onChange(INCOMPLETE_DAY);
  }
  return (
    <DatePicker
      className={joinClasses(fieldStyles.field)}
      data-label={labelSize}
      value={date}
      onChange={(chosen) => change(chosen?.toString() ?? '')}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      shouldForceLeadingZeros
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- passed on; who asks for it gives the reason
      autoFocus={autoFocus}
    >
      <Label className={fieldStyles.fieldLabel}>{label}</Label>
      <Group className={joinClasses(fieldStyles.fieldInput, styles.line)} onKeyDownCapture={submitOnEnter}>
        <DateInput className={joinClasses(styles.segments)}>
          {(segment) => (
            <>
              <DateSegment
                segment={segment}
                className={joinClasses(styles.segment)}
                data-anchor={segment.isEditable ? anchor : undefined}
              />
              {segment.type === 'day' && <ShownDayReport onShow={reportShown} />}
            </>
          )}
        </DateInput>
        <Button className={joinClasses(styles.open)}>
          <Icon shape={CalendarDays} size={14} />
        </Button>
      </Group>
      <FieldError className={joinClasses(fieldStyles.fieldError)}>{error}</FieldError>
      {help !== undefined && (
        <Text slot="description" className={fieldStyles.fieldHelp}>
          {help}
        </Text>
      )}
      <Popover>
        <Dialog className={joinClasses(styles.dialog)}>
          <MonthCalendar />
        </Dialog>
      </Popover>
    </DatePicker>
  );
}

const DIGITS = { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' } as const;

/**
 * The frame of a date field with its day, which stands for the field until it is there: the field's parts take a fifth of the time in
 * which the screen of a day appears.
 */
export function DateFieldFrame({ value }: Pick<DateFieldProps, 'value'>) {
  const { locale } = useLocale();
  const date = toDate(value);
  const parts =
    date === null ? [] : new Intl.DateTimeFormat(locale, DIGITS).formatToParts(date.toDate('UTC'));
  return (
    <div className={joinClasses(fieldStyles.fieldInput, styles.line)} aria-hidden="true">
      <span className={styles.segments}>
        {parts.map((part, index) => (
          <span key={index} className={styles.segment}>
            {part.value}
          </span>
        ))}
      </span>
      <span className={styles.open}>
        <Icon shape={CalendarDays} size={14} />
      </span>
    </div>
  );
}

/** The days of a month, with those of the weeks around it. */
function MonthCalendar() {
  return (
    <Calendar>
      <header className={styles.month}>
        <Button slot="previous" className={joinClasses(styles.turn)}>
          <Icon shape={ChevronLeft} />
        </Button>
        <CalendarHeading className={joinClasses(styles.monthName)} />
        <Button slot="next" className={joinClasses(styles.turn)}>
          <Icon shape={ChevronRight} />
        </Button>
      </header>
      <CalendarGrid weekdayStyle="short" className={joinClasses(styles.days)}>
        <CalendarGridHeader>
          {(name) => <CalendarHeaderCell className={joinClasses(styles.weekday)}>{name}</CalendarHeaderCell>}
        </CalendarGridHeader>
        <CalendarGridBody>
          {(date) => <CalendarCell date={date} className={joinClasses(styles.day)} />}
        </CalendarGridBody>
      </CalendarGrid>
    </Calendar>
  );
}
