import type { Input } from '#contract/api.ts';
import { ASSUMPTIONS } from '#contract/assumptions.ts';
import { isId } from '#contract/ids.ts';

type Write = Input<'writes.save'>;

/** Each press is an intention of its own: pressed again later, it is meant again. */
const newIntention = (): string => crypto.randomUUID();

/** Shares a requisition with its patient, or stops doing so (section 4.2). */
export function sharing(id: string, isShared: boolean): Write {
  return {
    operation: 'requisitions.update',
    data: { id, share_with_patient: isShared },
    intention: newIntention(),
  };
}

/**
 * Says that a requisition has been reviewed. What the service takes as `review` is not shown (section 2.3): see the
 * assumptions.
 * @param reviewer the user whose account this is; left out where nobody knows
 */
export function reviewed(id: string, reviewer: string | null): Write {
  const by = isId('user', reviewer) ? { reviewer } : {};
  return {
    operation: 'requisitions.update',
    data: { id, review: { status: ASSUMPTIONS.reviewStatus.done, ...by } },
    intention: newIntention(),
  };
}

/** Asks a patient no longer to complete a form (section 2.2). */
export function withdrawal(form: string, patient: string): Write {
  return {
    operation: 'forms.completion',
    data: { id: form, withdraw: [patient] },
    intention: newIntention(),
  };
}

/** Publishes a form: its latest version becomes the one that patients see (sections 3 and 4.1). */
export function publishing(id: string): Write {
  return { operation: 'forms.publish', data: { id }, intention: newIntention() };
}

/** Deletes a form (section 4.1). */
export function deletion(id: string): Write {
  return { operation: 'forms.delete', data: { id }, intention: newIntention() };
}
