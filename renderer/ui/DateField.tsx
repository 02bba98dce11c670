import { parseDate, type CalendarDate } from '@internationalized/date';
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
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
import { DateInput, DateSegment } from 'react-aria-components/DateField';
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

interface DateFieldProps {
  readonly label: string;
  /** A day such as `2026-03-12`; empty where none is chosen. */
  readonly value: string;
  readonly onChange: (day: string) => void;
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

/**
 * A field for a day, with a calendar. Day, month and year are in the order of the language of the page, each is typed or changed by the
 * arrow keys.
 */
export function DateField({
  label,
  value,
  onChange,
  help,
  error,
  anchor,
  labelSize = 'regular',
  autoFocus = false,
}: DateFieldProps) {
  // What is typed stays, also where it is not taken, as a year of one digit: it is on its way to another one.
  const [typed, setTyped] = useState({ day: value, of: value });
  if (typed.of !== value) setTyped({ day: value, of: value });
  function change(day: string): void {
    setTyped({ day, of: value });
    onChange(day);
  }
  return (
    <DatePicker
      className={joinClasses(fieldStyles.field)}
      data-label={labelSize}
      value={toDate(typed.day)}
      onChange={(date) => change(date?.toString() ?? '')}
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
            <DateSegment
              segment={segment}
              className={joinClasses(styles.segment)}
              data-anchor={segment.isEditable ? anchor : undefined}
            />
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
