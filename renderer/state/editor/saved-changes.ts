import type { PendingChange } from '#contract/outbox.ts';
import type { Kind } from '#contract/records.ts';
import type { AppError } from '#contract/result.ts';
import type { ProcedureCalls } from '../bridge.ts';
import { isSameValue } from './editor-definition.ts';
import type { OutboxStore } from '../sync/outbox.ts';
import {
  isTooLateToUndo,
  NOT_UNDONE,
  type SavedChangeAction,
  type ToastPlace,
  type ToastSubject,
} from '../toasts/toast.ts';
import type { ToastsStore } from '../toasts/toasts.ts';
import { isCertainlyUnsent, isStoppingToShare } from '../sync/unsent-changes.ts';

/** What one action of the user has saved in the outbox. */
export interface SavedChanges {
  readonly what: SavedChangeAction;
  readonly kind: Kind;
  /** The name of the record; empty where it has none. */
  readonly name: string;
  /** The changes, each with its record, in the order in which they were saved. */
  readonly saved: readonly { readonly number: number; readonly id: string }[];
  /** The numbers of the changes that the record had before; null where they could not be read. */
  readonly before: readonly number[] | null;
  readonly place?: ToastPlace;
  /** The patient of the requisition; null for a form. */
  readonly patient?: string | null;
  /** Called after the changes were discarded again. */
  readonly onUndone?: () => Promise<void>;
}

interface SavedChangeDeps {
  readonly calls: ProcedureCalls;
  readonly outbox: Pick<OutboxStore, 'discard' | 'report'>;
  readonly toasts: ToastsStore;
}

async function listChangesOf(
  calls: ProcedureCalls,
  kind: Kind,
  id: string,
): Promise<readonly PendingChange[]> {
  const listed = await calls['outbox.list']({ of: { kind, id } });
  return listed.ok ? listed.value.items : [];
}

/** Reads the numbers of the changes that a record has before another one is saved; null where they cannot be read. */
export async function readNumbersOfChanges(
  calls: ProcedureCalls,
  kind: Kind,
  id: string,
): Promise<readonly number[] | null> {
  const listed = await calls['outbox.list']({ of: { kind, id } });
  return listed.ok ? listed.value.items.map(({ number }) => number) : null;
}

/**
 * Returns whether discarding a change restores what was before it was saved: not where it was merged into a change from
 * before, or where a stop of sharing has replaced others.
 */
function restoresWhatWas(change: PendingChange, before: SavedChanges['before']): boolean {
  if (before === null || before.includes(change.number)) return false;
  return !isStoppingToShare(change) || before.length === 0;
}

/** Returns whether a change is as it was saved, unsent, and the last one of its record. */
async function isAsSaved(calls: ProcedureCalls, kind: Kind, saved: PendingChange): Promise<boolean> {
  const last = (await listChangesOf(calls, kind, saved.id)).at(-1);
  return (
    last !== undefined &&
    last.number === saved.number &&
    isCertainlyUnsent(last) &&
    isSameValue(last.fields, saved.fields)
  );
}

interface UndoneChanges extends Pick<SavedChanges, 'kind' | 'onUndone'> {
  /** The undo, for the banner of its error. */
  readonly about: string;
}

/** Says that of several changes of one action only some were taken back, and offers to take back the others that are unsent. */
async function showPartlyUndone(
  deps: SavedChangeDeps,
  { about, kind, onUndone }: UndoneChanges,
  { undone, left }: { readonly undone: number; readonly left: readonly PendingChange[] },
): Promise<void> {
  const { calls, toasts } = deps;
  const isSameAccount = toasts.followAccount();
  const unsent: PendingChange[] = [];
  for (const change of left) if (await isAsSaved(calls, kind, change)) unsent.push(change);
  if (!isSameAccount()) return;
  // The draft holds all of them: where one is sent, it would be ordered again with the draft.
  const rest =
    unsent.length === left.length && onUndone !== undefined ? { about, kind, onUndone } : { about, kind };
  toasts.show({
    subject: { did: 'ordersPartlyUndone', undone, left: left.length },
    undo: unsent.length === 0 ? null : () => discardAll(deps, rest, unsent),
    ...(unsent.length === 0 ? {} : { unsent: unsent.map(({ number }) => number) }),
    place: { to: 'screen', screen: 'outbox' },
  });
}

/** Discards each change. Returns those that could not be discarded, and the first error; null where another account was opened. */
async function discardEach(
  { outbox, toasts }: SavedChangeDeps,
  changes: readonly PendingChange[],
): Promise<{ readonly left: readonly PendingChange[]; readonly problem: AppError | null } | null> {
  const isSameAccount = toasts.followAccount();
  const left: PendingChange[] = [];
  let problem: AppError | null = null;
  for (const change of changes) {
    // The numbers of another account's changes are others.
    if (!isSameAccount()) return null;
    const error = await outbox.discard(change);
    problem ??= error;
    if (error !== null) left.push(change);
  }
  return isSameAccount() ? { left, problem } : null;
}

/**
 * Discards changes again; one that cannot be discarded does not keep the others. Where it is too late for one of them from the start,
 * nothing is discarded. Returns null on success, and where a message of its own says what was done.
 */
async function discardAll(
  deps: SavedChangeDeps,
  of: UndoneChanges,
  changes: readonly PendingChange[],
): Promise<AppError | null> {
  const isSameAccount = deps.toasts.followAccount();
  // The error of an earlier try is out of date now.
  deps.outbox.report(of.about, null);
  for (const change of changes) if (!(await isAsSaved(deps.calls, of.kind, change))) return NOT_UNDONE;
  const discarded = isSameAccount() ? await discardEach(deps, changes) : null;
  if (discarded === null) return null;
  const { left, problem } = discarded;
  if (left.length === changes.length) return problem;
  if (left.length === 0) await of.onUndone?.();
  else {
    // The banner of one that comes too late says that nothing was done, or saved.
    if (problem !== null && !isTooLateToUndo(problem)) deps.outbox.report(of.about, problem);
    await showPartlyUndone(deps, of, { undone: changes.length - left.length, left });
  }
  return null;
}

/** Returns the function that discards changes again; null where that would not restore what was. */
async function createUndo(
  deps: SavedChangeDeps,
  { kind, saved, before, onUndone }: SavedChanges,
): Promise<(() => Promise<AppError | null>) | null> {
  const changes: PendingChange[] = [];
  for (const { number, id } of saved) {
    const change = (await listChangesOf(deps.calls, kind, id)).find((each) => each.number === number);
    if (change === undefined || !isCertainlyUnsent(change) || !restoresWhatWas(change, before)) return null;
    changes.unshift(change);
  }
  const about = `undo ${saved.map(({ number }) => number).join(' ')}`;
  return () => discardAll(deps, { about, kind, ...(onUndone === undefined ? {} : { onUndone }) }, changes);
}

function toSubject({ what, kind, name, saved }: SavedChanges): ToastSubject {
  return saved.length > 1
    ? { did: 'severalOrdered', count: saved.length, isSent: false }
    : { did: 'changeSaved', what, kind, name, isSent: false };
}

/** Shows a toast that says what was saved and where it is, and that can undo it while nothing of it was sent. */
export async function showSavedChanges(deps: SavedChangeDeps, changes: SavedChanges): Promise<void> {
  const isSameAccount = deps.toasts.followAccount();
  const undo = await createUndo(deps, changes);
  if (!isSameAccount()) return;
  const { saved, place, patient = null } = changes;
  deps.toasts.show({
    subject: toSubject(changes),
    undo,
    unsent: saved.map(({ number }) => number),
    patient,
    ...(place === undefined ? {} : { place }),
  });
}
