import { CalendarRange } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { INBOX_SEARCH_SYNTAX } from '#contract/notifications.ts';
import type { InboxSearchOperator } from '#contract/search/inbox-grammar.ts';
import { replaceOperatorValue } from '#contract/search/syntax.ts';
import { useParsedSearch } from '#renderer/shared/query/use-query.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { DateField, INCOMPLETE_DAY } from '#renderer/ui/DateField.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { PopoverDialog, useOpener } from '#renderer/ui/PopoverDialog.tsx';
import styles from './inbox.module.css';

interface UtcDateFiltersProps {
  readonly text: string;
  readonly onText: (text: string) => void;
}

const FIELDS = ['search_from', 'search_until', 'search_on'] as const satisfies readonly InboxSearchOperator[];
type DayOperator = (typeof FIELDS)[number];
type Days = Readonly<Record<DayOperator, string>>;

const NO_DAYS: Days = { search_from: '', search_until: '', search_on: '' };

/**
 * Applies the input of one date field and clears the fields that exclude it: a single day excludes a range. A day that is not complete
 * excludes nothing yet.
 */
function applyDateInput(days: Days, field: DayOperator, day: string): Days {
  if (day === '' || day === INCOMPLETE_DAY) return { ...days, [field]: day };
  return field === 'search_on' ? { ...NO_DAYS, search_on: day } : { ...days, search_on: '', [field]: day };
}

/** The service's own date filters, which use UTC days. */
export function UtcDateFilters(props: UtcDateFiltersProps) {
  const text = useText();
  const opener = useOpener();
  const label = text('inbox.utc.title');
  return (
    <>
      <Button {...opener.buttonProps} icon={<Icon shape={CalendarRange} size={14} />} aria-label={label} />
      <PopoverDialog opener={opener} placement="bottom end" label={label}>
        {(close) => <UtcDateFields {...props} onDone={close} />}
      </PopoverDialog>
    </>
  );
}

function UtcDateFields({
  text: search,
  onText,
  onDone,
}: UtcDateFiltersProps & { readonly onDone: () => void }) {
  const text = useText();
  const { terms } = useParsedSearch(INBOX_SEARCH_SYNTAX, search);
  const [days, setDays] = useState<Days>(() => {
    const getDay = (field: DayOperator): string => {
      const term = terms.find((each) => each.field === field && !each.isNot);
      return term !== undefined && 'value' in term ? String(term.value).slice(0, 'YYYY-MM-DD'.length) : '';
    };
    return {
      search_from: getDay('search_from'),
      search_until: getDay('search_until'),
      search_on: getDay('search_on'),
    };
  });

  const [areErrorsShown, setErrorsShown] = useState(false);

  function apply(chosen: Days): void {
    onText(
      FIELDS.reduce((typed, field) => replaceOperatorValue(typed, field, chosen[field] || null), search),
    );
    onDone();
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (Object.values(days).includes(INCOMPLETE_DAY)) setErrorsShown(true);
    else apply(days);
  }

  return (
    <form className={styles.utcDates} onSubmit={submit}>
      <p>{text('inbox.utc.what')}</p>
      {FIELDS.map((field) => (
        <DateField
          key={field}
          label={text(`inbox.utc.${field}`)}
          help={text(`inbox.utc.help.${field}`)}
          value={days[field]}
          error={
            areErrorsShown && days[field] === INCOMPLETE_DAY ? text('inbox.utc.incompleteDate') : undefined
          }
          reportsIncomplete
          onChange={(day) => setDays(applyDateInput(days, field, day))}
        />
      ))}
      <div className={styles.utcDatesActions}>
        <Button type="submit" size="small" tone="primary">
          {text('inbox.utc.apply')}
        </Button>
        <Button size="small" onPress={() => apply(NO_DAYS)}>
          {text('inbox.utc.clear')}
        </Button>
      </div>
    </form>
  );
}
