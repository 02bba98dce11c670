import { ASSUMPTIONS } from '#contract/assumptions.ts';
import type { WritableDb } from '#main/engine/store/db.ts';
import { NO_DATE } from './cursor.ts';
import { noteKnown, noteOrder, notePageCap, readLearned } from './learned.ts';
import type { SweepEnding, SweepVerdict } from './protocol.ts';
import { releaseQuarantine } from './quarantine.ts';
import type { SweepStore } from './sweep-store.ts';
import { suspects, suspectUnmet } from './suspects.ts';
import { cachedCount, noteLook, noteOutcome } from './sync-state.ts';

const { share } = ASSUMPTIONS.massLoss;
/** Records that are asked for by their id after one sweep, at most. */
const MOST_ASKED = 100;

/** Whether so many records can be gone at once; a single one can, however few there are, unless it was the only one. */
function isMassLoss(missing: number, known: number): boolean {
  return missing > 0 && (missing >= known || (missing > 1 && missing > share * known));
}

/** What a complete sweep of the whole list leaves: the order, what may be gone, what was refused and is no more. */
function concludeWhole(db: WritableDb, sweep: SweepStore, { isCertain }: SweepEnding): void {
  noteOrder(db, sweep.kind, isCertain ? sweep.order : 'mixed');
  suspectUnmet(db, sweep.kind, sweep.met);
  releaseQuarantine(db, sweep.kind, sweep.options.startedAt);
}

function concludeKnown(db: WritableDb, sweep: SweepStore, { scope, isCertain, etag }: SweepEnding): void {
  const order = readLearned(db, sweep.kind, 0).order;
  const until = isCertain || sweep.kind === 'notification' ? sweep.knownUntil(order) : NO_DATE;
  // Where the service said that nothing had changed, what was known goes on being known.
  if (until !== NO_DATE || scope === 'all') noteKnown(db, sweep.kind, { until, etag });
}

/**
 * Notes how a sweep ended and what it learned. Nothing is removed here: what was not met is only suspected, and where too much
 * was not met nothing is.
 */
export function concludeSweep(db: WritableDb, sweep: SweepStore, ending: SweepEnding): SweepVerdict {
  const { kind, at, scope, pageCap } = ending;
  const { knownBefore } = sweep.options;
  const isWhole = ending.outcome === 'complete' && scope === 'all';
  const missing = isWhole ? Math.max(0, cachedCount(db, kind) - sweep.met.size) : 0;
  const outcome = isMassLoss(missing, knownBefore) ? 'incomplete' : ending.outcome;
  noteOutcome(db, kind, outcome, at);
  if (pageCap !== undefined) notePageCap(db, kind, pageCap);
  if (outcome === 'complete' && isWhole) concludeWhole(db, sweep, ending);
  if (outcome === 'complete') {
    concludeKnown(db, sweep, ending);
    noteLook(db, kind, sweep.options.startedAt, isWhole);
  }
  return { outcome, missing, suspects: outcome === 'complete' ? suspects(db, kind, MOST_ASKED) : [] };
}
