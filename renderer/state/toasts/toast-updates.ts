import type { PendingChange } from '#contract/outbox.ts';
import type { ProcedureCalls } from '../bridge.ts';
import type { Toast } from './toast.ts';
import {
  countProgress,
  isCertainlyUnsent,
  isSharingWithPatient,
  readEndings,
} from '../sync/unsent-changes.ts';

/** Returns whether the service has all of these changes; false where one was discarded or is not known. */
async function areOnService(calls: ProcedureCalls, numbers: readonly number[]): Promise<boolean> {
  const endings = await readEndings(calls, new Set(numbers));
  return numbers.every((number) => endings.get(number) === 'on-service');
}

/** Returns whether a change is on its way to the service and nothing about it is in doubt. */
const isOnItsWay = (change: PendingChange): boolean =>
  isCertainlyUnsent(change) || change.state === 'sending';

/** Returns whether a toast says that requisitions will be shared, and of nothing else that its changes do. */
function isAboutShares({ subject }: Toast): boolean {
  return subject.did === 'severalShared' || (subject.did === 'changeSaved' && subject.what === 'shared');
}

/** Returns a toast without the changes that have stopped to share since; null where none of its changes is left. */
function withoutTakenBack(toast: Toast, pending: ReadonlyMap<number, PendingChange>): Toast | null {
  const { unsent } = toast;
  if (unsent === undefined || !isAboutShares(toast)) return toast;
  const left = unsent.filter((number) => {
    const change = pending.get(number);
    return change === undefined || isSharingWithPatient(change);
  });
  if (left.length === unsent.length) return toast;
  return left.length === 0 ? null : { ...toast, unsent: left };
}

/**
 * Returns what a toast is replaced by once one of its changes is no longer certainly unsent: the same without undo while
 * they are on their way, that the service has them, or null. What needs a decision is not a matter of a toast.
 */
async function updateSentToast(
  calls: ProcedureCalls,
  toast: Toast,
  pending: ReadonlyMap<number, PendingChange>,
): Promise<Toast | null> {
  const { subject, unsent = [] } = toast;
  const { unsent: _numbers, ...said } = toast;
  // What it says of those that were taken back stays true.
  if (subject.did === 'ordersPartlyUndone') return { ...said, undo: null };
  if (!('isSent' in subject)) return null;
  const left = unsent.flatMap((number) => pending.get(number) ?? []);
  if (left.length > 0) return left.every(isOnItsWay) ? { ...toast, undo: null } : null;
  return (await areOnService(calls, unsent))
    ? { ...said, subject: { ...subject, isSent: true }, undo: null }
    : null;
}

/**
 * Returns what a toast is replaced by whose undo takes back what was not sent: the same with the number of those that were,
 * or null where nothing is left to take back.
 */
async function updatePartlySentToast(
  calls: ProcedureCalls,
  toast: Toast,
  pending: ReadonlyMap<number, PendingChange>,
): Promise<Toast | null> {
  const { subject, unsent = [], canUndoRest = false } = toast;
  if (!canUndoRest || subject.did !== 'severalShared') return null;
  const progress = await countProgress(calls, unsent, pending);
  if (progress.unsent === 0) return null;
  const { sent } = progress;
  const discarded = subject.count - unsent.length + progress.discarded;
  if (sent === subject.sent && discarded === subject.discarded) return toast;
  return { ...toast, subject: { ...subject, sent, discarded } };
}

/**
 * Returns what a toast is replaced by, by the changes that are pending now: the same one while all of its changes can be
 * taken back, or null.
 */
export async function updateToast(
  calls: ProcedureCalls,
  toast: Toast,
  { pending, isShown }: { readonly pending: ReadonlyMap<number, PendingChange>; readonly isShown: boolean },
): Promise<Toast | null> {
  const isUnsent = (number: number): boolean => {
    const change = pending.get(number);
    return change !== undefined && isCertainlyUnsent(change);
  };
  const left = withoutTakenBack(toast, pending);
  if (left === null || (left === toast && toast.unsent?.every(isUnsent) !== false)) return left;
  const partly = await updatePartlySentToast(calls, left, pending);
  return partly ?? (isShown ? updateSentToast(calls, left, pending) : null);
}
