import type { Input } from '#contract/api.ts';
import { ASSUMPTIONS } from '#contract/assumptions.ts';
import { isId } from '#contract/records.ts';
import type { Requisition } from '#contract/requisitions.ts';

type Write = Input<'writes.save'>;

/** Each press gets a save id of its own: a later press is a new request. */
const newSaveId = (): string => crypto.randomUUID();

/** The requisition on screen when the user decides: its result may be another one by the time the press is saved. */
export type Shown = Pick<Requisition, 'requisitionResult'>;

function getSeen(shown: Shown | undefined): Pick<Write, 'seen'> {
  return shown === undefined ? {} : { seen: { requisition_result: shown.requisitionResult } };
}

/** Shares a requisition with its patient, or stops doing so (section 4.2). */
export function sharing(id: string, isShared: boolean, shown?: Shown): Write {
  return {
    operation: 'requisitions.update',
    data: { id, share_with_patient: isShared },
    ...getSeen(shown),
    saveId: newSaveId(),
  };
}

/**
 * Says that a requisition has been reviewed. What the service takes as `review` is not shown (section 2.3): see the
 * assumptions.
 * @param reviewer the user of this account; left out where unknown
 */
export function reviewed(id: string, reviewer: string | null, shown?: Shown): Write {
  const by = isId('user', reviewer) ? { reviewer } : {};
  return {
    operation: 'requisitions.update',
    data: { id, review: { status: ASSUMPTIONS.reviewStatus.done, ...by } },
    ...getSeen(shown),
    saveId: newSaveId(),
  };
}

/** Asks a patient no longer to complete a form (section 2.2). */
export function withdrawal(form: string, patient: string): Write {
  return {
    operation: 'forms.completion',
    data: { id: form, withdraw: [patient] },
    saveId: newSaveId(),
  };
}

/** Publishes a form: its latest version becomes the one that patients see (sections 3 and 4.1). */
export function publishing(id: string): Write {
  return { operation: 'forms.publish', data: { id }, saveId: newSaveId() };
}

/** Deletes a form (section 4.1). */
export function deletion(id: string): Write {
  return { operation: 'forms.delete', data: { id }, saveId: newSaveId() };
}
