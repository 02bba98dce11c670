import type { Output, Parsed } from '#contract/api.ts';
import type { ControlIn, ControlOutput, controls } from '#contract/controls.ts';
import type { Kind } from '#contract/records.ts';
import type { ProcedureIn } from '#contract/procedures.ts';
import type { EpochMs } from '#contract/time.ts';
import type { z } from 'zod';
import type { CachedIdReads, MissingReads } from './missing/reads.ts';
import type { FormNotes } from './queries/forms/reads.ts';
import type { MissingCalls } from './missing/protocol.ts';
import type { Etag, ListFacts } from './ingest/order-detector.ts';
import type { CacheFile } from './open.ts';
import type { InnerReads } from './queries/inbox/reads.ts';
import type { KindState, Outcome } from './ingest/sync-state.ts';
import type { SegmentedReads } from './queries/requisitions/reads.ts';

/** Reads of the reader thread that only the engine asks for, and those whose answer the engine joins from several. */
type OwnReads = SegmentedReads & InnerReads & FormNotes & CachedIdReads & MissingReads;

/** Procedures and controls that the router forwards to the reader thread, by their own names. */
type ReaderProcedure = ProcedureIn<'reader'>;
type ReaderControl = ControlIn<'reader'>;
export type ReadName = keyof OwnReads | ReaderProcedure | ReaderControl;

export type ReadInput<N extends ReadName> = N extends keyof OwnReads
  ? OwnReads[N]['input']
  : N extends ReaderProcedure
    ? Parsed<N>
    : N extends ReaderControl
      ? z.output<(typeof controls)[N]['input']>
      : never;
export type ReadOutput<N extends ReadName> = N extends keyof OwnReads
  ? OwnReads[N]['output']
  : N extends ReaderProcedure
    ? Output<N>
    : N extends ReaderControl
      ? ControlOutput<N>
      : never;

/** A page of a list, as it came. */
export interface FetchedPage {
  readonly kind: Kind;
  readonly bytes: Uint8Array;
  /** Epoch milliseconds. */
  readonly fetchedAt: EpochMs;
  /** When it was asked for, by the cache's own count (`Cache.moment`). */
  readonly requestedAt: number;
  /** Which turn over the list it belongs to, from 0 on. */
  readonly pass: number;
  /** The place of its first record in the list. */
  readonly offset: number;
  /** True for the page that somebody is waiting to see: it is committed at once. */
  readonly isUrgent: boolean;
}

/** What a page held. Of a resource without a usable id its content stands for the id. */
export interface StoredPage {
  /** Resources in it, kept or not. */
  readonly records: number;
  /** Those that this pass had not met before. */
  readonly fresh: number;
  /** Those that no pass of this sweep had met before. */
  readonly news: number;
  /** The ids of the first and of the last few, in their order. */
  readonly first: readonly string[];
  readonly last: readonly string[];
  /** Whether all of it was here already, to the letter. */
  readonly isUnchanged: boolean;
  /** Whether it stands by last update, newest first. */
  readonly isNewestFirst: boolean;
  /** Whether the pass has shown so far that the list stands newest first, by last update or by creation. */
  readonly isPassNewestFirst: boolean;
  /** The latest `last_updated_at` in it, epoch milliseconds; null where there is none. */
  readonly newestUpdate: number | null;
}

/** How a sweep ended, and what it learned of the list. */
export interface SweepEnding {
  readonly kind: Kind;
  /** Epoch milliseconds. */
  readonly at: EpochMs;
  readonly outcome: Outcome;
  /** `all`: it took the whole list; `news`: only what is new in it. */
  readonly scope: 'all' | 'news';
  /** Whether its last pass was seen to miss nothing; else it only brought nothing new any more. */
  readonly isCertain: boolean;
  /** Whether it missed nothing but what came in front while it was read: what is shown is whole, what is missing proves nothing. */
  readonly isGapless: boolean;
  /** Undefined leaves what was known. */
  readonly pageCap?: number | null;
  /** What the server gave for the first page of its last pass. */
  readonly etag: Etag | null;
}

/** What the file says to the end of a sweep. */
export interface SweepVerdict {
  /** 'incomplete' also where what the sweep had met was lost. */
  readonly outcome: Outcome;
  /** Whether the whole list was empty, though records are known. */
  readonly isEmptied: boolean;
}

/** One resource that came alone. */
export interface SingleResource {
  readonly kind: Kind;
  /** The resource as it came, as text or as bytes. */
  readonly text?: string;
  readonly bytes?: Uint8Array;
  readonly fetchedAt: EpochMs;
  /** When it was asked for (`Cache.moment`), for what was only read. The answer to a write needs none: it always wins. */
  readonly requestedAt?: number;
  /** The same state was read a second time, after it had been found to be older than what is here: the service went back. */
  readonly isRepeated?: boolean;
}

/** What became of one resource. */
export interface StoredOne {
  readonly id: string;
  /** True where it was not kept, because by the service's own times it is older than what is here. */
  readonly isOlder: boolean;
}

/** What the writing thread answers. */
export interface WriterCalls extends MissingCalls {
  open: { input: CacheFile; output: OpenedCache };
  beginSweep: { input: { kind: Kind; at: EpochMs; writeSequence: number }; output: ListFacts };
  store: { input: FetchedPage; output: StoredPage };
  endSweep: { input: SweepEnding; output: SweepVerdict };
  storeOne: { input: SingleResource & { writeSequence: number }; output: StoredOne };
  removeOne: { input: { kind: Kind; id: string; writeSequence: number }; output: null };
  close: { input: null; output: null };
}

export interface OpenedCache {
  /** True where a damaged or vanished file was replaced by a fresh one. */
  readonly preserveDamagedFile: boolean;
  readonly states: readonly KindState[];
}

/** What a commit changed, and how the kinds it touched stand since. */
export interface Committed {
  readonly changes: readonly {
    readonly revision: number;
    readonly kind: Kind;
    readonly ids: readonly string[];
  }[];
  readonly states: readonly KindState[];
}
