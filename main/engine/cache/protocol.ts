import type { Output, Parsed } from '#contract/api.ts';
import type { ControlName, ControlOutput, controls } from '#contract/control.ts';
import type { Kind } from '#contract/ids.ts';
import type { ProcedureName } from '#contract/names.ts';
import type { EpochMs } from '#contract/time.ts';
import type { z } from 'zod';
import type { CacheFile } from './open.ts';
import type { KindState, Outcome } from './sync-state.ts';

/** Which of the two threads a worker is. */
export type WorkerRole = 'writer' | 'reader';

/** What the reading thread answers: procedures and controls by their own names. */
export const READ_NAMES = [
  'requisitions.list',
  'requisitions.count',
  'requisitions.get',
  'forms.list',
  'forms.count',
  'forms.get',
  'notifications.list',
  'notifications.count',
  'notifications.get',
  'records.raw',
  'records.list',
  'records.dump',
] as const satisfies readonly (ProcedureName | ControlName)[];
export type ReadName = (typeof READ_NAMES)[number];

export type ReadInput<N extends ReadName> = N extends ProcedureName
  ? Parsed<N>
  : N extends ControlName
    ? z.output<(typeof controls)[N]['input']>
    : never;
export type ReadOutput<N extends ReadName> = N extends ProcedureName
  ? Output<N>
  : N extends ControlName
    ? ControlOutput<N>
    : never;

/** A page of a sweep, as it came. */
export interface FetchedPage {
  readonly kind: Kind;
  readonly bytes: Uint8Array;
  /** Epoch milliseconds. */
  readonly fetchedAt: EpochMs;
  /** True for the page that somebody is waiting to see: it is committed at once. */
  readonly isUrgent: boolean;
}

/** What a page held. */
export interface StoredPage {
  /** Resources in it, kept or not. */
  readonly records: number;
  /** Those that this sweep had not met before. */
  readonly fresh: number;
}

/** What the writing thread answers. */
export interface WriterCalls {
  open: { input: CacheFile; output: OpenedCache };
  beginSweep: { input: { kind: Kind; at: EpochMs }; output: null };
  store: { input: FetchedPage; output: StoredPage };
  endSweep: { input: { kind: Kind; outcome: Outcome; at: EpochMs }; output: null };
  close: { input: null; output: null };
}

export interface OpenedCache {
  /** True where a damaged or vanished file was replaced by a fresh one. */
  readonly setAside: boolean;
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
