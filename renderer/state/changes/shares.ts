import type { Requisition } from '#contract/requisitions.ts';
import type { AppError, Result } from '#contract/result.ts';
import type { ProcedureCalls } from '../bridge.ts';
import { createShareChange } from './quick-changes.ts';
import type { OutboxStore } from '../sync/outbox.ts';
import { NOT_UNDONE } from '../toasts/toast.ts';
import type { ToastsStore } from '../toasts/toasts.ts';
import {
  countProgress,
  getFieldsBesidesShare,
  isCertainlyUnsent,
  isSharingWithPatient,
  readPendingChanges,
} from '../sync/unsent-changes.ts';

type DiscardAndEdit = Pick<OutboxStore, 'discard' | 'edit'>;

interface ShareDeps {
  readonly calls: ProcedureCalls;
  readonly outbox: DiscardAndEdit & Pick<OutboxStore, 'saveForUndo' | 'report' | 'invalidate'>;
  readonly toasts: ToastsStore;
}

/** A share that is saved on this computer. */
export interface SavedShare {
  /** The requisition. */
  readonly id: string;
  /** The number of the change in the outbox. */
  readonly number: number;
}

/**
 * Takes back a share that was not sent: the whole change, or of one with further fields this field alone. Returns null on
 * success; 'changed-since' where it was sent or discarded, or does not share any more.
 */
export async function unshare(
  { calls, outbox }: Pick<ShareDeps, 'calls'> & { readonly outbox: DiscardAndEdit },
  number: number,
): Promise<AppError | null> {
  // By its number and not by its requisition: that would be a view of a record that was not opened.
  const pending = await readPendingChanges(calls, [number]);
  if (!pending.ok) return pending.error;
  const change = pending.value.get(number);
  if (change === undefined || !isCertainlyUnsent(change) || !isSharingWithPatient(change)) return NOT_UNDONE;
  const others = getFieldsBesidesShare(change);
  return Object.keys(others).length === 0 ? outbox.discard(change) : outbox.edit(change, others);
}

/** Shares a requisition with its patient, with a toast that can take it back until it is sent. */
export async function share(deps: ShareDeps, requisition: Requisition): Promise<void> {
  const { outbox, toasts } = deps;
  const { id, name, patient } = requisition;
  const saved = await outbox.saveForUndo(createShareChange(id, true, requisition));
  outbox.report(saved.ok ? null : saved.error);
  if (!saved.ok) return;
  const { number } = saved.value;
  toasts.show({
    subject: { did: 'changeSaved', what: 'shared', kind: 'requisition', name, isSent: false },
    undo: () => unshare(deps, number),
    unsent: [number],
    place: { to: 'record', kind: 'requisition', id },
    patient,
  });
}

/** Returns the actions on the outbox without a reload of the lists after each: many are done one after the other. */
function createQuietActions(calls: ProcedureCalls): DiscardAndEdit {
  const toError = (result: Result<unknown>): AppError | null => (result.ok ? null : result.error);
  return {
    discard: async ({ number, version }) => toError(await calls['outbox.discard']({ number, version })),
    edit: async ({ number, version }, data) => toError(await calls['outbox.edit']({ number, version, data })),
  };
}

/**
 * Says what an undo of several shares has not taken back.
 * @param left the numbers of those that could not be taken back
 */
async function showSharesLeft(
  { calls, toasts }: ShareDeps,
  left: readonly number[],
  all: number,
): Promise<AppError | null> {
  const isSameAccount = toasts.followAccount();
  const pending = await readPendingChanges(calls, left);
  if (!isSameAccount()) return null;
  if (!pending.ok) return NOT_UNDONE;
  const shared = left.filter((number) => {
    const change = pending.value.get(number);
    // One that the user has stopped or edited since is as it should be.
    return change === undefined || isSharingWithPatient(change);
  });
  const { sent, waiting } = await countProgress(calls, shared, pending.value);
  if (isSameAccount() && sent + waiting > 0)
    toasts.show({
      subject: { did: 'sharesUndone', all, sent, waiting },
      undo: null,
      ...(waiting === 0 ? {} : { place: { to: 'screen', screen: 'outbox' } }),
    });
  return null;
}

/**
 * Takes back those of several shares that were not sent, the last one first, because the first ones are sent first. A
 * toast says how many had been sent, and how many are left in the outbox. Returns null on success.
 */
async function unshareSeveral(deps: ShareDeps, shares: readonly SavedShare[]): Promise<AppError | null> {
  const { calls, outbox, toasts } = deps;
  const isSameAccount = toasts.followAccount();
  const left: number[] = [];
  for (const { number } of shares.toReversed()) {
    const error = await unshare({ calls, outbox: createQuietActions(calls) }, number);
    if (!isSameAccount()) return null;
    if (error?.code === NOT_UNDONE.code) left.push(number);
    else if (error !== null) {
      // Those before it are taken back.
      outbox.invalidate();
      return error;
    }
  }
  outbox.invalidate();
  return left.length === 0 ? null : showSharesLeft(deps, left, shares.length);
}

/** Shows that several requisitions will be shared with their patients, with one undo for all that were not sent. */
export function showSharedSeveral(deps: ShareDeps, shares: readonly SavedShare[]): void {
  deps.toasts.show({
    subject: { did: 'severalShared', count: shares.length, sent: 0, discarded: 0, isSent: false },
    undo: () => unshareSeveral(deps, shares),
    unsent: shares.map(({ number }) => number),
    canUndoRest: true,
    place: { to: 'screen', screen: 'outbox' },
  });
}
