import type { CallOutput, ValidatedInput } from '#contract/api.ts';
import type {
  InternalProcedureNameByLocation,
  InternalProcedureOutput,
  internalProcedures,
} from '#contract/internal-procedures.ts';
import type { ProcedureNameByLocation } from '#contract/procedures.ts';
import type { z } from 'zod';
import type { CachedIdReadsForEngineOnly, MissingRecordReadsForEngineOnly } from './missing/reads.ts';
import type { FormReadsForEngineOnly } from './queries/forms/reads.ts';
import type { HomeReadsForEngineOnly } from './queries/home/reads.ts';
import type { InboxReadsForEngineOnly } from './queries/inbox/reads.ts';
import type { ReviewedVersionReadsForEngineOnly } from './tables/reviewed-version.ts';
import type { NameReadsForEngineOnly } from './queries/names/notification-name-reads.ts';
import type { PatientReadsForEngineOnly } from './queries/requisitions/patients.ts';
import type { SegmentedWorklistReadTypes } from './queries/requisitions/reads.ts';

/** The reads of the local store that only the engine calls. */
interface LocalStoreReadsForEngineOnly {
  /** Checks the whole local store for damage, with a connection that does not keep others from writing. */
  'localStore.check': { input: null; output: { readonly isSound: boolean } };
}

/**
 * Reads of the reader thread that only the engine calls, and those whose results the engine joins from several
 * calls.
 */
type EngineReads = SegmentedWorklistReadTypes &
  HomeReadsForEngineOnly &
  InboxReadsForEngineOnly &
  FormReadsForEngineOnly &
  LocalStoreReadsForEngineOnly &
  CachedIdReadsForEngineOnly &
  MissingRecordReadsForEngineOnly &
  NameReadsForEngineOnly &
  PatientReadsForEngineOnly &
  ReviewedVersionReadsForEngineOnly;

/** Procedures and controls that the router forwards to the reader thread, by their own names. */
type ReaderProcedure = ProcedureNameByLocation<'reader'>;
type ReaderControl = InternalProcedureNameByLocation<'reader'>;
export type CacheReadName = keyof EngineReads | ReaderProcedure | ReaderControl;

export type CacheReadInput<N extends CacheReadName> = N extends keyof EngineReads
  ? EngineReads[N]['input']
  : N extends ReaderProcedure
    ? ValidatedInput<N>
    : N extends ReaderControl
      ? z.output<(typeof internalProcedures)[N]['input']>
      : never;
export type CacheReadOutput<N extends CacheReadName> = N extends keyof EngineReads
  ? EngineReads[N]['output']
  : N extends ReaderProcedure
    ? CallOutput<N>
    : N extends ReaderControl
      ? InternalProcedureOutput<N>
      : never;
