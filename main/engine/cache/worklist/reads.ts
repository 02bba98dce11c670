import type { Output, Parsed } from '#contract/api.ts';
import { ok, type Result } from '#contract/result.ts';
import type { WorklistOrder } from '#contract/worklist.ts';
import type { Overlay } from '../overlay/overlay.ts';
import { countStretch, type CountedStretch } from './counts.ts';
import { exportPiece } from './export.ts';
import { findPlaces, type Asked, type FoundPlace } from './find.ts';
import type { Ground } from './ground.ts';
import { readPlace, writePlace } from './place.ts';
import { relatedTo } from './related.ts';
import { worklistRows } from './rows.ts';
import { similarPlaces } from './similar.ts';
import { suggestions } from './suggestions.ts';
import { usualSteps } from './usual.ts';

/** What the worklist's reads draw from. */
export interface WorklistSource {
  readonly ground: Ground;
  readonly overlay: Overlay;
}

/** Reads that the thread answers in stretches, so that other reads get their turn; their caller adds them up. */
export interface StretchedReads {
  'worklist.counts': {
    input: Parsed<'worklist.counts'> & { readonly after?: number };
    output: CountedStretch;
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

function pageOf<T>(
  ground: Ground,
  asked: Asked & { readonly order: WorklistOrder },
  { limit, after }: Window,
  show: (places: readonly FoundPlace[]) => readonly T[],
): Result<PageOf<T>> {
  const place = readPlace(asked.order, after);
  if (!place.ok) return place;
  const { places, next } = findPlaces(ground, asked, { place: place.value, limit });
  return ok({ items: show(places), next: next === null ? null : writePlace(asked.order, next) });
}

/** The reads of the worklist, by the names of the contract. */
export const WORKLIST_READS = {
  'worklist.page': (
    { ground }: WorklistSource,
    input: Parsed<'worklist.page'>,
  ): Result<Output<'worklist.page'>> =>
    pageOf(ground, input, input, (places) => worklistRows(ground, places, input.terms)),
  'worklist.ids': ({ ground }: WorklistSource, input: StretchedReads['worklist.ids']['input']) =>
    pageOf(ground, input, input, (places) => places.map(({ id }) => id)),
  'worklist.counts': (
    { ground }: WorklistSource,
    { terms, after }: StretchedReads['worklist.counts']['input'],
  ): Result<CountedStretch> => ok(countStretch(ground, terms, after)),
  'worklist.export': exportPiece,
  'requisitions.usual': (
    { ground }: WorklistSource,
    { serviceFacility, type }: Parsed<'requisitions.usual'>,
  ): Result<Output<'requisitions.usual'>> => ok(usualSteps(ground.cache, serviceFacility, type)),
  'requisitions.similar': (
    { ground }: WorklistSource,
    input: Parsed<'requisitions.similar'>,
  ): Result<Output<'requisitions.similar'>> =>
    ok({ items: worklistRows(ground, similarPlaces(ground, input), []) }),
  'suggestions.list': (
    { ground }: WorklistSource,
    input: Parsed<'suggestions.list'>,
  ): Result<Output<'suggestions.list'>> => ok({ items: suggestions(ground, input) }),
  'related.get': (source: WorklistSource, input: Parsed<'related.get'>): Result<Output<'related.get'>> =>
    ok(relatedTo(source, input)),
};
