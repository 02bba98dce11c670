import type { Requisition } from '#contract/requisitions.ts';
import type { AppError, Result } from '#contract/result.ts';
import type { ProcedureCalls } from '../bridge.ts';
import { createShareChange } from './quick-changes.ts';
import type { OutboxStore } from '../sync/outbox.ts';
import { isTooLateToUndo, NOT_UNDONE } from '../toasts/toast.ts';
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
  outbox.report(`share ${id}`, saved.ok ? null : saved.error);
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

/** Several requisitions that were shared with their patients by one action. */
interface SharingOfSeveral {
  /** How many there were, with those that were taken back. */
  readonly all: number;
  /** The undo, for the banner of its error. */
  readonly about: string;
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
 * Says what an undo of several shares has not taken back, and offers to take back those that are still unsent. Returns the error
 * where that cannot be known.
 * @param left those that could not be taken back
 */
async function showSharesLeft(
  deps: ShareDeps,
  left: readonly SavedShare[],
  sharing: SharingOfSeveral,
): Promise<AppError | null> {
  const { calls, toasts } = deps;
  const isSameAccount = toasts.followAccount();
  const pending = await readPendingChanges(
    calls,
    left.map(({ number }) => number),
  );
  if (!isSameAccount()) return null;
  if (!pending.ok) return pending.error;
  const shared = left.filter(({ number }) => {
    const change = pending.value.get(number);
    // One that the user has stopped or edited since is as it should be.
    return change === undefined || isSharingWithPatient(change);
  });
  const numbers = shared.map(({ number }) => number);
  const { sent, waiting, unsent } = await countProgress(calls, numbers, pending.value);
  if (!isSameAccount()) return null;
  if (unsent > 0) showSharesToUndo(deps, shared, sharing);
  else if (sent + waiting > 0)
    toasts.show({
      subject: { did: 'sharesUndone', all: sharing.all, sent, waiting },
      undo: null,
      ...(waiting === 0 ? {} : { place: { to: 'screen', screen: 'outbox' } }),
    });
  return null;
}

/**
 * Takes back those of several shares that were not sent, the last one first, because the first ones are sent first. One that cannot be
 * taken back does not keep the others. A toast says how many had been sent, and how many are left in the outbox. Returns null on
 * success.
 */
async function unshareSeveral(
  deps: ShareDeps,
  shares: readonly SavedShare[],
  sharing: SharingOfSeveral,
): Promise<AppError | null> {
  const { calls, outbox, toasts } = deps;
  const isSameAccount = toasts.followAccount();
  // The error of an earlier try is out of date now.
  outbox.report(sharing.about, null);
  const left: SavedShare[] = [];
  let problem: AppError | null = null;
  for (const each of shares.toReversed()) {
    const error = await unshare({ calls, outbox: createQuietActions(calls) }, each.number);
    if (!isSameAccount()) return null;
    if (error === null) continue;
    left.unshift(each);
    if (!isTooLateToUndo(error)) problem ??= error;
  }
  outbox.invalidate();
  if (left.length === 0) return null;
  // The toast says which came too late; why others could not be taken back, it does not say.
  if (problem !== null) outbox.report(sharing.about, problem);
  return showSharesLeft(deps, left, sharing);
}

/** Shows that shares wait to be sent, with one undo for all of them. */
function showSharesToUndo(deps: ShareDeps, shares: readonly SavedShare[], sharing: SharingOfSeveral): void {
  const { all } = sharing;
  const discarded = all - shares.length;
  deps.toasts.show({
    subject: { did: 'severalShared', count: all, sent: 0, discarded, isSent: false },
    undo: () => unshareSeveral(deps, shares, sharing),
    unsent: shares.map(({ number }) => number),
    canUndoRest: true,
    place: { to: 'screen', screen: 'outbox' },
  });
}

/** Shows that several requisitions will be shared with their patients, with one undo for all that were not sent. */
export function showSharedSeveral(deps: ShareDeps, shares: readonly SavedShare[]): void {
  const about = `unshare ${shares.map(({ number }) => number).join(' ')}`;
  showSharesToUndo(deps, shares, { all: shares.length, about });
}
