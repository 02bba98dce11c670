import type { Requisition } from '#contract/requisitions.ts';
import { err, type AppError, type Result } from '#contract/result.ts';
import type { ProcedureCalls } from './bridge.ts';
import { createShareChange } from './quick-changes.ts';
import type { OutboxStore } from './sync/outbox.ts';
import type { ToastsStore } from './toasts.ts';
import { countProgress, isCertainlyUnsent, readPendingChangesByNumber } from './unsent-changes.ts';

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

const NOT_UNDONE = err('changed-since').error;
const SHARED_FIELD = 'share_with_patient';

/**
 * Takes back a share that was not sent: the whole change, or of one with further fields this field alone. Returns null on
 * success; 'changed-since' where it was sent or discarded.
 */
export async function unshare(
  { calls, outbox }: Pick<ShareDeps, 'calls'> & { readonly outbox: DiscardAndEdit },
  { id, number }: SavedShare,
): Promise<AppError | null> {
  const listed = await calls['outbox.list']({ of: { kind: 'requisition', id } });
  if (!listed.ok) return listed.error;
  const change = listed.value.items.find((each) => each.number === number);
  if (change === undefined || !isCertainlyUnsent(change)) return NOT_UNDONE;
  const others = change.fields.filter(({ field }) => field !== SHARED_FIELD);
  if (others.length === 0) return outbox.discard(number);
  return outbox.edit(number, Object.fromEntries(others.map(({ field, mine }) => [field, JSON.parse(mine)])));
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
    undo: () => unshare(deps, { id, number }),
    unsent: [number],
    place: { to: 'record', kind: 'requisition', id },
    patient,
  });
}

/** Returns the actions on the outbox without a reload of the lists after each: many are done one after the other. */
function createQuietActions(calls: ProcedureCalls): DiscardAndEdit {
  const toError = (result: Result<unknown>): AppError | null => (result.ok ? null : result.error);
  return {
    discard: async (number) => toError(await calls['outbox.discard']({ number })),
    edit: async (number, data) => toError(await calls['outbox.edit']({ number, data })),
  };
}

/**
 * Takes back those of several shares that were not sent, the last one first, because the first ones are sent first. A
 * toast says how many had been sent. Returns null on success; 'changed-since' where one is left that was not sent either.
 */
async function unshareSeveral(deps: ShareDeps, shares: readonly SavedShare[]): Promise<AppError | null> {
  const { calls, outbox, toasts } = deps;
  const isSameAccount = toasts.followAccount();
  const left: number[] = [];
  for (const each of shares.toReversed()) {
    const error = await unshare({ calls, outbox: createQuietActions(calls) }, each);
    if (!isSameAccount()) return null;
    if (error?.code === NOT_UNDONE.code) left.push(each.number);
    else if (error !== null) {
      // Those before it are taken back.
      outbox.invalidate();
      return error;
    }
  }
  outbox.invalidate();
  if (left.length === 0) return null;
  const pending = await readPendingChangesByNumber(calls);
  if (pending === null || !isSameAccount()) return NOT_UNDONE;
  const { sent } = await countProgress(calls, left, pending);
  if (!isSameAccount()) return null;
  if (sent === 0) return left.some((number) => pending.has(number)) ? NOT_UNDONE : null;
  const isRestUndone = left.length < shares.length;
  toasts.show({ subject: { did: 'sharesUndone', all: shares.length, sent, isRestUndone }, undo: null });
  return null;
}

/** Shows that several requisitions will be shared with their patients, with one undo for all that were not sent. */
export function showSharedSeveral(deps: ShareDeps, shares: readonly SavedShare[]): void {
  deps.toasts.show({
    subject: { did: 'severalShared', count: shares.length, sent: 0, isSent: false },
    undo: () => unshareSeveral(deps, shares),
    unsent: shares.map(({ number }) => number),
    canUndoRest: true,
    place: { to: 'screen', screen: 'outbox' },
  });
}
