import type { Output, Parsed } from '#contract/api.ts';
import type { ControlIn, ControlOutput, controls } from '#contract/controls.ts';
import type { ProcedureIn } from '#contract/procedures.ts';
import type { z } from 'zod';
import type { CachedIdReads, MissingReads } from './missing/reads.ts';
import type { FormNotes } from './queries/forms/reads.ts';
import type { InnerReads } from './queries/inbox/reads.ts';
import type { SegmentedReads } from './queries/requisitions/reads.ts';

/** Reads of the reader thread that only the engine asks for, and those whose answer the engine joins from several. */
type EngineReads = SegmentedReads & InnerReads & FormNotes & CachedIdReads & MissingReads;

/** Procedures and controls that the router forwards to the reader thread, by their own names. */
type ReaderProcedure = ProcedureIn<'reader'>;
type ReaderControl = ControlIn<'reader'>;
export type ReadName = keyof EngineReads | ReaderProcedure | ReaderControl;

export type ReadInput<N extends ReadName> = N extends keyof EngineReads
  ? EngineReads[N]['input']
  : N extends ReaderProcedure
    ? Parsed<N>
    : N extends ReaderControl
      ? z.output<(typeof controls)[N]['input']>
      : never;
export type ReadOutput<N extends ReadName> = N extends keyof EngineReads
  ? EngineReads[N]['output']
  : N extends ReaderProcedure
    ? Output<N>
    : N extends ReaderControl
      ? ControlOutput<N>
      : never;
