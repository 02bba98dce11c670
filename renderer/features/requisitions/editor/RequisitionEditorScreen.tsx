import { useState } from 'react';
import { EditorPage, useLeaveEditor } from '#renderer/shared/editing/EditorPage.tsx';
import { EditorStateView } from '#renderer/shared/editing/EditorStateView.tsx';
import { PatientLine } from '#renderer/shared/ids/NamedId.tsx';
import type { OpenRequisitionEditor } from '#renderer/state/requisitions/draft.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { ConfirmDialog } from '#renderer/ui/ConfirmDialog.tsx';
import { TruncatedText } from '#renderer/ui/TruncatedText.tsx';
import {
  type RequisitionFieldsProps,
  NewRequisitionFields,
  RequisitionFields,
  ReviewRequestFields,
} from './RequisitionFields.tsx';
import { MissingDetails } from './MissingDetails.tsx';
import { SimilarRequisitions } from './SimilarRequisitions.tsx';
import { getRequisitionProblemFieldLabel, formatRequisitionProblem } from './labels.ts';

interface ShareConfirmDialogProps {
  /** With whom it is shared; empty where no patient is entered yet. */
  readonly patient: string;
  readonly isOpen: boolean;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/** Asks for confirmation before a requisition is shared with the patient: sharing cannot be undone. */
function ShareConfirmDialog({ patient, ...props }: ShareConfirmDialogProps) {
  const text = useText();
  return (
    <ConfirmDialog
      {...props}
      question={text('editor.shareQuestion')}
      yes={text('editor.shareSaveYes')}
      no={text('editor.goOn')}
    >
      <PatientLine patient={patient} />
      <p>{text('editor.shareHint')}</p>
    </ConfirmDialog>
  );
}

interface RequisitionEditorFieldsProps {
  readonly open: OpenRequisitionEditor;
  readonly onOpenRecord: (id: string) => void;
}

/** The editor of one requisition. */
function RequisitionEditorFields({ open, onOpenRecord }: RequisitionEditorFieldsProps) {
  const text = useText();
  const { editor } = useStores();
  const [isAskingToShare, setAskingToShare] = useState(false);
  const leaving = useLeaveEditor(editor.saveAndClose);

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
      about={open.target === null ? null : <NameAndPatientOfRequisition open={open} />}
      problems={open.problems.map((problem) => ({
        at: problem.at,
        label: getRequisitionProblemFieldLabel(text, problem.at),
        message: formatRequisitionProblem(text, problem),
      }))}
      saveLabel={text(`editor.save.${open.purpose}`)}
      leaveEditor={leaving}
      onSave={() => (isSharing ? setAskingToShare(true) : void save())}
      onSaveDraft={() => void editor.saveDraft()}
      onDiscard={() => void editor.discard()}
    >
      <RequisitionEditorFieldsOf open={open} />
      {open.purpose === 'create' && <MissingDetails fields={open.fields} />}
      {open.purpose === 'create' && (
        <SimilarRequisitions
          fields={open.fields}
          onOpen={(id) => void leaving.leave(() => onOpenRecord(id))}
        />
      )}
      <ShareConfirmDialog
        patient={open.fields.patient}
        isOpen={isAskingToShare}
        onYes={() => void save()}
        onNo={() => setAskingToShare(false)}
      />
    </EditorPage>
  );
}

function NameAndPatientOfRequisition({ open }: { readonly open: OpenRequisitionEditor }) {
  const text = useText();
  return (
    <>
      <TruncatedText text={open.label || text('requisition.unnamed')} rows={2} isFocusable />
      <PatientLine patient={open.fields.patient} />
    </>
  );
}

function RequisitionEditorFieldsOf({ open }: { readonly open: OpenRequisitionEditor }) {
  const text = useText();
  const { editor } = useStores();
  const props: RequisitionFieldsProps = {
    fields: open.fields,
    onType: editor.applyInput,
    errorAt: (place) => {
      const problem = open.problems.find(({ at }) => at === place);
      return problem === undefined ? undefined : formatRequisitionProblem(text, problem);
    },
  };
  switch (open.purpose) {
    case 'create':
      return <NewRequisitionFields {...props} />;
    case 'edit':
      return <RequisitionFields {...props} isRequired={false} />;
    case 'review':
      return <ReviewRequestFields {...props} isRequired />;
  }
}

export interface RequisitionEditorScreenProps {
  /** Shows a record after it was saved, or one that was found to be nearly the same. */
  readonly onOpenRecord: (id: string) => void;
}

/** The requisition editor; it replaces the list and the record while it is open. */
export function RequisitionEditorScreen({ onOpenRecord }: RequisitionEditorScreenProps) {
  const { editor } = useStores();
  return (
    <EditorStateView editor={editor}>
      {(open) => <RequisitionEditorFields key={open.key} open={open} onOpenRecord={onOpenRecord} />}
    </EditorStateView>
  );
}
