import type { OperationName } from '#contract/changes.ts';
import type { Kind } from '#contract/records.ts';
import type { AppError } from '#contract/result.ts';
import type { Screen } from '#contract/screens.ts';
import type { EpochMs } from '#contract/time.ts';

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
  'pdfNotPrinted',
  'reviewUndone',
  'markedRead',
  'markedUnread',
  'unreadAgain',
  'readAgain',
  'snoozeUndone',
  'hiddenAgain',
] as const;

/** What the user has done to several records, or has undone. */
const COUNTED_TOAST_ACTIONS = [
  'reviewsUndone',
  'unsnoozedSeveral',
  'snoozesUndone',
  'hiddenAgainSeveral',
] as const;

/** What the user has saved on this computer under a name. */
export const NAMED_TOAST_ACTIONS = [
  'nameSaved',
  'nameRemoved',
  'templateSaved',
  'templateRemoved',
  'templateReplacedInput',
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
  /**
   * Several requisitions shared with their patients at once; `sent`: how many of them were sent so far, `discarded`: how
   * many were taken back one by one.
   */
  | {
      readonly did: 'severalShared';
      readonly count: number;
      readonly sent: number;
      readonly discarded: number;
      readonly isSent: boolean;
    }
  /**
   * An undo of several shares could not take back all: some had been `sent`, some are `waiting` in the outbox, refused or for
   * a decision. The others are not shared.
   */
  | {
      readonly did: 'sharesUndone';
      readonly all: number;
      readonly sent: number;
      readonly waiting: number;
    }
  /** Of the reviews of one action, some were undone and others were `left`, because they are on their way or it failed. */
  | { readonly did: 'reviewsPartlyUndone'; readonly undone: number; readonly left: number }
  /** Of several orders of one editor, some were taken back and others were `left`, because they are on their way or it failed. */
  | { readonly did: 'ordersPartlyUndone'; readonly undone: number; readonly left: number }
  | {
      readonly did: 'changeDiscarded';
      readonly operation: OperationName;
      readonly kind: Kind;
      readonly name: string;
    }
  | { readonly did: 'snoozed'; readonly name: string; readonly until: EpochMs }
  /** Several rows; the number of their notifications. */
  | { readonly did: 'snoozedSeveral'; readonly count: number; readonly until: EpochMs }
  | { readonly did: (typeof COUNTED_TOAST_ACTIONS)[number]; readonly count: number }
  | { readonly did: 'nothingToUndo' }
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
  /** What is said once it is undone; nothing where it is missing. */
  readonly undone?: Pick<Toast, 'subject' | 'patient'>;
  /** The changes that must not have been sent, by their numbers in the outbox, so that it can be undone. */
  readonly unsent?: readonly number[];
  /** Its undo takes back what was not sent, so that it is offered until all of them were sent. */
  readonly canUndoRest?: boolean;
  /** Where to see what it says. It is not offered where that is on screen. */
  readonly place?: ToastPlace;
  /** The number of the action, by which the last of all kinds is found. The store of the toasts gives it. */
  readonly number?: number;
  /** The patient of the requisition that it is about; null or missing where it is about something else. */
  readonly patient?: string | null;
}

/** The error of an undo that comes too late: what it would undo was sent or changed since. */
export const NOT_UNDONE: AppError = { code: 'changed-since' };

/** Whether an undo has failed because it came too late: what it would undo is on its way, was sent or was changed since. */
export function isTooLateToUndo({ code }: AppError): boolean {
  return code === NOT_UNDONE.code || code === 'on-its-way';
}

/** What says that something was undone, or that nothing is left to undo: out of date with the next action. */
export const UNDO_MESSAGES: ReadonlySet<ToastSubject['did']> = new Set<ToastSubject['did']>([
  'reviewUndone',
  'reviewsUndone',
  'reviewsPartlyUndone',
  'nothingToUndo',
]);
