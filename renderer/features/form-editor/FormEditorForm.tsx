import { EditorPage } from '#renderer/records/editing/EditorPage.tsx';
import { useLeaving } from '#renderer/records/editing/use-leaving.ts';
import type { OpenForm } from '#renderer/state/form-draft.ts';
import { useStores } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { TruncatedText } from '#renderer/ui/Clamp.tsx';
import { AskFields } from './AskFields.tsx';
import type { FormFieldsProps } from './fields-props.ts';
import { FormTexts } from './FormTexts.tsx';
import { UserFields } from './UserFields.tsx';
import { placeLabel, problemText, saveText } from './words.ts';

interface FormEditorFormProps {
  readonly open: OpenForm;
  readonly onOpenRecord: (id: string) => void;
}

/** The editor of one form. */
export function FormEditorForm({ open, onOpenRecord }: FormEditorFormProps) {
  const text = useText();
  const { formEditor } = useStores();
  const leaving = useLeaving(formEditor.leave);
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
          <TruncatedText text={open.label || text('form.unnamed')} rows={2} isFocusable />
        )
      }
      problems={open.problems.map((problem) => ({
        at: problem.at,
        label: placeLabel(text, problem.at),
        words: problemText(text, problem),
      }))}
      saveLabel={saveText(text, open)}
      leaving={leaving}
      onSave={() => void save()}
      onSaveDraft={() => void formEditor.saveDraft()}
      onDiscard={() => void formEditor.discard()}
    >
      <FieldsOf open={open} />
    </EditorPage>
  );
}

function FieldsOf({ open }: { readonly open: OpenForm }) {
  const text = useText();
  const { formEditor } = useStores();
  const props: FormFieldsProps = {
    open,
    onType: formEditor.type,
    errorAt: (place) => {
      const problem = open.problems.find(({ at }) => at === place);
      return problem === undefined ? undefined : problemText(text, problem);
    },
  };
  if (open.purpose === 'ask') return <AskFields {...props} />;
  return (
    <>
      <FormTexts {...props} />
      <UserFields {...props} />
    </>
  );
}
