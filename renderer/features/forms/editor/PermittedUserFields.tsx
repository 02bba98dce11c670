import { IdsField } from '#renderer/shared/editing/IdsPicker.tsx';
import {
  FORM_USABLE_BY_SET_NAMES,
  FORM_USABLE_BY_SETS,
  getUsersIncludingTyped,
} from '#renderer/state/forms/form-draft-fields.ts';
import { useText } from '#renderer/text/text.ts';
import { RadioGroup } from '#renderer/ui/RadioGroup.tsx';
import { PatientsLosingAccessWarning, type FormFieldsProps } from './CompletionRequestFields.tsx';
import fieldStyles from '#renderer/ui/Field.module.css';
import styles from './form-editor.module.css';

/** Who may use a form: everyone, or the members of the named sets (service's document, section 2.2). */
export function PermittedUserFields({ open, onType, errorAt }: FormFieldsProps) {
  const text = useText();
  const { users, typing, otherLimits } = open.fields;
  const error = errorAt('users');
  return (
    <>
      <div className={styles.users} data-anchor="users" tabIndex={-1}>
        <RadioGroup
          label={text('formEditor.users')}
          options={[
            { value: 'everyone', label: text('formEditor.everyone') },
            { value: 'some', label: text('formEditor.some') },
          ]}
          value={users.isForAll ? 'everyone' : 'some'}
          onChange={(value) => onType({ users: { ...users, isForAll: value === 'everyone' } })}
        />
        <IdleSets open={open} />
        {error !== undefined && <p className={fieldStyles.fieldError}>{error}</p>}
      </div>
      {!users.isForAll && (
        <div className={styles.userSets}>
          <p className={fieldStyles.fieldHelp}>{text('formEditor.setsHelp')}</p>
          {otherLimits > 0 && <p className={fieldStyles.fieldHelp}>{text('formEditor.otherLimits')}</p>}
          {FORM_USABLE_BY_SET_NAMES.map((set) => (
            <IdsField
              key={set}
              label={text(`formEditor.sets.${set}`)}
              family={FORM_USABLE_BY_SETS[set].family}
              ids={users[set]}
              typed={typing[set]}
              error={errorAt(`users.${set}`)}
              anchor={`users.${set}`}
              onChange={({ ids, typed }) =>
                onType({ users: { ...users, [set]: ids }, typing: { ...typing, [set]: typed } })
              }
            />
          ))}
        </div>
      )}
      <PatientsLosingAccessWarning
        users={getUsersIncludingTyped(open.fields)}
        askedPatients={open.fields.asked}
        otherLimits={otherLimits}
      />
    </>
  );
}

/** Explains that the sets are ignored while everyone may use the form. */
function IdleSets({ open }: Pick<FormFieldsProps, 'open'>) {
  const text = useText();
  const { users } = open.fields;
  const hasSome = FORM_USABLE_BY_SET_NAMES.some((set) => users[set].length > 0);
  if (!users.isForAll || !hasSome) return null;
  const isAsItCame = open.start.users.isForAll;
  return (
    <p className={fieldStyles.fieldHelp}>{text(isAsItCame ? 'formEditor.setsIdle' : 'formEditor.setsGo')}</p>
  );
}
