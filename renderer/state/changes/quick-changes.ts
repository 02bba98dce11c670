import { SERVICE_ASSUMPTIONS } from '#contract/assumptions.ts';
import { isId } from '#contract/records.ts';
import type { Requisition } from '#contract/requisitions.ts';
import { createSaveId } from '../editor/draft-storage.ts';
import type { ChangeToSaveInput } from '../editor/editor-definition.ts';

/**
 * The result of a requisition as it was on screen when the user decided; another one may arrive before the
 * decision is saved.
 */
export type DisplayedRequisitionResult = Pick<Requisition, 'requisitionResult'>;

function pickSeenFields(shown: DisplayedRequisitionResult | undefined): Pick<ChangeToSaveInput, 'seen'> {
  return shown === undefined ? {} : { seen: { requisition_result: shown.requisitionResult } };
}

/**
 * Makes the change that shares a requisition with its patient, or stops sharing it (section 4.2). Like every
 * change in this file it gets a new save id: pressing the button again is a new change, not a retry.
 */
export function createShareChange(
  id: string,
  isShared: boolean,
  shown?: DisplayedRequisitionResult,
): ChangeToSaveInput {
  return {
    operation: 'requisitions.update',
    data: { id, share_with_patient: isShared },
    ...pickSeenFields(shown),
    saveId: createSaveId(),
  };
}

/**
 * Makes the change that marks a requisition as reviewed. The service's document does not show the format of
 * `review` (section 2.3): see `reviewSent` in preload/contract/assumptions.ts.
 * @param reviewer the user of this account; omitted if unknown
 */
export function createReviewChange(
  id: string,
  reviewer: string | null,
  shown?: DisplayedRequisitionResult,
): ChangeToSaveInput {
  const by = isId('user', reviewer) ? { reviewer } : {};
  return {
    operation: 'requisitions.update',
    data: { id, review: { status: SERVICE_ASSUMPTIONS.reviewStatus.done, ...by } },
    ...pickSeenFields(shown),
    saveId: createSaveId(),
  };
}

/** Makes the change that withdraws a patient's completion request (section 2.2). */
export function createCompletionWithdrawalChange(form: string, patient: string): ChangeToSaveInput {
  return {
    operation: 'forms.completion',
    data: { id: form, withdraw: [patient] },
    saveId: createSaveId(),
  };
}

/**
 * Makes the change that publishes a form: its latest version becomes visible to patients (sections 3 and
 * 4.1).
 */
export function createPublishFormChange(id: string): ChangeToSaveInput {
  return { operation: 'forms.publish', data: { id }, saveId: createSaveId() };
}

/** Makes the change that deletes a form (section 4.1). */
export function createDeleteFormChange(id: string): ChangeToSaveInput {
  return { operation: 'forms.delete', data: { id }, saveId: createSaveId() };
}
