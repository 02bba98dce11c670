import type { EventPayload, Output, Parsed } from '#contract/api.ts';
import type { Kind } from '#contract/records.ts';
import type { ViewedDifference, PrintLogEntry } from '#contract/local-data.ts';
import type { OfflinePolicy } from '#contract/pdfs.ts';
import type { ProcedureIn } from '#contract/procedures.ts';
import type { Result } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import type { MissingStoreCalls } from './missing-protocol.ts';
import type { AnnounceInput } from './announced.ts';
import type { SeenForm } from './known-forms.ts';

/** Told after every commit that changed something of it. */
export type LocalDataChanged = EventPayload<'localDataChanged'>;

/** Procedures that the router forwards to the local store's thread, by their own names. */
type ProcedureCalls = { [N in ProcedureIn<'local'>]: { input: Parsed<N>; output: Output<N> } };

/** A version of a record that somebody looks at. */
export interface ViewInput {
  readonly kind: Kind;
  readonly id: string;
  /** The record as it was received, to the letter. */
  readonly raw: string;
  /** What the cache tells this text from another by. */
  readonly hash: Uint8Array;
}

/** When the PDF of a requisition was printed, and in which version. */
export type Printed = Pick<PrintLogEntry, 'requisition' | 'at' | 'version'>;

/** What the desk's thread answers besides the outbox, by name. */
export interface LocalDataCalls extends ProcedureCalls, MissingStoreCalls {
  /** 'not-found': a local id that nobody gave. */
  look: { input: ViewInput; output: ViewedDifference };
  /** Notes what was done with a PDF. */
  note: { input: Omit<PrintLogEntry, 'number' | 'at'>; output: null };
  /** The newest printing of each of these requisitions, of those that were printed. */
  printed: { input: { ids: readonly string[] }; output: readonly Printed[] };
  /** Takes note of alerts that are told of; answers those that were not before. */
  announce: { input: AnnounceInput; output: readonly string[] };
  /** Notes how forms stand, as the cache has them by now. */
  noteForms: { input: { forms: readonly SeenForm[] }; output: null };
  /** The forms of which something is noted that ends with them. */
  notedForms: { input: null; output: readonly string[] };
  /** Which PDFs are kept without being asked for. */
  offlinePolicy: { input: null; output: OfflinePolicy };
  setOfflinePolicy: { input: OfflinePolicy; output: null };
}

/** When a change is made, and its chance: 20 hex digits. */
export interface OperationContext {
  readonly now: EpochMs;
  readonly randomHex: string;
}

/** What a change answers, and the ids of what it changed; none where everything is as it was. */
export interface Changed<T> {
  readonly answer: T;
  readonly ids: readonly string[];
}

/** A change that may be refused; refused, it has written nothing. */
export type Changing<T> = Result<Changed<T>>;
