import type { EventPayload } from '#contract/api.ts';
import type { OfflinePolicy } from '#contract/pdfs.ts';
import type { Result } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import type { Answer, Http, HttpResult } from '#main/engine/api/http.ts';

/** A requisition and its `last_updated_at`, as the cache has it. */
export interface RecordVersion {
  readonly id: string;
  readonly version: EpochMs | null;
}

/** What was done with a PDF, for the desk's ledger. */
interface PdfNote {
  readonly requisition: string;
  readonly action: 'opened' | 'printed' | 'saved';
  readonly version: EpochMs | null;
  readonly hash: string;
}

/** When the PDF of a requisition was printed last, and in which version. */
export interface Printed {
  readonly requisition: string;
  readonly at: EpochMs;
  readonly version: EpochMs | null;
}

/** What PDFs need to know of records; changes that wait here do not count, for the service draws what it has. */
export interface RecordSource {
  /** The id by which the service knows a requisition; 'not-found' while it does not. */
  realId(id: string): Promise<Result<string>>;
  /** 'forbidden' where the service no longer lets this user see the requisition, once that is certain (section 2.4). */
  mayRead(id: string): Promise<Result<null>>;
  /** Those of these that are cached. */
  versionsOf(ids: readonly string[]): Promise<Result<readonly RecordVersion[]>>;
  /** Those that a rule names, newest first. */
  namedBy(keep: OfflinePolicy['keep']): Promise<Result<readonly RecordVersion[]>>;
  /** Asks the service for a requisition, so that the cache has what it is now; however that goes. */
  refresh(id: string): Promise<unknown>;
}

/** What the desk file keeps about PDFs. */
export interface PdfNotes {
  note(entry: PdfNote): Promise<Result<unknown>>;
  /** The newest printing of each of these, of those that were printed. */
  printed(ids: readonly string[]): Promise<Result<readonly Printed[]>>;
  rule(): Promise<Result<OfflinePolicy>>;
  setRule(rule: OfflinePolicy): Promise<Result<unknown>>;
}

/** The way to the service, for PDFs. */
export interface PdfApi {
  /** Asks what is only read, through the gate; again where that may help. */
  ask(request: (http: Http) => Promise<HttpResult>, signal: AbortSignal): Promise<Result<Answer>>;
  readonly download: Http['download'];
}

/** Whether the service may be asked now. Times are monotonic milliseconds. */
export interface PdfGate {
  mayAsk(): boolean;
  readonly pausedUntil: number | null;
  readonly isSignedOut: boolean;
  onChange(listener: () => void): () => void;
}

export type PdfStatusChange = EventPayload<'pdfs'>['items'][number];
