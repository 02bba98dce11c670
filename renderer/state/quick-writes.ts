import type { CallInput } from '#contract/api.ts';
import { ASSUMPTIONS } from '#contract/assumptions.ts';
import { isId } from '#contract/records.ts';
import type { Requisition } from '#contract/requisitions.ts';

type Write = CallInput<'writes.save'>;

/** Every button press gets its own save id: pressing again is a new change, not a retry. */
const createSaveId = (): string => crypto.randomUUID();

/**
 * The result of a requisition as it was on screen when the user decided; another one may arrive before the
 * decision is saved.
 */
export type DisplayedResult = Pick<Requisition, 'requisitionResult'>;

function pickSeenFields(shown: DisplayedResult | undefined): Pick<Write, 'seen'> {
  return shown === undefined ? {} : { seen: { requisition_result: shown.requisitionResult } };
}

/** Makes the change that shares a requisition with its patient, or stops sharing it (section 4.2). */
export function createShareWrite(id: string, isShared: boolean, shown?: DisplayedResult): Write {
  return {
    operation: 'requisitions.update',
    data: { id, share_with_patient: isShared },
    ...pickSeenFields(shown),
    saveId: createSaveId(),
  };
}

/**
 * Makes the change that marks a requisition as reviewed. The service's document does not show the format of
 * `review` (section 2.3): see the assumptions.
 * @param reviewer the user of this account; omitted if unknown
 */
export function createReviewWrite(id: string, reviewer: string | null, shown?: DisplayedResult): Write {
  const by = isId('user', reviewer) ? { reviewer } : {};
  return {
    operation: 'requisitions.update',
    data: { id, review: { status: ASSUMPTIONS.reviewStatus.done, ...by } },
    ...pickSeenFields(shown),
    saveId: createSaveId(),
  };
}

/** Makes the change that withdraws a patient's completion request (section 2.2). */
export function createRequestWithdrawalWrite(form: string, patient: string): Write {
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
export function createPublishWrite(id: string): Write {
  return { operation: 'forms.publish', data: { id }, saveId: createSaveId() };
}

/** Makes the change that deletes a form (section 4.1). */
export function createDeleteWrite(id: string): Write {
  return { operation: 'forms.delete', data: { id }, saveId: createSaveId() };
}
