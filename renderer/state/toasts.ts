import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Kind } from '#contract/records.ts';
import type { Screen } from '#contract/screens.ts';
import type { PendingChange } from '#contract/outbox.ts';
import type { AppError } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import type { OperationName } from '#contract/changes.ts';
import { createLatestRequestGuard, createThrottle, type LatestRequestCheck } from './async.ts';
import type { ProcedureCalls } from './bridge.ts';
import {
  countProgress,
  isCertainlyUnsent,
  readEndings,
  readPendingChangesByNumber,
} from './unsent-changes.ts';

/** What the user has done to a record or a draft of it, on this computer alone. */
export const TOAST_ACTIONS = [
  'draftDiscarded',
  'draftSaved',
  'followUpSet',
  'followUpChanged',
  'followUpCleared',
  'unsentFormDeleted',
  'unsnoozed',
  'pdfRemoved',
] as const;

/** What the user has saved on this computer under a name. */
export const NAMED_TOAST_ACTIONS = [
  'nameSaved',
  'nameRemoved',
  'templateSaved',
  'templateRemoved',
  'viewSaved',
  'viewRemoved',
] as const;

/** What the user has saved for the service: it is on this computer first, and on the service once it was sent. */
export const SAVED_CHANGE_ACTIONS = [
  'ordered',
  'edited',
  'reviewAsked',
  'formCreated',
  'formDeleted',
  'requestsChanged',
  'requestWithdrawn',
  'shared',
  'published',
] as const;
export type SavedChangeAction = (typeof SAVED_CHANGE_ACTIONS)[number];

/** What a toast says: what was done, to which record or file, and where. */
export type ToastSubject =
  | {
      readonly did: (typeof TOAST_ACTIONS)[number];
      readonly kind: Kind;
      /** The name of the record or the draft; empty where it has none. */
      readonly name: string;
    }
  | { readonly did: (typeof NAMED_TOAST_ACTIONS)[number]; readonly name: string }
  | {
      readonly did: 'changeSaved';
      readonly what: SavedChangeAction;
      readonly kind: Kind;
      readonly name: string;
      /** Whether the service has it. */
      readonly isSent: boolean;
    }
  /** Several orders of one editor. */
  | { readonly did: 'severalOrdered'; readonly count: number; readonly isSent: boolean }
  /** Several requisitions shared with their patients at once; `sent`: how many of them were sent so far. */
  | { readonly did: 'severalShared'; readonly count: number; readonly sent: number; readonly isSent: boolean }
  /** An undo of several shares came after some had been sent; `isRestUndone`: the others are not shared. */
  | {
      readonly did: 'sharesUndone';
      readonly all: number;
      readonly sent: number;
      readonly isRestUndone: boolean;
    }
  | {
      readonly did: 'changeDiscarded';
      readonly operation: OperationName;
      readonly kind: Kind;
      readonly name: string;
    }
  | { readonly did: 'snoozed'; readonly name: string; readonly until: EpochMs }
  /** Several rows; the number of their notifications. */
  | { readonly did: 'snoozedSeveral'; readonly count: number; readonly until: EpochMs }
  | { readonly did: 'unsnoozedSeveral'; readonly count: number }
  /** A file was saved; the whole path. */
  | { readonly did: 'fileSaved'; readonly path: string }
  | { readonly did: 'notUndone'; readonly error: AppError }
  /** No further record can be shown in a window of its own. */
  | { readonly did: 'tooManyWindows' };

/** Where a toast leads to. */
export type ToastPlace =
  | { readonly to: 'record'; readonly kind: Kind; readonly id: string }
  | { readonly to: 'draft'; readonly kind: 'requisition' | 'form'; readonly key: string }
  | { readonly to: 'screen'; readonly screen: Screen };

/** A toast, and how to undo what it says. */
export interface Toast {
  readonly subject: ToastSubject;
  /** Undoes it. Returns null on success, otherwise the error. Null where it cannot be undone. */
  readonly undo: (() => Promise<AppError | null>) | null;
  /** The changes that must not have been sent, by their numbers in the outbox, so that it can be undone. */
  readonly unsent?: readonly number[];
  /** Its undo takes back what was not sent, so that it is offered until all of them were sent. */
  readonly canUndoRest?: boolean;
  /** Where to see what it says. It is not offered where that is on screen. */
  readonly place?: ToastPlace;
  /** The patient of the requisition that it is about; null or missing where it is about something else. */
  readonly patient?: string | null;
}

export interface ToastsState {
  /** The toast on screen; null for none. */
  readonly shown: Toast | null;
  /** What can be undone, oldest first; the toast on screen is the last one if it is among them. */
  readonly undoable: readonly Toast[];
}

export interface ToastsStore {
  readonly store: StoreApi<ToastsState>;
  /** Shows a toast in the place of the one before, which can still be undone by the key. */
  readonly show: (toast: Toast) => void;
  /** Returns whether the account is still the one that was open at this call. */
  readonly followAccount: () => LatestRequestCheck;
  /** Shows that a file was saved, and where. */
  readonly showSavedFile: (path: string) => void;
  /** Undoes the last action that can be undone. */
  readonly undo: () => Promise<void>;
  readonly dismiss: () => void;
  /** Called when pending changes were sent or changed: what was sent can no longer be undone. */
  readonly invalidate: () => void;
  readonly reset: () => void;
}

/** Maximum number of actions that can be undone, one after the other. */
const MAX_UNDOABLE = 20;
const REFRESH_GAP_MS = 200;
const NONE: ToastsState = { shown: null, undoable: [] };

/** Returns whether the service has all of these changes; false where one was discarded or is not known. */
async function areOnService(calls: ProcedureCalls, numbers: readonly number[]): Promise<boolean> {
  const endings = await readEndings(calls, new Set(numbers));
  return numbers.every((number) => endings.get(number) === 'on-service');
}

/** Returns whether a change is on its way to the service and nothing about it is in doubt. */
const isOnItsWay = (change: PendingChange): boolean =>
  isCertainlyUnsent(change) || change.state === 'sending';

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
  if (!('isSent' in subject)) return null;
  const left = unsent.flatMap((number) => pending.get(number) ?? []);
  if (left.length > 0) return left.every(isOnItsWay) ? { ...toast, undo: null } : null;
  const { unsent: _numbers, ...said } = toast;
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
  return progress.sent === subject.sent ? toast : { ...toast, subject: { ...subject, sent: progress.sent } };
}

/** Returns the toasts of which something was sent, each with what can still be undone of it, or null. */
async function findSentToasts(
  calls: ProcedureCalls,
  toasts: readonly Toast[],
  pending: ReadonlyMap<number, PendingChange>,
): Promise<ReadonlyMap<Toast, Toast | null>> {
  const isUnsent = (number: number): boolean => {
    const change = pending.get(number);
    return change !== undefined && isCertainlyUnsent(change);
  };
  const found = new Map<Toast, Toast | null>();
  for (const toast of new Set(toasts))
    if (toast.unsent?.every(isUnsent) === false)
      found.set(toast, await updatePartlySentToast(calls, toast, pending));
  return found;
}

/** Removes what was sent from what can be undone, and says of the toast on screen that the service has it. */
async function dropSent(
  calls: ProcedureCalls,
  store: StoreApi<ToastsState>,
  isSameAccount: () => boolean,
): Promise<void> {
  const before = store.getState();
  const all = before.shown === null ? before.undoable : [...before.undoable, before.shown];
  if (all.every(({ unsent }) => unsent === undefined)) return;
  const pending = await readPendingChangesByNumber(calls);
  if (pending === null || !isSameAccount()) return;
  // What was saved after the outbox was read is not in the response, and stays.
  const sent = await findSentToasts(calls, all, pending);
  const isShownSent = before.shown !== null && sent.has(before.shown);
  const next = isShownSent
    ? (sent.get(before.shown) ?? (await updateSentToast(calls, before.shown, pending)))
    : null;
  if (!isSameAccount()) return;
  store.setState(({ shown, undoable }) => ({
    shown: isShownSent && shown === before.shown ? next : shown,
    undoable: undoable.flatMap((toast) => (sent.has(toast) ? (sent.get(toast) ?? []) : [toast])),
  }));
}

/** Creates the store of the toasts of the open account, and of what can be undone. */
export function createToastsStore(calls: ProcedureCalls): ToastsStore {
  const store = createStore<ToastsState>(() => NONE);
  const accounts = createLatestRequestGuard();
  const refresh = createThrottle(() => dropSent(calls, store, accounts.follow()), REFRESH_GAP_MS);
  const show = (toast: Toast): void => {
    store.setState(({ undoable }) => ({
      shown: toast,
      undoable: toast.undo === null ? undoable : [...undoable, toast].slice(-MAX_UNDOABLE),
    }));
    // It may have been sent while the toast was prepared.
    if (toast.unsent !== undefined) refresh.request();
  };
  return {
    store,
    show,
    followAccount: accounts.follow,
    showSavedFile: (path) => show({ subject: { did: 'fileSaved', path }, undo: null }),
    undo: async () => {
      const isSameAccount = accounts.follow();
      const toast = store.getState().undoable.at(-1);
      if (toast?.undo === null || toast === undefined) return;
      store.setState(({ undoable }) => ({
        shown: null,
        undoable: undoable.filter((each) => each !== toast),
      }));
      const error = await toast.undo();
      if (error !== null && isSameAccount()) show({ subject: { did: 'notUndone', error }, undo: null });
    },
    dismiss: () => store.setState({ shown: null }),
    invalidate: refresh.request,
    reset: () => {
      accounts.cancel();
      refresh.reset();
      store.setState(NONE);
    },
  };
}
