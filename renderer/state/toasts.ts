import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Kind } from '#contract/records.ts';
import type { AppError } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import type { Operation } from '#contract/writes.ts';
import { createLatestRequestGuard, createThrottle } from './async.ts';
import type { ProcedureCalls } from './bridge.ts';
import { readUnsentChangeNumbers } from './unsent-changes.ts';

/** What the user has done to a record or a draft of it. */
export const TOAST_ACTIONS = [
  'draftDiscarded',
  'followUpSet',
  'followUpChanged',
  'followUpCleared',
  'shared',
  'published',
  'unsnoozed',
] as const;

/** What a toast says: what was done, to which record or file, and where. */
export type ToastSubject =
  | {
      readonly did: (typeof TOAST_ACTIONS)[number];
      readonly kind: Kind;
      /** The name of the record or the draft; empty where it has none. */
      readonly name: string;
    }
  | {
      readonly did: 'changeDiscarded';
      readonly operation: Operation;
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

/** A toast, and how to undo what it says. */
export interface Toast {
  readonly subject: ToastSubject;
  /** Undoes it. Returns null on success, otherwise the error. Null where it cannot be undone. */
  readonly undo: (() => Promise<AppError | null>) | null;
  /** The change that must not have been sent, by its number in the outbox, so that it can be undone. */
  readonly unsent?: number;
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

/** Removes what was sent from what can be undone, and its toast from the screen. */
async function dropSent(
  calls: ProcedureCalls,
  store: StoreApi<ToastsState>,
  isSameAccount: () => boolean,
): Promise<void> {
  const asked = store.getState().undoable.filter(({ unsent }) => unsent !== undefined);
  if (asked.length === 0) return;
  const unsent = await readUnsentChangeNumbers(calls);
  if (unsent === null || !isSameAccount()) return;
  // What was saved after the outbox was read is not in the response, and stays.
  const sent = new Set(asked.filter((toast) => toast.unsent !== undefined && !unsent.has(toast.unsent)));
  store.setState(({ shown, undoable }) => ({
    shown: shown !== null && sent.has(shown) ? null : shown,
    undoable: undoable.filter((toast) => !sent.has(toast)),
  }));
}

/** Creates the store of the toasts of the open account, and of what can be undone. */
export function createToastsStore(calls: ProcedureCalls): ToastsStore {
  const store = createStore<ToastsState>(() => NONE);
  const accounts = createLatestRequestGuard();
  const refresh = createThrottle(() => dropSent(calls, store, accounts.follow()), REFRESH_GAP_MS);
  const show = (toast: Toast): void =>
    store.setState(({ undoable }) => ({
      shown: toast,
      undoable: toast.undo === null ? undoable : [...undoable, toast].slice(-MAX_UNDOABLE),
    }));
  return {
    store,
    show,
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
