import type { WritableDb } from '#main/engine/store/db.ts';
import { NO_DATE } from './cursor.ts';
import { forgetKnown, noteKnown, noteOrder, notePageCap, readListFacts } from './learned.ts';
import type { SweepEnding, SweepVerdict } from './protocol.ts';
import { releaseQuarantine } from './quarantine.ts';
import type { SweepStore } from './sweep-store.ts';
import { clearMet, countUnmet, needsSweep } from './missing-records.ts';
import { cachedCount, noteVisit, noteOutcome } from './sync-state.ts';

/** Whether records came in front while it was read: one that was updated meanwhile was not met, and is not gone for it. */
function hasOnlyGrown({ isCertain, isGapless }: SweepEnding): boolean {
  return isGapless && !isCertain;
}

/** What a complete sweep of the whole list leaves: the order, what may be gone, what was refused and is no more. */
function concludeWhole(db: WritableDb, sweep: SweepStore, ending: SweepEnding): void {
  noteOrder(db, sweep.kind, ending.isGapless ? sweep.order : 'mixed');
  if (ending.isCertain) countUnmet(db, sweep.kind, sweep.met);
  releaseQuarantine(db, sweep.kind, sweep.options.startedAt);
}

function concludeKnown(
  db: WritableDb,
  sweep: SweepStore,
  { scope, isCertain, isGapless, etag }: SweepEnding,
): void {
  const order = readListFacts(db, sweep.kind, 0).order;
  // What this sweep lacked has to be missing from a second one as well, which is not to wait for hours.
  if (scope === 'all' && isCertain && needsSweep(db, sweep.kind)) return forgetKnown(db, sweep.kind);
  const until = isGapless || sweep.kind === 'notification' ? sweep.knownUntil(order) : NO_DATE;
  // Where the service said that nothing had changed, what was known goes on being known.
  if (until !== NO_DATE || scope === 'all') noteKnown(db, sweep.kind, { until, etag });
}

/**
 * Notes how a sweep ended and what it learned. Nothing is removed here: what was not met is only counted as missing. A list that is
 * empty all of a sudden is counted like any other, but the sweep is not called complete.
 */
export function concludeSweep(db: WritableDb, sweep: SweepStore, ending: SweepEnding): SweepVerdict {
  const { kind, at, scope, pageCap } = ending;
  const isWhole = ending.outcome === 'complete' && scope === 'all';
  const isEmptied = isWhole && sweep.met.size === 0 && cachedCount(db, kind) > 0;
  const outcome = isEmptied ? 'incomplete' : ending.outcome;
  noteOutcome(db, kind, outcome, at);
  clearMet(db, kind, sweep.met);
  if (pageCap !== undefined) notePageCap(db, kind, pageCap);
  if (isWhole) concludeWhole(db, sweep, ending);
  if (outcome === 'complete') {
    concludeKnown(db, sweep, ending);
    if (!hasOnlyGrown(ending)) noteVisit(db, kind, sweep.options.startedAt, isWhole);
  }
  return { outcome, isEmptied };
}
