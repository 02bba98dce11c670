import type { GenerationMarks, KeychainMark } from '#contract/controls.ts';
import type { Id, Kind, PendingState } from '#contract/records.ts';
import type {
  Candidate,
  LocalHealth,
  OutboxCounts,
  PendingOperation,
  Question,
  Resolution,
  AcknowledgedOperation,
} from '#contract/outbox.ts';
import type { AppError } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import type { Operation, Write } from '#contract/writes.ts';
import type { JsonObject } from '#main/engine/api/parse/fields.ts';
import type { LocalDataCalls } from './data/protocol.ts';

/** Where the desk file of an account lives and what opens it. */
export interface LocalFile {
  readonly folder: string;
  /** 64 hex digits. */
  readonly key: string;
}

export interface LocalOpenInput extends LocalFile {
  /** How far the keychain knows the file to have come; this account has no keychain unless said. */
  readonly keychainMark?: KeychainMark;
}

/** What is noted when a write leaves, so that one may look later whether it arrived. */
export interface Evidence {
  /** Of a create: the records of its patient, or all forms, that the cache held when the user saved it. Never renewed. */
  readonly knownAtSave?: readonly string[];
  /** Of a create: similar records that the service listed right before the last attempt. Not renewed once one may have left. */
  readonly listedBeforeSend?: readonly string[];
  /** The user wants it sent again: it is looked for right before. */
  readonly sendsAgain?: true;
  /** The user wants it sent though the service's list has no certain end. */
  readonly sendsUnlisted?: true;
  /** The signed-in user who was asked whether to send what another user saved, and the one who said so. */
  readonly askedAs?: string;
  readonly sendsAs?: string;
  /** Per field the value that an earlier attempt may have brought to the server: finding it there is no foreign change. */
  readonly left?: JsonObject;
  /** An attempt at a create, or at a write that does no harm twice, may have reached the service, and no answer came. */
  readonly mayHaveLeft?: true;
  /** Of a create: the id that the service answered before the record could be fetched. */
  readonly answeredId?: string;
  /** Patients whom an attempt that may have reached the service asked to complete a form. */
  readonly asked?: readonly string[];
  /** Fields of the record before it left. */
  readonly before?: JsonObject;
  /** Records that were looked at before and are not what this write made. */
  readonly known?: readonly string[];
  /** The desk file was found older than what was sent from it: this write may have left without a trace here. */
  readonly rewound?: true;
}

/** One write of the outbox, as the desk file keeps it. */
export interface StoredOperation {
  readonly number: number;
  readonly operation: Operation;
  readonly kind: Kind;
  readonly target: string;
  /** What is sent, by the service's field names, without the id. */
  readonly data: JsonObject;
  /** The same fields as the service had them when the edit began; a field that nobody knew is not in it. */
  readonly base: JsonObject;
  readonly label: string;
  readonly savedBy: string;
  readonly state: PendingState;
  readonly question: Question | null;
  /** The service's values of the fields that a question is about. */
  readonly theirs: JsonObject;
  readonly candidates: readonly Candidate[];
  readonly error: AppError | null;
  readonly evidence: Evidence;
  readonly attempts: number;
  readonly savedAt: EpochMs;
  readonly triedAt: EpochMs | null;
}

/** What changes of a write when it comes to rest after an attempt; what is left out is cleared, but the evidence. */
export interface Rest {
  readonly state: Exclude<PendingState, 'sending'>;
  readonly error?: AppError;
  readonly question?: Question;
  readonly theirs?: JsonObject;
  readonly candidates?: readonly Candidate[];
  readonly evidence?: Evidence;
}

export interface SaveInput {
  readonly write: Write;
  /** The record as the cache holds it, without pending changes; null where it does not. */
  readonly cached: JsonObject | null;
  /** The account's user id, or empty. */
  readonly userId: string;
  /** Of a create: the records that the cache holds of its patient, or all forms. */
  readonly known?: readonly string[];
}

/** A notification that is to be marked, as it stood when somebody looked. */
export interface Markable {
  readonly id: Id<'notification'>;
  readonly title: string;
  /** As the service has it, by the cache. */
  readonly isRead: boolean;
  /** The numbers of the writes that waited for it then, oldest first. */
  readonly waiting: readonly number[];
}

export interface ReadFlagsInput {
  readonly notifications: readonly Markable[];
  readonly read: boolean;
  /** The account's user id, or empty. */
  readonly userId: string;
}

export interface AcknowledgeInput {
  readonly number: number;
  /** What was sent: a write that was changed meanwhile is not done with it. */
  readonly data: JsonObject;
  readonly how: AcknowledgedOperation['how'];
  /** The id that the service gave, after a create. */
  readonly realId?: string;
  /** The record as the service answered it. */
  readonly answer?: JsonObject;
  /** The same as it is cached since, to the letter. */
  readonly text?: string;
}

/** What to do next: send a write, or look what became of one. */
export interface Task {
  readonly todo: 'send' | 'look';
  readonly operation: StoredOperation;
}

export interface OpenedLocal {
  /** How far the file has come, for the keychain. */
  readonly mark: GenerationMarks;
  readonly health: LocalHealth;
  readonly counts: OutboxCounts;
}

/** Told after every commit that changed the outbox. */
export interface OutboxChanged {
  readonly counts: OutboxCounts;
  readonly touched: readonly { readonly kind: Kind; readonly id: string }[];
}

/** What the desk's thread answers, by name. */
export interface LocalCalls extends LocalDataCalls {
  open: { input: LocalOpenInput; output: OpenedLocal };
  save: { input: SaveInput; output: { number: number; id: string } };
  /** Marks notifications, all in one; answers the ids of those that were not so already. */
  saveReadFlags: { input: ReadFlagsInput; output: readonly string[] };
  /** The next write that may go, oldest first, none of `except`. */
  next: { input: { except: readonly number[] }; output: Task | null };
  /**
   * Commits that a write leaves now; only after that may a byte of it leave. 'cancelled': it was changed since it was read, as for
   * the two below. Of a write that must not be sent twice the answer is what the keychain has to hold first.
   */
  sending: {
    input: { number: number; data: JsonObject; evidence: Evidence };
    output: GenerationMarks | null;
  };
  /** The keychain holds this mark. */
  markerSaved: { input: { mark: GenerationMarks }; output: null };
  /** With `from` only where the write is still in that state. */
  rest: {
    input: { number: number; data: JsonObject; rest: Rest; from?: PendingState | null };
    output: null;
  };
  acknowledge: { input: AcknowledgeInput; output: null };
  list: {
    input: { of?: { kind: Kind; id: string } | undefined; limit: number; after?: number | undefined };
    output: { items: readonly PendingOperation[]; next: number | null };
  };
  acknowledged: {
    input: { limit: number; after?: number | undefined };
    output: { items: readonly AcknowledgedOperation[]; next: number | null };
  };
  one: { input: { number: number }; output: StoredOperation };
  edit: {
    input: { number: number; data: JsonObject; cached: JsonObject | null };
    output: PendingOperation;
  };
  /** What may have been done and was not found so far: uncertain writes, and those about which the user is asked for that reason. */
  lost: { input: null; output: readonly StoredOperation[] };
  retry: { input: { number: number }; output: null };
  discard: { input: { number: number }; output: { discarded: readonly number[] } };
  resolve: { input: { number: number; resolution: Resolution }; output: null };
  /** The id by which the service knows a record; a local id that has none yet stays. */
  realId: { input: { id: string }; output: string };
  /** Which of these ids creates of this desk were given. */
  ownCreations: { input: { ids: readonly string[] }; output: readonly string[] };
  close: { input: null; output: null };
}
