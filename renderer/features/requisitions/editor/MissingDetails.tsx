import type { RequisitionDraftFields } from '#renderer/state/requisitions/requisition-draft-fields.ts';
import { isBlankDiagnosisOrScript } from '#renderer/state/requisitions/requisition-draft-fields.ts';
import { isPatientId } from '#renderer/state/requisitions/draft.ts';
import { trimStartOfTypedId } from '#renderer/state/editor/typed-id.ts';
import { joinTexts, useText } from '#renderer/text/text.ts';
import styles from '#renderer/shared/editing/editing.module.css';
import { Status } from '#renderer/ui/Status.tsx';

const DETAILS = ['name', 'diagnosis', 'facility'] as const;
export type MissingDetail = (typeof DETAILS)[number];

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
export function MissingDetails({ fields }: { readonly fields: RequisitionDraftFields }) {
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
