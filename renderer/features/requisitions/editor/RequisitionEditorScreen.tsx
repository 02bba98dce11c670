import { useState } from 'react';
import { EditorPage, useLeaveEditor } from '#renderer/shared/editing/EditorPage.tsx';
import { EditorStateView } from '#renderer/shared/editing/EditorStateView.tsx';
import { PatientLine } from '#renderer/shared/ids/NamedId.tsx';
import { type OpenRequisitionEditor, isPatientId } from '#renderer/state/requisitions/draft.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText, joinTexts } from '#renderer/text/text.ts';
import { ConfirmDialog } from '#renderer/ui/ConfirmDialog.tsx';
import { FocusableTruncatedText } from '#renderer/ui/TruncatedText.tsx';
import {
  type RequisitionFieldsProps,
  NewRequisitionFields,
  RequisitionFields,
  ReviewRequestFields,
} from './RequisitionFields.tsx';
import { SimilarRequisitions } from './SimilarRequisitions.tsx';
import { getRequisitionProblemFieldLabel, formatRequisitionProblem } from './labels.ts';
import {
  type RequisitionDraftFields,
  isBlankDiagnosisOrScript,
} from '#renderer/state/requisitions/requisition-draft-fields.ts';
import { trimStartOfTypedId } from '#renderer/state/editor/typed-id.ts';
import styles from '#renderer/shared/editing/editing.module.css';
import { Status } from '#renderer/ui/Status.tsx';

const DETAILS = ['name', 'diagnosis', 'facility'] as const;
type MissingDetail = (typeof DETAILS)[number];

/** The details that most orders have and this one lacks. The service accepts it without them (section 4.2). */
export function findMissingDetails({
  name,
  diagnoses,
  serviceFacility,
}: Pick<RequisitionDraftFields, 'name' | 'diagnoses' | 'serviceFacility'>): readonly MissingDetail[] {
  const has = {
    name: name.trim() !== '',
    diagnosis: diagnoses.some((entry) => !isBlankDiagnosisOrScript(entry)),
    facility: serviceFacility.trim() !== '',
  };
  return DETAILS.filter((detail) => !has[detail]);
}

/** Says what a new requisition lacks, once it has a patient. It is a warning: it can be saved all the same. */
function MissingDetails({ fields }: { readonly fields: RequisitionDraftFields }) {
  const text = useText();
  const missing = findMissingDetails(fields);
  if (missing.length === 0 || !isPatientId(trimStartOfTypedId(fields.patient))) return null;
  return (
    <div role="note" className={styles.editorNotice} data-tone="warning">
      <Status as="p">
        {text('editor.gaps.missing', {
          details: joinTexts(missing.map((detail) => text(`editor.gaps.${detail}`))),
        })}
      </Status>
      <p>{text('editor.gaps.canSave')}</p>
    </div>
  );
}

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
      onCloseUnsaved={editor.reset}
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
      <FocusableTruncatedText text={open.label || text('requisition.unnamed')} rows={2} />
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
