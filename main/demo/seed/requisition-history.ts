import { DAY } from '#main/base/durations.ts';
import type { Random } from '#main/base/random.ts';
import { between, happens, pick, drawId, isoTime } from '../ids.ts';
import { COMMENTS } from '../content/remarks.ts';
import type { Comment, Review, StatusChange } from '../resources.ts';
import type { RequisitionSketch, Stage } from './requisition-outline.ts';
import type { World } from './world.ts';

/** The statuses of each stage; the last one of `odd` is not in the service's document. */
const STATUSES: Readonly<Record<Stage, readonly string[]>> = {
  draft: ['draft'],
  sent: ['draft', 'sent'],
  results: ['draft', 'sent', 'results_received'],
  odd: ['draft', 'sent', 'specimen_rejected'],
};

/** Returns an instant of a record's life; 0 is its creation, 1 its last change. */
function moment({ createdAt, updatedAt }: RequisitionSketch, part: number): number {
  return createdAt + Math.floor((updatedAt - createdAt) * part);
}

/** Results arrive at 0.7 of a record's life, so that there is time left for a review. */
export function statusHistory(sketch: RequisitionSketch, changedBy: string): StatusChange[] {
  const parts = sketch.stage === 'sent' ? [0, 1] : [0, 0.1, 0.7];
  return STATUSES[sketch.stage].map((status, step) => ({
    status,
    changed_by: changedBy,
    changed_at: isoTime(moment(sketch, parts[step] ?? 1)),
  }));
}

function reviewed(world: World, sketch: RequisitionSketch): Review {
  const { random } = sketch;
  return {
    status: 'reviewed',
    requested_by: pick(random, world.providers),
    reviewer: pick(random, world.providers),
    requested_at: isoTime(moment(sketch, 0.72)),
    review_deadline: isoTime(moment(sketch, 0.7) + 3 * DAY),
    reviewed_at: isoTime(sketch.updatedAt),
  };
}

/** Returns a requested review that is not done. It is overdue where the deadline is before now. */
function openReview(world: World, sketch: RequisitionSketch, daysToDeadline: number): Review {
  const { random } = sketch;
  return {
    status: 'requested',
    requested_by: pick(random, world.providers),
    reviewer: happens(random, 0.5) ? world.userId : pick(random, world.providers),
    requested_at: isoTime(moment(sketch, 0.75)),
    review_deadline: isoTime(sketch.updatedAt + daysToDeadline * DAY),
    reviewed_at: null,
  };
}

/** Returns the reviews of results: mostly done, some open, some overdue, some never requested. */
export function reviews(world: World, sketch: RequisitionSketch): Review[] {
  if (sketch.stage !== 'results') return [];
  const isRecent = world.now - sketch.updatedAt < 10 * DAY;
  const draw = sketch.random.fraction();
  if (draw < (isRecent ? 0.4 : 0.8)) {
    const done = reviewed(world, sketch);
    return happens(sketch.random, 0.1) ? [reviewed(world, sketch), done] : [done];
  }
  if (draw < 0.93) return [openReview(world, sketch, between(sketch.random, 2, 14))];
  return [];
}

/** Returns the comments, oldest first. */
export function comments(world: World, sketch: RequisitionSketch, requisition: string): Comment[] {
  const { random, language } = sketch;
  const count = happens(random, 0.35) ? 0 : between(random, 1, 5);
  return Array.from({ length: count }, (_, step) => ({
    id: drawId('cmmt_', random),
    object: 'comment',
    requisition,
    comment: pick(random, ownWords(random, language?.comments)),
    created_by: pick(random, world.providers),
    created_at: isoTime(moment(sketch, (step + 1) / count)),
  }));
}

function ownWords(random: Random, own: readonly string[] | undefined): readonly string[] {
  return own !== undefined && happens(random, 0.6) ? own : COMMENTS;
}
