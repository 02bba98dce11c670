import { useState } from 'react';
import { ACCESS_KINDS, type AccessKind } from '#contract/access-log.ts';
import { NO_ACCESS_FILTERS, type TypedAccessFilters } from '#renderer/state/access-log-filters.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { DateField, INCOMPLETE_DAY } from '#renderer/ui/DateField.tsx';
import { Field } from '#renderer/ui/Field.tsx';
import { MenuButton } from '#renderer/ui/MenuButton.tsx';
import styles from './access-log.module.css';

interface AccessFiltersProps {
  readonly filters: TypedAccessFilters;
  readonly onChange: (filters: TypedAccessFilters) => void;
}

const ANYTHING = 'anything';

/** The filter fields of the access log: time, user, kind of access, patient. */
export function AccessFilters({ filters, onChange }: AccessFiltersProps) {
  const text = useText();
  const [clears, setClears] = useState(0);
  function clear(): void {
    setClears(clears + 1);
    onChange(NO_ACCESS_FILTERS);
  }
  const set = (name: keyof TypedAccessFilters) => (value: string) => onChange({ ...filters, [name]: value });
  const choices = ACCESS_KINDS.map((id) => ({ id, label: text(`accessLog.kinds.${id}`) }));
  const chosen = filters.what === '' ? text('accessLog.anything') : text(`accessLog.kinds.${filters.what}`);
  return (
    <fieldset className={styles.filters} aria-label={text('accessLog.filters')}>
      {(['from', 'until'] as const).map((field) => (
        <DateField
          // A date that is typed in part is shown by the field alone: a new field is empty.
          key={`${field} ${clears}`}
          label={text(`accessLog.${field}`)}
          help={filters[field] === INCOMPLETE_DAY ? text('accessLog.incompleteDate') : undefined}
          value={filters[field]}
          onChange={set(field)}
          reportsIncomplete
        />
      ))}
      <Field
        label={text('accessLog.user')}
        help={text('accessLog.userHelp')}
        value={filters.user}
        onChange={set('user')}
      />
      <Field
        label={text('accessLog.patient')}
        help={text('accessLog.patientHelp')}
        value={filters.patient}
        onChange={set('patient')}
      />
      <div className={styles.filterActions}>
        <MenuButton
          label={text('accessLog.what')}
          size="regular"
          groups={[
            {
              label: text('accessLog.what'),
              choices: [{ id: ANYTHING, label: text('accessLog.anything') }, ...choices],
            },
          ]}
          chosen={filters.what === '' ? [] : [filters.what]}
          onChoose={(id) => onChange({ ...filters, what: id === ANYTHING ? '' : (id as AccessKind) })} // The ids of the choices are kinds of accesses.
        >
          {text('accessLog.what')}: {chosen}
        </MenuButton>
        <Button tone="quiet" onPress={clear}>
          {text('accessLog.clear')}
        </Button>
      </div>
    </fieldset>
  );
}
