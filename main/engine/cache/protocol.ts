import type { CallOutput, ParsedInput } from '#contract/api.ts';
import type {
  InternalProcedureNameByLocation,
  InternalProcedureOutput,
  internalProcedures,
} from '#contract/internal-procedures.ts';
import type { ProcedureNameByLocation } from '#contract/procedures.ts';
import type { z } from 'zod';
import type { CachedIdQueries, MissingRecordQueries } from './missing/reads.ts';
import type { EngineFormQueries } from './queries/forms/reads.ts';
import type { HomeQueries } from './queries/home/reads.ts';
import type { EngineInboxQueries } from './queries/inbox/reads.ts';
import type { ReviewedVersionReads } from './tables/reviewed-version.ts';
import type { NameQueries } from './queries/names/notification-names.ts';
import type { SegmentedQueries } from './queries/requisitions/reads.ts';

/**
 * Reads of the reader thread that only the engine calls, and those whose results the engine joins from several
 * calls.
 */
type EngineReads = SegmentedQueries &
  HomeQueries &
  EngineInboxQueries &
  EngineFormQueries &
  CachedIdQueries &
  MissingRecordQueries &
  NameQueries &
  ReviewedVersionReads;

/** Procedures and controls that the router forwards to the reader thread, by their own names. */
type ReaderProcedure = ProcedureNameByLocation<'reader'>;
type ReaderControl = InternalProcedureNameByLocation<'reader'>;
export type ReadName = keyof EngineReads | ReaderProcedure | ReaderControl;

export type ReadInput<N extends ReadName> = N extends keyof EngineReads
  ? EngineReads[N]['input']
  : N extends ReaderProcedure
    ? ParsedInput<N>
    : N extends ReaderControl
      ? z.output<(typeof internalProcedures)[N]['input']>
      : never;
export type ReadOutput<N extends ReadName> = N extends keyof EngineReads
  ? EngineReads[N]['output']
  : N extends ReaderProcedure
    ? CallOutput<N>
    : N extends ReaderControl
      ? InternalProcedureOutput<N>
      : never;
