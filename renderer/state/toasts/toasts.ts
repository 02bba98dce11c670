import { createStore, type StoreApi } from 'zustand/vanilla';
import { createLatestRequestGuard, createThrottle, type LatestRequestCheck } from '../async.ts';
import type { ProcedureCalls } from '../bridge.ts';
import { takeActionNumber } from '../action-number.ts';
import { UNDO_MESSAGES, type Toast } from './toast.ts';
import { updateToast } from './toast-updates.ts';
import { readPendingChanges } from '../sync/unsent-changes.ts';

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
  /**
   * Shows a toast once its action is saved; what it says can be undone at once. Where nothing was saved, there is nothing to
   * undo.
   */
  readonly showOnceSaved: (toast: Toast, isSaved: Promise<boolean>) => void;
  /** Returns whether the account is still the one that was open at this call. */
  readonly followAccount: () => LatestRequestCheck;
  /** Shows that a file was saved, and where. */
  readonly showSavedFile: (path: string) => void;
  /** Undoes the last action that can be undone. */
  readonly undo: () => Promise<void>;
  readonly dismiss: () => void;
  /** Hides a message that says that something was undone, or that nothing is left to undo. */
  readonly dismissUndone: () => void;
  /** Called when pending changes were sent or changed: what was sent can no longer be undone. */
  readonly invalidate: () => void;
  readonly reset: () => void;
}

/** Maximum number of actions that can be undone, one after the other. */
const MAX_UNDOABLE = 50;
const REFRESH_GAP_MS = 200;
const NONE: ToastsState = { shown: null, undoable: [] };

/** Removes what was sent from what can be undone, and says of the toast on screen that the service has it. */
async function dropSent(
  calls: ProcedureCalls,
  store: StoreApi<ToastsState>,
  isSameAccount: () => boolean,
): Promise<void> {
  const before = store.getState();
  const all = new Set(before.shown === null ? before.undoable : [...before.undoable, before.shown]);
  const numbers = [...all].flatMap(({ unsent = [] }) => unsent);
  if (numbers.length === 0) return;
  const pending = await readPendingChanges(calls, numbers);
  if (!pending.ok || !isSameAccount()) return;
  const updated = new Map<Toast, Toast | null>();
  for (const toast of all)
    updated.set(
      toast,
      await updateToast(calls, toast, { pending: pending.value, isShown: toast === before.shown }),
    );
  if (!isSameAccount()) return;
  // What was saved after the outbox was read is not in the response, and stays.
  const update = (toast: Toast): Toast | null => updated.get(toast) ?? (updated.has(toast) ? null : toast);
  store.setState(({ shown, undoable }) => ({
    shown: shown === null ? null : update(shown),
    undoable: undoable.flatMap((toast) => {
      const next = update(toast);
      return next === null || next.undo === null ? [] : [next];
    }),
  }));
}

/** Makes an action the last one that can be undone, and shows its toast once it is saved. */
function showOnceSaved(store: StoreApi<ToastsState>, given: Toast, isSaved: Promise<boolean>): void {
  const toast = { ...given, number: takeActionNumber() };
  // A toast of an earlier action would offer to undo this one.
  store.setState(({ undoable }) => ({
    shown: null,
    undoable: [...undoable, toast].slice(-MAX_UNDOABLE),
  }));
  void isSaved.then((saved) =>
    store.setState(({ shown, undoable }) =>
      saved
        ? { shown: undoable.at(-1) === toast ? toast : shown }
        : { undoable: undoable.filter((each) => each !== toast) },
    ),
  );
}

/** Undoes the last action that can be undone, and says so, or why it could not be undone. */
async function undoLast(
  store: StoreApi<ToastsState>,
  show: ToastsStore['show'],
  isSameAccount: () => boolean,
): Promise<void> {
  const toast = store.getState().undoable.at(-1);
  if (toast?.undo === null || toast === undefined) return;
  store.setState(({ undoable }) => ({
    shown: null,
    undoable: undoable.filter((each) => each !== toast),
  }));
  const error = await toast.undo();
  if (!isSameAccount()) return;
  if (error !== null) show({ subject: { did: 'notUndone', error }, undo: null });
  // What was done meanwhile has its own message.
  else if (toast.undone !== undefined && store.getState().shown === null)
    show({ ...toast.undone, undo: null });
}

/** Creates the store of the toasts of the open account, and of what can be undone. */
export function createToastsStore(calls: ProcedureCalls): ToastsStore {
  const store = createStore<ToastsState>(() => NONE);
  const accounts = createLatestRequestGuard();
  const refresh = createThrottle(() => dropSent(calls, store, accounts.follow()), REFRESH_GAP_MS);
  const show = (shown: Toast): void => {
    const toast = { ...shown, number: takeActionNumber() };
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
    showOnceSaved: (toast, isSaved) => showOnceSaved(store, toast, isSaved),
    followAccount: accounts.follow,
    showSavedFile: (path) => show({ subject: { did: 'fileSaved', path }, undo: null }),
    undo: () => undoLast(store, show, accounts.follow()),
    dismiss: () => store.setState({ shown: null }),
    dismissUndone: () => {
      const did = store.getState().shown?.subject.did;
      if (did !== undefined && UNDO_MESSAGES.has(did)) store.setState({ shown: null });
    },
    invalidate: refresh.request,
    reset: () => {
      accounts.cancel();
      refresh.reset();
      store.setState(NONE);
    },
  };
}
