import type { EventPayload } from '#contract/api.ts';
import type { OfflinePolicy } from '#contract/pdfs.ts';
import type { Result } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import type { HttpResponse, HttpClient, HttpResult } from '#main/engine/api/http.ts';

/** A requisition and its `last_updated_at`, as the cache has it. */
export interface CachedRequisitionVersion {
  readonly id: string;
  readonly version: EpochMs | null;
}

/** An action with a PDF, for the print log. */
interface PdfNote {
  readonly requisition: string;
  readonly action: 'opened' | 'printed' | 'saved';
  readonly version: EpochMs | null;
  readonly hash: string;
}

/** Time and version of the last printing of a requisition's PDF. */
export interface LastPrinting {
  readonly requisition: string;
  readonly at: EpochMs;
  readonly version: EpochMs | null;
}

/** Access of the PDFs to records. Pending changes do not count: the service draws its own state. */
export interface RecordAccessForPdfs {
  /** Returns the service's id of a requisition; 'not-found' while it has none. */
  resolveId(id: string): Promise<Result<string>>;
  /**
   * Returns 'forbidden' where the service certainly no longer lets this user see the requisition (section
   * 2.4).
   */
  mayRead(id: string): Promise<Result<null>>;
  /** Returns the versions of those that are cached. */
  versionsOf(ids: readonly string[]): Promise<Result<readonly CachedRequisitionVersion[]>>;
  /** Returns the requisitions that a rule selects, newest first. */
  listForPolicy(keep: OfflinePolicy['keep']): Promise<Result<readonly CachedRequisitionVersion[]>>;
  /** Requests a requisition from the service to update the cache, with or without success. */
  refresh(id: string): Promise<unknown>;
}

/** What the local store holds about PDFs: the print log, the offline rule, and what protects a PDF. */
export interface LocalStoreAccessForPdfs {
  note(entry: PdfNote): Promise<Result<unknown>>;
  /** Returns the newest printing of each of these ids that was printed. */
  printed(ids: readonly string[]): Promise<Result<readonly LastPrinting[]>>;
  getOfflinePolicy(): Promise<Result<OfflinePolicy>>;
  setOfflinePolicy(rule: OfflinePolicy): Promise<Result<unknown>>;
  /**
   * Returns the requisitions whose PDFs are kept: those to which drafts and pending changes refer, and last copies with a
   * follow-up mark.
   */
  listProtectedRequisitions(): Promise<Result<readonly string[]>>;
}

/** The requests to the service that PDFs need: a signed link, and the download. */
export interface PdfApi {
  /** Sends a read request through the circuit breaker, with retries. */
  send(
    request: (http: HttpClient) => Promise<HttpResult>,
    signal: AbortSignal,
  ): Promise<Result<HttpResponse>>;
  readonly download: HttpClient['download'];
}

/** What PDFs use of the circuit breaker. Times are monotonic milliseconds. */
export interface CircuitBreakerForPdfs {
  mayRequest(): boolean;
  readonly pausedUntil: number | null;
  readonly isSignedOut: boolean;
  onChange(listener: () => void): () => void;
}

export type PdfStatusChange = EventPayload<'pdfs'>['items'][number];
