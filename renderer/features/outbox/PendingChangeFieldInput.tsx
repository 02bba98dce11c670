import { ID_PREFIXES } from '#contract/records.ts';
import { REQUISITION_TYPES } from '#contract/requisitions.ts';
import { IdField, type KnownIdRole } from '#renderer/shared/editing/IdPicker.tsx';
import { IdsField } from '#renderer/shared/editing/IdsPicker.tsx';
import { getFieldLabel } from '#renderer/shared/pending/pending-labels.ts';
import { FieldValue } from '#renderer/shared/record/FieldValue.tsx';
import type {
  DiagnosisOrScriptDraft,
  PendingChangeFieldDraft,
} from '#renderer/state/editor/pending-change-edits.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Field } from '#renderer/ui/Field.tsx';
import { RadioGroup } from '#renderer/ui/RadioGroup.tsx';
import { getIdFamilyOfField, listChosenIds } from './edit-model.ts';
import fieldStyles from '#renderer/ui/Field.module.css';
import styles from './outbox.module.css';

interface EntriesFieldProps {
  readonly label: string;
  /** The field of an entry that users recognize it by. */
  readonly head: 'code' | 'name';
  readonly entries: readonly DiagnosisOrScriptDraft[];
  readonly error: string | undefined;
  readonly onChange: (entries: readonly DiagnosisOrScriptDraft[]) => void;
}

function toText(entry: DiagnosisOrScriptDraft, field: string): string {
  const value = entry[field];
  return typeof value === 'string' ? value : '';
}

/**
 * Edits a list of diagnoses or scripts: each has its code or name and a description; entries can be added and
 * removed.
 */
function EntriesField({ label, head, entries, error, onChange }: EntriesFieldProps) {
  const text = useText();
  const change = (at: number, field: string, words: string): void =>
    onChange(entries.map((entry, index) => (index === at ? { ...entry, [field]: words } : entry)));
  return (
    <fieldset className={styles.entries}>
      <legend className={fieldStyles.fieldLabel}>{label}</legend>
      {entries.map((entry, index) => (
        // Entries have no id, so the position is the key; inputs are controlled, so removing one keeps the
        // others' text.
        <div key={index} className={styles.entry}>
          <Field
            label={text(`activity.editor.${head}`)}
            value={toText(entry, head)}
            onChange={(words) => change(index, head, words)}
          />
          <Field
            label={text('activity.editor.description')}
            value={toText(entry, 'description')}
            onChange={(words) => change(index, 'description', words)}
          />
          <Button
            size="small"
            onPress={() => onChange(entries.filter((_, other) => other !== index))}
            aria-label={text('activity.editor.remove', {
              what: toText(entry, head) || text('activity.editor.entry', { number: index + 1 }),
            })}
          >
            {text('activity.editor.take')}
          </Button>
        </div>
      ))}
      {error !== undefined && <p className={fieldStyles.fieldError}>{error}</p>}
      <div>
        <Button size="small" onPress={() => onChange([...entries, { [head]: '', description: '' }])}>
          {text('activity.editor.add')}
        </Button>
      </div>
    </fieldset>
  );
}

interface PendingChangeFieldProps {
  readonly draft: PendingChangeFieldDraft;
  /** Why the contract's schema rejects the field; undefined if it accepts it. */
  readonly problem: string | undefined;
  readonly onChange: (draft: PendingChangeFieldDraft) => void;
}

/** One field of a pending change, with an input for its type. */
export function PendingChangeFieldInput({ draft, problem, onChange }: PendingChangeFieldProps) {
  const text = useText();
  const label = getFieldLabel(text, draft.field);
  switch (draft.by) {
    case 'line':
    case 'text':
      return <TextInput draft={draft} problem={problem} onChange={onChange} />;
    case 'id':
    case 'ids':
      return <IdInput draft={draft} problem={problem} onChange={onChange} />;
    case 'type':
      return (
        <RadioGroup
          label={label}
          options={REQUISITION_TYPES.map((value) => ({ value, label: text(`requisition.type.${value}`) }))}
          value={REQUISITION_TYPES.find((type) => type === draft.words) ?? REQUISITION_TYPES[0]}
          onChange={(words) => onChange({ ...draft, words })}
        />
      );
    case 'yes-no':
      return (
        <RadioGroup
          label={label}
          options={[
            { value: 'yes', label: text('record.yes') },
            { value: 'no', label: text('record.no') },
          ]}
          value={draft.isYes ? 'yes' : 'no'}
          onChange={(value) => onChange({ ...draft, isYes: value === 'yes' })}
        />
      );
    case 'entries':
      return (
        <EntriesField
          label={label}
          head={draft.head}
          entries={draft.entries}
          error={problem}
          onChange={(entries) => onChange({ ...draft, entries })}
        />
      );
    case 'kept':
      return (
        <div className={fieldStyles.field}>
          <span className={fieldStyles.fieldLabel}>{label}</span>
          <FieldValue field={draft.field} value={draft.value} />
          <span className={fieldStyles.fieldHelp}>{text('activity.editor.fixed')}</span>
        </div>
      );
  }
}

type TextDraft = Extract<PendingChangeFieldDraft, { readonly by: 'line' | 'text' }>;
type IdDraft = Extract<PendingChangeFieldDraft, { readonly by: 'id' | 'ids' }>;

interface TextInputProps extends Omit<PendingChangeFieldProps, 'draft'> {
  readonly draft: TextDraft;
}

function TextInput({ draft, problem, onChange }: TextInputProps) {
  const { by, field, words } = draft;
  return (
    <Field
      label={getFieldLabel(useText(), field)}
      value={words}
      isLong={by === 'text'}
      error={problem}
      onChange={(typed) => onChange({ ...draft, words: typed })}
    />
  );
}

/** In which role the ids of a field are known. */
function getIdRole(field: string): KnownIdRole {
  if (field === 'service_facility') return 'any';
  return field === 'ordering_provider' ? 'provider' : 'patient';
}

interface IdInputProps extends Omit<PendingChangeFieldProps, 'draft'> {
  readonly draft: IdDraft;
}

/** Input for ids by their names; a problem with an id names the prefix that it should have. */
function IdInput({ draft, problem, onChange }: IdInputProps) {
  const text = useText();
  const { field } = draft;
  const family = getIdFamilyOfField(field);
  const shared = {
    label: getFieldLabel(text, field),
    as: getIdRole(field),
    error: problem === undefined ? undefined : text('activity.editor.id', { prefix: ID_PREFIXES[family] }),
    anchor: field,
  };
  if (draft.by === 'ids')
    return (
      <IdsField
        {...shared}
        help={text('editor.patientHelp')}
        family="user"
        ids={listChosenIds(draft.words)}
        typed={draft.typed}
        onChange={({ ids, typed }) => onChange({ ...draft, words: ids.join('\n'), typed })}
      />
    );
  return (
    <IdField
      {...shared}
      {...(field === 'service_facility' ? {} : { help: text('editor.patientHelp') })}
      family={family}
      value={draft.words}
      onChange={(typed) => onChange({ ...draft, words: typed })}
    />
  );
}
