import { useState } from 'react';
import { EditorPage } from '#renderer/records/editing/EditorPage.tsx';
import { useLeaving } from '#renderer/records/editing/use-leaving.ts';
import type { OpenRequisition } from '#renderer/state/requisition-draft.ts';
import { useStores } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { TruncatedText } from '#renderer/ui/Clamp.tsx';
import { IdText } from '#renderer/ui/IdText.tsx';
import type { FormProps } from './form-props.ts';
import { CreateForm, RequisitionFields } from './OrderForm.tsx';
import { ReviewForm } from './ReviewForm.tsx';
import { ShareConfirmDialog } from './ShareQuestion.tsx';
import { Similar } from './Similar.tsx';
import { placeLabel, problemText } from './words.ts';

interface EditorFormProps {
  readonly open: OpenRequisition;
  readonly onOpenRecord: (id: string) => void;
}

/** The editor of one requisition. */
export function EditorForm({ open, onOpenRecord }: EditorFormProps) {
  const text = useText();
  const { editor } = useStores();
  const [isAskingToShare, setAskingToShare] = useState(false);
  const leaving = useLeaving(editor.leave);

  async function save(): Promise<void> {
    setAskingToShare(false);
    const id = await editor.save();
    if (id !== null) onOpenRecord(id);
  }
  const isSharing = open.fields.isShared && !open.start.isShared;
  return (
    <EditorPage
      open={open}
      title={text(`editor.title.${open.purpose}`)}
      about={open.target === null ? null : <About open={open} />}
      problems={open.problems.map((problem) => ({
        at: problem.at,
        label: placeLabel(text, problem.at),
        words: problemText(text, problem),
      }))}
      saveLabel={text(`editor.save.${open.purpose}`)}
      leaving={leaving}
      onSave={() => (isSharing ? setAskingToShare(true) : void save())}
      onSaveDraft={() => void editor.saveDraft()}
      onDiscard={() => void editor.discard()}
    >
      <FormOf open={open} />
      {open.purpose === 'create' && (
        <Similar fields={open.fields} onOpen={(id) => void leaving.leave(() => onOpenRecord(id))} />
      )}
      <ShareConfirmDialog
        isOpen={isAskingToShare}
        onYes={() => void save()}
        onNo={() => setAskingToShare(false)}
      />
    </EditorPage>
  );
}

function About({ open }: { readonly open: OpenRequisition }) {
  const text = useText();
  return (
    <>
      <TruncatedText text={open.label || text('requisition.unnamed')} rows={2} isFocusable />
      {open.fields.patient !== '' && <IdText id={open.fields.patient} show="end" />}
    </>
  );
}

function FormOf({ open }: { readonly open: OpenRequisition }) {
  const text = useText();
  const { editor } = useStores();
  const props: FormProps = {
    fields: open.fields,
    onType: editor.type,
    errorAt: (place) => {
      const problem = open.problems.find(({ at }) => at === place);
      return problem === undefined ? undefined : problemText(text, problem);
    },
  };
  switch (open.purpose) {
    case 'create':
      return <CreateForm {...props} />;
    case 'edit':
      return <RequisitionFields {...props} isRequired={false} />;
    case 'review':
      return <ReviewForm {...props} isRequired />;
  }
}
