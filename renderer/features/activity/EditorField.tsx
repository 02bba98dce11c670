import { REQUISITION_TYPES } from '#contract/requisition.ts';
import { fieldLabel } from '#renderer/records/pending-words.ts';
import { useText } from '#renderer/text/text.ts';
import { RadioGroup } from '#renderer/ui/Choice.tsx';
import { Field } from '#renderer/ui/Field.tsx';
import type { FieldDraft } from '#renderer/state/write-edits.ts';
import { toPrefix } from './edit-model.ts';
import { EntriesField } from './EntriesField.tsx';
import { FieldValue } from '#renderer/records/FieldValue.tsx';

interface EditorFieldProps {
  readonly draft: FieldDraft;
  /** What is wrong with it, as the contract says. */
  readonly problem: string | undefined;
  readonly onChange: (draft: FieldDraft) => void;
}

/** One field of a write to edit, as its type asks. */
export function EditorField({ draft, problem, onChange }: EditorFieldProps) {
  const text = useText();
  const label = fieldLabel(text, draft.field);
  switch (draft.by) {
    case 'line':
    case 'text':
    case 'id':
    case 'ids':
      return <TextField draft={draft} problem={problem} onChange={onChange} />;
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
        <div className="field">
          <span className="field-label">{label}</span>
          <FieldValue field={draft.field} value={draft.value} />
          <span className="field-help">{text('activity.editor.fixed')}</span>
        </div>
      );
  }
}

type TextDraft = Extract<FieldDraft, { readonly words: string }>;

interface TextFieldProps extends Omit<EditorFieldProps, 'draft'> {
  readonly draft: TextDraft;
}

/** Text or ids; what is wrong with an id is said by the prefix that it should have. */
function TextField({ draft, problem, onChange }: TextFieldProps) {
  const text = useText();
  const { by, field, words } = draft;
  const isId = by === 'id' || by === 'ids';
  const shared = {
    label: fieldLabel(text, field),
    value: words,
    isLong: by === 'text' || by === 'ids',
    onChange: (typed: string) => onChange({ ...draft, words: typed }),
  };
  if (!isId) return <Field {...shared} error={problem} />;
  return (
    <Field
      {...shared}
      help={text(by === 'ids' ? 'activity.editor.perLine' : 'activity.editor.idOf')}
      error={problem === undefined ? undefined : text('activity.editor.id', { prefix: toPrefix(field) })}
    />
  );
}
