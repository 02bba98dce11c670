import type { EventPayload, CallOutput, ValidatedInput } from '#contract/api.ts';
import type { NameChange, NameInDocument, NameSource } from '#contract/directory.ts';
import type { StoredPackSchedule } from '#contract/downtime-pack.ts';
import type { Kind } from '#contract/records.ts';
import type { DifferencesSinceViewed, PdfUseLogEntry } from '#contract/local-data.ts';
import type { OfflinePolicy } from '#contract/pdfs.ts';
import type { ProcedureNameByLocation } from '#contract/procedures.ts';
import type { Result } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import type { MissingRecordStoreCalls } from './missing-protocol.ts';
import type { AnnouncedNotificationsInput } from './announced-notifications.ts';
import type { ObservedForm } from './observed-forms.ts';

/** Emitted after every commit that changed local data. */
export type LocalDataChanged = EventPayload<'localDataChanged'>;

/** Procedures that the router forwards to the local store's thread, by their own names. */
type ProcedureCalls = {
  [N in ProcedureNameByLocation<'local'>]: { input: ValidatedInput<N>; output: CallOutput<N> };
};

/** A version of a record that the user views now, to be compared with the one viewed before. */
export interface ViewedVersionInput {
  readonly kind: Kind;
  readonly id: string;
  /** The record's text as received, unchanged. */
  readonly raw: string;
  /** The hash by which the cache compares versions. */
  readonly hash: Uint8Array;
}

/** When the PDF of a requisition was printed, and in which version. */
export type LastPrintingEntry = Pick<PdfUseLogEntry, 'requisition' | 'at' | 'version'>;

/** Local names to save or remove, all or none, with the user who does it. */
export interface SaveNamesInput {
  readonly changes: readonly NameChange[];
  readonly source: NameSource;
  /** The user of the account; empty where unknown. */
  readonly by: string;
}

/** A name that a document gives to an id, with the line and the document. */
export interface DocumentNameReading extends NameInDocument {
  readonly id: string;
}

/** Documents that were read for names, each with its version, and the names that they give to ids. */
export interface DocumentReadings {
  readonly documents: readonly { readonly document: string; readonly version: string }[];
  readonly readings: readonly DocumentNameReading[];
}

/** Calls of the local store's thread outside the outbox, by name. */
export interface LocalDataCalls extends ProcedureCalls, MissingRecordStoreCalls, RetentionCalls {
  /** Returns 'not-found' for an unknown local id. */
  markViewed: { input: ViewedVersionInput; output: DifferencesSinceViewed };
  saveNames: { input: SaveNamesInput; output: CallOutput<'directory.save'> };
  /** Exports names as lines of a table, in pieces. */
  exportNames: {
    input: { readonly after?: string | undefined };
    output: { readonly text: string; readonly next: string | null };
  };
  /** Stores what documents say about ids. */
  storeNamesReadInDocuments: { input: DocumentReadings; output: null };
  /** Returns, for each of these documents that was already read, the version in which it was read. */
  findVersionsOfReadDocuments: {
    input: { readonly documents: readonly string[] };
    output: ReadonlyMap<string, string>;
  };
  /** Adds an entry to the print log: an action with a PDF. */
  logPdfAction: { input: Omit<PdfUseLogEntry, 'number' | 'at'>; output: null };
  /** Returns what was done with PDFs, of one requisition or of all, newest first; `after` is the end of a page. */
  listPrintLog: {
    input: { id?: string; limit: number; after?: number | undefined };
    output: { readonly items: readonly PdfUseLogEntry[]; readonly next: number | null };
  };
  /** Returns the newest printing of each of these requisitions that was printed. */
  listLastPrinted: { input: { ids: readonly string[] }; output: readonly LastPrintingEntry[] };
  /** Ends the snoozes whose time has come. Returns the notifications. */
  endSnoozes: { input: null; output: readonly string[] };
  /** Notes announced notifications; returns those that were not announced before. */
  recordAnnounced: { input: AnnouncedNotificationsInput; output: readonly string[] };
  /** Notes the current state of forms, as the cache has them. */
  recordObservedForms: { input: { forms: readonly ObservedForm[] }; output: null };
  /** Returns the forms with open completion requests, as far as this computer knows. */
  listFormsWithOpenRequests: { input: null; output: readonly string[] };
  /** Stores the results of requisitions as they were reviewed. */
  storeReviewedResults: { input: { versions: readonly ReviewedVersionWithId[] }; output: null };
  /** Returns which PDFs are kept offline without a request by the user. */
  getOfflinePolicy: { input: null; output: OfflinePolicy };
  setOfflinePolicy: { input: OfflinePolicy; output: null };
  /** Returns when downtime packs are made automatically, with their password. */
  readPackSchedule: { input: null; output: StoredPackSchedule };
  writePackSchedule: { input: StoredPackSchedule; output: null };
}

/** The time and the random digits (20, hex) that a change uses, for example for a new id. */
export interface TransactionTimeAndRandomHex {
  readonly now: EpochMs;
  readonly randomHex: string;
}

/** Result of a change, and the ids of what changed; empty where nothing did. */
export interface ResultAndChangedIds<T> {
  readonly answer: T;
  readonly ids: readonly string[];
}

/** A change that may be refused. A refused change has written nothing. */
export type ResultAndChangedIdsOrError<T> = Result<ResultAndChangedIds<T>>;

/** Calls of the local store about what is removed after a time without use. Each looks at a slice. */
export interface RetentionCalls {
  /**
   * Returns whether there is a pending change or a draft, and the requisitions whose PDFs stay: those to which they refer,
   * and last copies with a follow-up mark.
   */
  findUnsentWork: {
    input: null;
    output: { readonly isThere: boolean; readonly protectedRequisitions: readonly string[] };
  };
  /**
   * Removes versions that were last viewed before a time, except the newest of each record.
   * @param after the number after which the slice begins, 0 for the first
   */
  removeExpiredViewedVersions: {
    input: { readonly before: EpochMs; readonly after: number };
    /** `next`: after which number the next slice begins; null at the end. */
    output: { readonly removed: number; readonly next: number | null };
  };
  /** Removes copies of records that the service no longer returns, confirmed before a time. */
  removeExpiredMissingRecords: {
    input: { readonly before: EpochMs };
    output: { readonly removed: number; readonly isComplete: boolean };
  };
}

/** What a requisition held when its result was reviewed: the result, and its completed reviews. */
export interface ReviewedVersion {
  /** The completed reviews at that time, as one text. */
  readonly reviews: string;
  readonly result: string | null;
  /** The times at which results had been received when the review was made, joined into one text. */
  readonly received: string;
}

/** A reviewed version, and the id of its requisition. */
export interface ReviewedVersionWithId extends ReviewedVersion {
  readonly id: string;
}
