import type { CallOutput, ParsedInput } from '#contract/api.ts';
import type { ControlNameIn, ControlOutput, engineControls } from '#contract/controls.ts';
import type { Kind } from '#contract/records.ts';
import type { ProcedureNameIn } from '#contract/procedures.ts';
import type { EpochMs } from '#contract/time.ts';
import type { z } from 'zod';
import type { CachedIdReads, MissingReads } from './missing/reads.ts';
import type { FormNotes } from './queries/forms/reads.ts';
import type { MissingCalls } from './missing/protocol.ts';
import type { StoredEtag, LearnedListFacts } from './ingest/order-detector.ts';
import type { CacheFile } from './open.ts';
import type { EngineInboxReads } from './queries/inbox/reads.ts';
import type { KindState, SyncOutcome } from './tables/sync-state.ts';
import type { SegmentedReads } from './queries/requisitions/reads.ts';

/** Reads of the reader thread that only the engine asks for, and those whose answer the engine joins from several. */
type EngineReads = SegmentedReads & EngineInboxReads & FormNotes & CachedIdReads & MissingReads;

/** Procedures and controls that the router forwards to the reader thread, by their own names. */
type ReaderProcedure = ProcedureNameIn<'reader'>;
type ReaderControl = ControlNameIn<'reader'>;
export type ReadName = keyof EngineReads | ReaderProcedure | ReaderControl;

export type ReadInput<N extends ReadName> = N extends keyof EngineReads
  ? EngineReads[N]['input']
  : N extends ReaderProcedure
    ? ParsedInput<N>
    : N extends ReaderControl
      ? z.output<(typeof engineControls)[N]['input']>
      : never;
export type ReadOutput<N extends ReadName> = N extends keyof EngineReads
  ? EngineReads[N]['output']
  : N extends ReaderProcedure
    ? CallOutput<N>
    : N extends ReaderControl
      ? ControlOutput<N>
      : never;

/** A page of a list as the service sent it. */
export interface FetchedPage {
  readonly kind: Kind;
  readonly bytes: Uint8Array;
  /** Epoch milliseconds. */
  readonly fetchedAt: EpochMs;
  /** The write sequence (`Cache.writeSequence`) when the page was requested. */
  readonly requestedAt: number;
  /** Number of the pass over the list that the page belongs to, from 0. */
  readonly pass: number;
  /** Position of its first record in the list. */
  readonly offset: number;
  /** True for a page that the user is waiting for: it is committed at once. */
  readonly isUrgent: boolean;
}

/** What a page contained. A resource without a usable id is identified by its content. */
export interface StoredPage {
  /** Number of resources in the page, stored or not. */
  readonly records: number;
  /** Number of different resources in the page. */
  readonly distinct: number;
  /** Number of resources that this pass had not met before. */
  readonly newInPass: number;
  /** Number of resources that no pass of this sweep had met before. */
  readonly newInSweep: number;
  /** The ids of the first and of the last few resources, in their order. */
  readonly first: readonly string[];
  readonly last: readonly string[];
  /** Whether every resource was already stored, byte for byte. */
  readonly isUnchanged: boolean;
  /** Whether the page is sorted by last update, newest first. */
  readonly isNewestFirst: boolean;
  /** Whether the pass so far shows a list sorted newest first, by last update or by creation. */
  readonly isPassNewestFirst: boolean;
  /** The latest `last_updated_at` in the page, epoch milliseconds; null where there is none. */
  readonly newestUpdate: number | null;
}

/** How a sweep ended, and what it learned about the list. */
export interface SweepEnding {
  readonly kind: Kind;
  /** Epoch milliseconds. */
  readonly at: EpochMs;
  readonly outcome: SyncOutcome;
  /** `all`: the sweep read the whole list; `newInSweep`: only its new part. */
  readonly scope: 'all' | 'news';
  /** Whether the last pass is known to have missed nothing; otherwise it merely brought nothing new. */
  readonly isCertain: boolean;
  /**
   * Whether the sweep missed at most records that were inserted at the front while it ran: the list is
   * complete as shown, but an absent record is not proved missing.
   */
  readonly isGapless: boolean;
  /** Undefined leaves the known value unchanged. */
  readonly pageCap?: number | null;
  /** The ETag of the first page of the last pass. */
  readonly etag: StoredEtag | null;
}

/** Result of `endSweep`. */
export interface SweepVerdict {
  /** 'incomplete' also where the record of what the sweep had met was lost. */
  readonly outcome: SyncOutcome;
  /** Whether the whole list was empty although records are cached. */
  readonly isEmptied: boolean;
}

/** One resource that was fetched or written on its own. */
export interface SingleResource {
  readonly kind: Kind;
  /** The resource as received, as text or as bytes. */
  readonly text?: string;
  readonly bytes?: Uint8Array;
  readonly fetchedAt: EpochMs;
  /**
   * The write sequence (`Cache.writeSequence`) when the resource was requested, for a read. The response to a
   * write has none: it always wins.
   */
  readonly requestedAt?: number;
  /**
   * True where the same state was read a second time after it was found to be older than the cached one: the
   * service itself went back.
   */
  readonly isRepeated?: boolean;
}

/** Result of storing one resource. */
export interface StoreOneResult {
  readonly id: string;
  /** True where it was not stored, because by the service's own times it is older than the cached one. */
  readonly isOlder: boolean;
}

/** The calls of the writer thread. */
export interface WriterCalls extends MissingCalls {
  open: { input: CacheFile; output: OpenedCache };
  beginSweep: { input: { kind: Kind; at: EpochMs; writeSequence: number }; output: LearnedListFacts };
  store: { input: FetchedPage; output: StoredPage };
  endSweep: { input: SweepEnding; output: SweepVerdict };
  storeOne: { input: SingleResource & { writeSequence: number }; output: StoreOneResult };
  removeOne: { input: { kind: Kind; id: string; writeSequence: number }; output: null };
  close: { input: null; output: null };
}

export interface OpenedCache {
  /** True where a damaged or missing file was replaced by a new one. */
  readonly wasReplaced: boolean;
  readonly states: readonly KindState[];
}

/** What a commit changed, and the sync states of the kinds that it touched. */
export interface CommitSummary {
  readonly changes: readonly {
    readonly revision: number;
    readonly kind: Kind;
    readonly ids: readonly string[];
  }[];
  readonly states: readonly KindState[];
}
