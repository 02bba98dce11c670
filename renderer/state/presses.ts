import type { Input } from '#contract/api.ts';
import { ASSUMPTIONS } from '#contract/assumptions.ts';
import { isId } from '#contract/ids.ts';

type Write = Input<'writes.save'>;

/** Each press is an intention of its own: pressed again later, it is meant again. */
const newIntention = (): string => crypto.randomUUID();

/** Marks a notification as read, or as unread (service's document, section 4.3). */
export function readMark(id: string, read: boolean): Write {
  return { operation: 'notifications.update', data: { id, read }, intention: newIntention() };
}

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
