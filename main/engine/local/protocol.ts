import type { GenerationMarker, KeychainGenerationMarkerState } from '#contract/generation-marker.ts';
import type { ServiceId, Kind, PendingState } from '#contract/records.ts';
import type {
  MatchCandidate,
  LocalStoreHealth,
  OutboxCounts,
  PendingChange,
  OutboxQuestion,
  OutboxResolution,
  ClosedChange,
} from '#contract/outbox.ts';
import type { AppError, Result } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import type { ImportResult } from '#contract/transfer.ts';
import type { OperationName, ChangeToSave } from '#contract/changes.ts';
import type { JsonObject } from '#main/engine/api/parse/fields.ts';
import type { LocalDataCalls } from './data/protocol.ts';

/** Folder and key of an account's local store. */
export interface LocalStoreFolderAndKey {
  readonly folder: string;
  /** The encryption key of the local store: 64 hex digits. */
  readonly key: string;
}

export interface LocalOpenInput extends LocalStoreFolderAndKey {
  /** The generation marker that the keychain holds. Default: an account without a keychain. */
  readonly keychainMark?: KeychainGenerationMarkerState;
  /** Whether the large tables are checked for damage too, as by default; otherwise `localStore.check` has to follow. */
  readonly checksLargeTables?: boolean;
}

/** What is noted when a change is sent, so that a later reconcile can find out whether it arrived. */
export interface SendAttemptEvidence {
  /**
   * For a create: the records of its patient, or all forms, that the cache held at the time of saving. Never
   * updated.
   */
  readonly knownAtSave?: readonly string[];
  /**
   * For a create: similar records that the service listed before the last attempt. Not updated once an
   * attempt may have arrived.
   */
  readonly listedBeforeSend?: readonly string[];
  /** The user wants the change sent again. It is reconciled right before. */
  readonly sendsAgain?: true;
  /** The user wants the change sent although the end of the service's list is not certain. */
  readonly sendsUnlisted?: true;
  /** The signed-in user who was asked about a change that another user saved, and the one who agreed. */
  readonly askedAs?: string;
  readonly sendsAs?: string;
  /** Values by field that an earlier attempt may have written: finding them at the service is no conflict. */
  readonly left?: JsonObject;
  /**
   * An attempt at a create, or at a change that is safe to repeat, may have reached the service without a
   * response.
   */
  readonly mayHaveLeft?: true;
  /** For a create: the id from the service's response, until the record could be fetched. */
  readonly answeredId?: string;
  /** Patients whom an attempt that may have arrived asked to complete a form. */
  readonly asked?: readonly string[];
  /** The values of the fields at the service before the attempt. */
  readonly before?: JsonObject;
  /** Records that the user has seen and that this change did not make. */
  readonly known?: readonly string[];
  /**
   * The local store is older than what was sent from it: this change may have been sent without a trace in the
   * file.
   */
  readonly rewound?: true;
  /** The change comes from an export file: the computer that exported it may have sent it since. */
  readonly imported?: true;
}

/** One change of the outbox, as the local store holds it. */
export interface StoredChange {
  readonly number: number;
  readonly operation: OperationName;
  readonly kind: Kind;
  readonly target: string;
  /** The fields to send, by the service's names, without the id. */
  readonly data: JsonObject;
  /**
   * Values of the same fields at the service when the edit began. A field with an unknown value is absent.
   */
  readonly base: JsonObject;
  readonly label: string;
  /**
   * The patient of the requisition when the change was saved; null for a create, whose data holds it, and where it is
   * unknown.
   */
  readonly patient: string | null;
  readonly savedBy: string;
  readonly state: PendingState;
  readonly question: OutboxQuestion | null;
  /** The service's values of the fields that the question is about. */
  readonly theirs: JsonObject;
  readonly candidates: readonly MatchCandidate[];
  readonly error: AppError | null;
  readonly evidence: SendAttemptEvidence;
  readonly attempts: number;
  readonly savedAt: EpochMs;
  readonly triedAt: EpochMs | null;
}

/** State of a change after an attempt. Absent fields are cleared, except the evidence. */
export interface ChangeStateAfterAttempt {
  readonly state: Exclude<PendingState, 'sending'>;
  readonly error?: AppError;
  readonly question?: OutboxQuestion;
  readonly theirs?: JsonObject;
  readonly candidates?: readonly MatchCandidate[];
  readonly evidence?: SendAttemptEvidence;
}

export interface ChangeSaveInput {
  readonly change: ChangeToSave;
  /** The record as the cache holds it, without pending changes; null where it is not cached. */
  readonly cached: JsonObject | null;
  /** User id of the account, or empty. */
  readonly userId: string;
  /** For a create: ids of the cached records of its patient, or of all forms; it has made none of them. */
  readonly known?: readonly string[];
}

/** Number of a saved change in the outbox, and the id of its record. */
export interface SavedChange {
  readonly number: number;
  readonly id: string;
}

/** A save as the local store's own thread sees it. */
export interface ChangeSaveResult extends SavedChange {
  readonly kind: Kind;
  /** The changes that are no longer held, because the save has taken back their share. */
  readonly released: readonly number[];
}

/** A notification to set the read flag of, in the state in which the user saw it. */
export interface ReadFlagTarget {
  readonly id: ServiceId<'notification'>;
  readonly title: string;
  /** The read flag at the service, as far as the cache knows. */
  readonly isRead: boolean;
  /** Numbers of the changes that were pending for it at that time, oldest first. */
  readonly waiting: readonly number[];
}

export interface SetReadFlagsInput {
  readonly notifications: readonly ReadFlagTarget[];
  readonly read: boolean;
  /** User id of the account, or empty. */
  readonly userId: string;
}

/** A change that is done: confirmed by the service, or needless; and what is known of its record. */
export interface CloseConfirmedChangeInput {
  readonly number: number;
  /** The data that was sent. A change that was edited meanwhile is not closed. */
  readonly data: JsonObject;
  readonly ending: ClosedChange['ending'];
  /** The id from the service, after a create. */
  readonly realId?: string;
  /** The record in the service's response to the change. */
  readonly answer?: JsonObject;
  /** For a create whose review the record lacks: its reviews. The review becomes a change of its own. */
  readonly otherReviews?: readonly unknown[];
  /** The text of the record as it is in the cache now, unchanged. */
  readonly text?: string;
}

/** Selects the read flags in the outbox that are marked as being sent next: at most `limit`, none of those in `except`. */
export interface MarkReadFlagsSendingInput {
  readonly except: readonly number[];
  readonly limit: number;
  /** User id of the account; null where it is unknown. A flag that another user saved is sent on its own. */
  readonly userId: string | null;
}

/** A read flag that the service has taken. */
export interface ConfirmedReadFlag extends Pick<CloseConfirmedChangeInput, 'ending' | 'answer'> {
  readonly change: StoredChange;
}

/** The next step of the outbox: send a change, or reconcile one. */
export interface NextOutboxTask {
  readonly action: 'send' | 'reconcile';
  readonly change: StoredChange;
}

export interface LocalStoreOpenResult {
  /** The file's generation marker, for the keychain. */
  readonly mark: GenerationMarker;
  readonly health: LocalStoreHealth;
  readonly counts: OutboxCounts;
}

/** Emitted after every commit that changed the outbox. */
export interface OutboxChanged {
  readonly counts: OutboxCounts;
  readonly touched: readonly { readonly kind: Kind; readonly id: string }[];
}

/** Calls of the local store's thread, by name. */
export interface LocalStoreCalls extends LocalDataCalls {
  open: { input: LocalOpenInput; output: LocalStoreOpenResult };
  save: { input: ChangeSaveInput; output: SavedChange };
  /**
   * Saves changes in one transaction. Returns a result for each, in their order: a refused one stores nothing and does
   * not stop the others; with `allOrNone` it fails the call.
   */
  saveMany: {
    input: { changes: readonly ChangeSaveInput[]; allOrNone: boolean };
    output: readonly Result<SavedChange>[];
  };
  /** Sets read flags in one transaction. Returns the ids of the notifications that changed. */
  saveReadFlags: { input: SetReadFlagsInput; output: readonly string[] };
  /** Notes that a user knows what was lost with an earlier file: openings no longer return it. */
  dismissLoss: { input: null; output: null };
  /** Returns the next change to process, oldest first, none of `except`. */
  getNextTask: { input: { except: readonly number[] }; output: NextOutboxTask | null };
  /**
   * Commits that a change is being sent; it must be called before the first byte is sent. Like `storeAttempt` and
   * `closeConfirmedChange` it returns 'cancelled' where the change was edited since it was read. For a once-only change
   * it returns the marker that the keychain has to store first.
   */
  markSending: {
    input: { number: number; data: JsonObject; evidence: SendAttemptEvidence };
    output: GenerationMarker | null;
  };
  /** Notes that the keychain holds this marker. */
  noteMarkerSaved: { input: { mark: GenerationMarker }; output: null };
  /** Stores the state after an attempt. With `from` only where the change is still in that state. */
  storeAttempt: {
    input: { number: number; data: JsonObject; rest: ChangeStateAfterAttempt; from?: PendingState | null };
    output: null;
  };
  /** Moves a change out of the outbox to the closed ones, as sent, found at the service, or needless. */
  closeConfirmedChange: { input: CloseConfirmedChangeInput; output: null };
  /**
   * Commits that the next read flags are being sent, and returns them as they were before; it must be called before
   * the first byte of any of them is sent. Empty where the next change has to be sent on its own.
   */
  markNextReadFlagsSending: { input: MarkReadFlagsSendingInput; output: readonly StoredChange[] };
  /** Closes those that were sent, and takes back that the others are being sent, in one transaction. */
  closeOrReleaseReadFlags: {
    input: { sent: readonly ConfirmedReadFlag[]; unsent: readonly StoredChange[] };
    output: null;
  };
  list: {
    input: { of?: { kind: Kind; id: string } | undefined; limit: number; after?: number | undefined };
    output: { items: readonly PendingChange[]; next: number | null };
  };
  /** Returns the changes that have left the outbox, newest first, also those discarded. */
  listClosedChanges: {
    input: { limit: number; after?: number | undefined };
    output: { items: readonly ClosedChange[]; next: number | null };
  };
  getStoredChange: { input: { number: number }; output: StoredChange };
  edit: {
    input: {
      number: number;
      version: string;
      data: JsonObject;
      cached: JsonObject | null;
      known?: readonly string[];
    };
    output: PendingChange;
  };
  /**
   * Returns the changes that may have arrived and were not found so far: uncertain ones, and those with a
   * question about that.
   */
  listUnreconciled: { input: null; output: readonly StoredChange[] };
  retry: { input: { number: number }; output: null };
  discard: {
    input: { number: number; version?: string | undefined };
    output: { discarded: readonly number[]; id: string };
  };
  /** Undoes the discard of a change, in this run: by `discard`, or by taking the service's values. Returns the record's id. */
  restore: { input: { number: number }; output: { id: string } };
  /** Returns the id of the change's record. */
  resolve: {
    input: { number: number; version: string; resolution: OutboxResolution };
    output: { id: string };
  };
  /** Returns the service's id of a record. A local id without one is returned unchanged. */
  resolveId: { input: { id: string }; output: string };
  /** Returns which of these ids belong to records created on this computer. */
  filterOwnCreations: { input: { ids: readonly string[] }; output: readonly string[] };
  /** Copies the file under another key (64 hex digits), for an export. Returns the path of the copy. */
  copyStoreForExport: { input: { key: string }; output: { path: string; changes: number } };
  /** Adds the content of the decrypted copy in the account's folder, which the key opens, in one transaction. */
  importCopy: { input: { key: string }; output: ImportResult };
  /** Removes the copies that an export or an import made. Returns where the next import puts its copy. */
  removeCopies: { input: null; output: { importPath: string } };
  close: { input: null; output: null };
}
