import type { Output, Parsed } from '#contract/api.ts';
import { ok, type Result } from '#contract/result.ts';
import type { WorklistSort } from '#contract/requisitions.ts';
import type { Overlay } from '#main/engine/cache/pending/overlay.ts';
import { countSegment, type CountedSegment } from './counts.ts';
import { exportPiece } from './export.ts';
import { findPositions, type Asked, type FoundPosition } from './find.ts';
import type { QueryContext } from './context.ts';
import { readPosition, writePosition } from './page.ts';
import { relatedTo } from './related.ts';
import { worklistRows } from './rows.ts';
import { similarPositions, findTypicalDurations } from './insights.ts';
import { suggestions } from './suggest.ts';

/** What the reads of the worklist need. */
export interface WorklistSource {
  readonly context: QueryContext;
  readonly overlay: Overlay;
}

/** Reads that the thread answers in segments, so that other reads get their turn; the handler joins them. */
export interface SegmentedReads {
  'worklist.page': { input: Parsed<'worklist.page'>; output: Output<'worklist.page'> };
  'worklist.counts': {
    input: Parsed<'worklist.counts'> & { readonly after?: number };
    output: CountedSegment;
  };
  'worklist.ids': {
    input: Parsed<'worklist.ids'> & { readonly after?: string };
    output: { readonly items: readonly string[]; readonly next: string | null };
  };
}

interface Window {
  readonly limit: number;
  readonly after?: string | undefined;
}

interface PageOf<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

function toPage<T>(
  context: QueryContext,
  asked: Asked & { readonly order: WorklistSort },
  { limit, after }: Window,
  show: (positions: readonly FoundPosition[]) => readonly T[],
): Result<PageOf<T>> {
  const position = readPosition(asked.order, after);
  if (!position.ok) return position;
  const { positions, next } = findPositions(context, asked, { position: position.value, limit });
  return ok({ items: show(positions), next: next === null ? null : writePosition(asked.order, next) });
}

/** The reads of the worklist, by the names of the contract. */
export const WORKLIST_READS = {
  'worklist.page': (
    { context }: WorklistSource,
    input: Parsed<'worklist.page'>,
  ): Result<Output<'worklist.page'>> =>
    toPage(context, input, input, (positions) => worklistRows(context, positions, input.terms)),
  'worklist.ids': ({ context }: WorklistSource, input: SegmentedReads['worklist.ids']['input']) =>
    toPage(context, input, input, (positions) => positions.map(({ id }) => id)),
  'worklist.counts': (
    { context }: WorklistSource,
    { terms, after }: SegmentedReads['worklist.counts']['input'],
  ): Result<CountedSegment> => ok(countSegment(context, terms, after)),
  'worklist.export': exportPiece,
  'requisitions.typicalDurations': (
    { context }: WorklistSource,
    { serviceFacility, type }: Parsed<'requisitions.typicalDurations'>,
  ): Result<Output<'requisitions.typicalDurations'>> =>
    ok(findTypicalDurations(context.cache, serviceFacility, type)),
  'requisitions.similar': (
    { context }: WorklistSource,
    input: Parsed<'requisitions.similar'>,
  ): Result<Output<'requisitions.similar'>> =>
    ok({ items: worklistRows(context, similarPositions(context, input), []) }),
  'suggestions.list': (
    { context }: WorklistSource,
    input: Parsed<'suggestions.list'>,
  ): Result<Output<'suggestions.list'>> => ok({ items: suggestions(context, input) }),
  'related.get': (source: WorklistSource, input: Parsed<'related.get'>): Result<Output<'related.get'>> =>
    ok(relatedTo(source, input)),
};
