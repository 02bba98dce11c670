import type { Kind } from '#contract/records.ts';
import type { EpochMs } from '#contract/time.ts';
import type { MissingRecordCopy } from '#main/engine/local/data/missing-protocol.ts';
import type { CacheFolderAndKey } from '../file/open.ts';
import type { KindSyncState, SyncOutcome } from '../tables/sync-state.ts';
import type { MissingRecordAnswer, RequestTimesByThreeClocks } from './missing-records.ts';
import type { ObservedListFacts, ListResponseEtag } from './order-detector.ts';

/** A page of a list as the service sent it, with when, and in which pass, it was requested. */
export interface FetchedPage {
  readonly kind: Kind;
  readonly bytes: Uint8Array;
  /** Epoch milliseconds. */
  readonly fetchedAt: EpochMs;
  /** The write sequence (`Cache.writeSequence`) when the page was requested. */
  readonly requestedAt: number;
  /** The pass in which the page was read: its number, from 0. */
  readonly pass: number;
  /** Position of its first record in the list. */
  readonly offset: number;
  /** True for a page that the user is waiting for: it is committed at once. */
  readonly isUrgent: boolean;
}

/** What a page contained. A resource without a usable id is identified by its content. */
export interface PageReadCounts {
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
  /**
   * Which part of the list the sweep read. `all`: the whole; `changes`: only what changed since the last
   * one.
   */
  readonly scope: 'all' | 'changes';
  /** Whether the last pass is known to have missed nothing; otherwise it merely brought nothing new. */
  readonly isCertain: boolean;
  /**
   * Whether the sweep missed at most records that were inserted at the front while it ran: the list is
   * complete as shown, but an absent record is not proved missing.
   */
  readonly isGapless: boolean;
  /** The largest page of the list, null for no limit. Undefined leaves the known value unchanged. */
  readonly pageCap?: number | null;
  /** The ETag of the first page of the last pass. */
  readonly etag: ListResponseEtag | null;
}

/** The outcome of a sweep, as the cache judges it at its end (`endSweep`). */
export interface SweepEndResult {
  /** 'incomplete' also where it was lost which records the sweep had received. */
  readonly outcome: SyncOutcome;
  /** Whether the whole list was empty although records are cached. */
  readonly isEmptied: boolean;
}

/** One resource that was fetched or written on its own. */
export interface SingleResourceToStore {
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
  /** True where the write need not be committed on return: the caller awaits `commitDeferred` afterwards. */
  readonly isDeferred?: boolean;
}

/** The id of the resource, and whether it was refused as older than the cached one. */
export interface StoreSingleResourceResult {
  readonly id: string;
  /** True where it was not stored, because by the service's own times it is older than the cached one. */
  readonly isOlder: boolean;
}

/** A record to remove from the cache. */
export interface RecordToRemove {
  readonly kind: Kind;
  readonly id: string;
  /** Whether the service has deleted it for this user: then a server that lags behind does not bring it back. */
  readonly isDeleted?: boolean;
}

/** The calls of the cache's writer thread: their inputs and outputs by name. */
export interface CacheWriterCalls extends MissingRecordCalls {
  open: { input: CacheFolderAndKey; output: CacheOpenResult };
  beginSweep: { input: { kind: Kind; at: EpochMs; writeSequence: number }; output: ObservedListFacts };
  store: { input: FetchedPage; output: PageReadCounts };
  endSweep: { input: SweepEnding; output: SweepEndResult };
  storeOne: { input: SingleResourceToStore & { writeSequence: number }; output: StoreSingleResourceResult };
  /**
   * Commits the deferred writes of single records.
   * @param writes how many were made since the last call: an error where one of them was lost with a transaction
   */
  commitDeferred: { input: { writes: number }; output: null };
  removeOne: { input: RecordToRemove & { writeSequence: number }; output: null };
  close: { input: null; output: null };
}

export interface CacheOpenResult {
  /** True where a damaged or missing file was replaced by a new one. */
  readonly wasReplaced: boolean;
  readonly states: readonly KindSyncState[];
  /** When the last sweep of all kinds began; null where the next one is due at once. */
  readonly lastSweepAt: EpochMs | null;
}

/** What a commit changed, and the sync states of the kinds that it touched. */
export interface CommitSummary {
  readonly changes: readonly {
    readonly revision: number;
    readonly kind: Kind;
    readonly ids: readonly string[];
  }[];
  readonly states: readonly KindSyncState[];
}

/** Calls of the writer thread about records that the service no longer lists. */
export interface MissingRecordCalls {
  /** Marks one record as possibly missing and forgets what is known about the list. */
  markMissing: { input: { kind: Kind; id: string }; output: null };
  /** Returns the ids of the records to request in this refresh. */
  addRunningTimeAndListMissingToRequest: {
    input: { kind: Kind; at: RequestTimesByThreeClocks };
    output: readonly string[];
  };
  /** Records what the service returned for ids while it also returned a list. */
  recordServiceResultsForMissing: {
    input: {
      kind: Kind;
      answers: readonly { readonly id: string; readonly answer: MissingRecordAnswer }[];
      at: RequestTimesByThreeClocks;
    };
    output: null;
  };
  /** Returns records that may be moved out of their list, ordered by id, starting behind `after`. */
  listMissingRecordsToMoveOut: { input: { kind: Kind; after: string }; output: readonly MissingRecordCopy[] };
  /**
   * Approves the removal of records that the user has confirmed. Returns how many of the ids were certain.
   */
  approveMissing: { input: { kind: Kind; ids: readonly string[] }; output: number };
  /** Removes records that the local store has already copied; records that came back meanwhile stay. */
  removeMissing: { input: { kind: Kind; ids: readonly string[]; writeSequence: number }; output: null };
}
