import type { EventPayload, CallOutput, ParsedInput } from '#contract/api.ts';
import type { NameChange, NameReading, NameSource } from '#contract/directory.ts';
import type { Kind } from '#contract/records.ts';
import type { DifferencesSinceViewed, PrintLogEntry } from '#contract/local-data.ts';
import type { OfflinePolicy } from '#contract/pdfs.ts';
import type { ProcedureNameByLocation } from '#contract/procedures.ts';
import type { Result } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import type { MissingRecordStoreCalls } from './missing-protocol.ts';
import type { RetentionCalls } from './retention-protocol.ts';
import type { UnreadNotifications } from './announced.ts';
import type { ObservedForm } from './known-forms.ts';
import type { NamedReviewedVersion } from './reviewed-version-protocol.ts';

/** Emitted after every commit that changed local data. */
export type LocalDataChanged = EventPayload<'localDataChanged'>;

/** Procedures that the router forwards to the local store's thread, by their own names. */
type ProcedureCalls = {
  [N in ProcedureNameByLocation<'local'>]: { input: ParsedInput<N>; output: CallOutput<N> };
};

/** A version of a record that the user views. */
export interface ViewedVersionInput {
  readonly kind: Kind;
  readonly id: string;
  /** The record's text as received, unchanged. */
  readonly raw: string;
  /** The hash by which the cache compares versions. */
  readonly hash: Uint8Array;
}

/** When the PDF of a requisition was printed, and in which version. */
export type LastPrinting = Pick<PrintLogEntry, 'requisition' | 'at' | 'version'>;

/** Names to be saved, all or none. */
export interface SaveNamesInput {
  readonly changes: readonly NameChange[];
  readonly source: NameSource;
  /** The user of the account; empty where unknown. */
  readonly by: string;
}

/** What a document says about an id. */
export interface FoundName extends NameReading {
  readonly id: string;
}

/** Documents that were read, each in a version, and what they say. */
export interface ReadDocuments {
  readonly documents: readonly { readonly document: string; readonly version: string }[];
  readonly readings: readonly FoundName[];
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
  storeReadDocuments: { input: ReadDocuments; output: null };
  /** Returns the versions in which these documents were read. */
  findReadDocuments: {
    input: { readonly documents: readonly string[] };
    output: ReadonlyMap<string, string>;
  };
  /** Logs an action with a PDF. */
  logPdfAction: { input: Omit<PrintLogEntry, 'number' | 'at'>; output: null };
  /** Returns the newest printing of each of these requisitions that was printed. */
  listLastPrinted: { input: { ids: readonly string[] }; output: readonly LastPrinting[] };
  /** Notes announced notifications; returns those that were not announced before. */
  recordAnnounced: { input: UnreadNotifications; output: readonly string[] };
  /** Notes the current state of forms, as the cache has them. */
  recordObservedForms: { input: { forms: readonly ObservedForm[] }; output: null };
  /** Returns the forms with open completion requests, as far as this computer knows. */
  listFormsWithOpenRequests: { input: null; output: readonly string[] };
  /** Stores the results of requisitions as they were reviewed. */
  storeReviewedResults: { input: { versions: readonly NamedReviewedVersion[] }; output: null };
  /** Returns which PDFs are kept offline without a request by the user. */
  getOfflinePolicy: { input: null; output: OfflinePolicy };
  setOfflinePolicy: { input: OfflinePolicy; output: null };
}

/** Time of a change, and 20 random hex digits. */
export interface ChangeSeed {
  readonly now: EpochMs;
  readonly randomHex: string;
}

/** Result of a change, and the ids of what changed; empty where nothing did. */
export interface ChangeResult<T> {
  readonly answer: T;
  readonly ids: readonly string[];
}

/** A change that may be refused. A refused change has written nothing. */
export type ChangeOrError<T> = Result<ChangeResult<T>>;
