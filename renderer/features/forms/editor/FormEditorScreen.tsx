import { EditorPage, useLeaveEditor } from '#renderer/shared/editing/EditorPage.tsx';
import { EditorStateView } from '#renderer/shared/editing/EditorStateView.tsx';
import type { OpenFormEditor } from '#renderer/state/forms/draft.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { getTextFieldProps, Field } from '#renderer/ui/Field.tsx';
import { RadioGroup } from '#renderer/ui/RadioGroup.tsx';
import { FocusableTruncatedText } from '#renderer/ui/TruncatedText.tsx';
import { CompletionRequestFields, type FormFieldsProps } from './CompletionRequestFields.tsx';
import { PermittedUserFields } from './PermittedUserFields.tsx';
import { getFormProblemFieldLabel, formatFormProblem, getSaveLabel } from './labels.ts';
import styles from '#renderer/ui/Field.module.css';

/**
 * Name and description of a form; for an existing form, whether its latest version is ahead of the published
 * one.
 */
function FormTexts({ open, onType, errorAt }: FormFieldsProps) {
  const text = useText();
  const { fields, purpose } = open;
  const typed = { fields, onType, errorAt };
  const isNew = purpose === 'create';
  return (
    <>
      {isNew && <p className={styles.fieldHelp}>{text('formEditor.needed')}</p>}
      <Field label={text('formEditor.name')} {...getTextFieldProps('name', typed)} isRequired />
      <Field
        label={text('formEditor.description')}
        help={text('formEditor.descriptionHelp')}
        isLong
        {...getTextFieldProps('description', typed)}
      />
      {!isNew && (
        <RadioGroup
          label={text('formEditor.unpublished')}
          options={[
            { value: 'no', label: text('formEditor.unpublishedNo') },
            { value: 'yes', label: text('formEditor.unpublishedYes') },
          ]}
          value={fields.hasUnpublished ? 'yes' : 'no'}
          onChange={(value) => onType({ hasUnpublished: value === 'yes' })}
        />
      )}
    </>
  );
}

interface FormEditorFormProps {
  readonly open: OpenFormEditor;
  readonly onOpenRecord: (id: string) => void;
}

/** The editor of one form. */
function FormEditorForm({ open, onOpenRecord }: FormEditorFormProps) {
  const text = useText();
  const { formEditor } = useStores();
  const leaving = useLeaveEditor(formEditor.saveAndClose);
  async function save(): Promise<void> {
    const id = await formEditor.save();
    if (id !== null) onOpenRecord(id);
  }
  return (
    <EditorPage
      open={open}
      title={text(`formEditor.title.${open.purpose}`)}
      about={
        open.target === null ? null : (
          <FocusableTruncatedText text={open.label || text('form.unnamed')} rows={2} />
        )
      }
      problems={open.problems.map((problem) => ({
        at: problem.at,
        label: getFormProblemFieldLabel(text, problem.at),
        message: formatFormProblem(text, problem),
      }))}
      saveLabel={getSaveLabel(text, open)}
      leaveEditor={leaving}
      onSave={() => void save()}
      onSaveDraft={() => void formEditor.saveDraft()}
      onDiscard={() => void formEditor.discard()}
      onCloseUnsaved={formEditor.reset}
    >
      <FieldsOf open={open} />
    </EditorPage>
  );
}

function FieldsOf({ open }: { readonly open: OpenFormEditor }) {
  const text = useText();
  const { formEditor } = useStores();
  const props: FormFieldsProps = {
    open,
    onType: formEditor.applyInput,
    errorAt: (place) => {
      const problem = open.problems.find(({ at }) => at === place);
      return problem === undefined ? undefined : formatFormProblem(text, problem);
    },
  };
  if (open.purpose === 'ask') return <CompletionRequestFields {...props} />;
  return (
    <>
      <FormTexts {...props} />
      <PermittedUserFields {...props} />
    </>
  );
}

export interface FormEditorScreenProps {
  /** Shows the form after it was saved. */
  readonly onOpenRecord: (id: string) => void;
}

/** The form editor; it replaces the list and the record while it is open. */
export function FormEditorScreen({ onOpenRecord }: FormEditorScreenProps) {
  const { formEditor } = useStores();
  return (
    <EditorStateView editor={formEditor}>
      {(open) => <FormEditorForm key={open.key} open={open} onOpenRecord={onOpenRecord} />}
    </EditorStateView>
  );
}
