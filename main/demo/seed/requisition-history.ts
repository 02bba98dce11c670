import { DAY } from '#main/base/durations.ts';
import type { RandomGenerator } from '#main/base/random.ts';
import { generateId } from '../ids.ts';
import { formatIsoTime } from '../timestamps.ts';
import { pickInteger, pickBoolean, pickElement } from '../random-choices.ts';
import { COMMENT_TEXTS } from '../content/remarks.ts';
import type { Comment, Review, StatusChange } from '../resources.ts';
import type { RequisitionBasics, RequisitionStage } from './requisition-outline.ts';
import type { SeedData } from './seed-data.ts';

/** The statuses of each stage; the last one of `odd` is not in the service's document. */
const STATUSES: Readonly<Record<RequisitionStage, readonly string[]>> = {
  draft: ['draft'],
  sent: ['draft', 'sent'],
  results: ['draft', 'sent', 'results_received'],
  odd: ['draft', 'sent', 'specimen_rejected'],
};

/** Returns an instant of a record's life; 0 is its creation, 1 its last change. */
function interpolateTime({ createdAt, updatedAt }: RequisitionBasics, part: number): number {
  return createdAt + Math.floor((updatedAt - createdAt) * part);
}

/**
 * Returns the statuses of a requisition with their times. Results arrive at 0.7 of its life, so that there is
 * time left for a review.
 */
export function createStatusHistory(sketch: RequisitionBasics, changedBy: string): StatusChange[] {
  const parts = sketch.stage === 'sent' ? [0, 1] : [0, 0.1, 0.7];
  return STATUSES[sketch.stage].map((status, step) => ({
    status,
    changed_by: changedBy,
    changed_at: formatIsoTime(interpolateTime(sketch, parts[step] ?? 1)),
  }));
}

function createDoneReview(seedData: SeedData, sketch: RequisitionBasics): Review {
  const { random } = sketch;
  return {
    status: 'reviewed',
    requested_by: pickElement(random, seedData.providers),
    reviewer: pickElement(random, seedData.providers),
    requested_at: formatIsoTime(interpolateTime(sketch, 0.72)),
    review_deadline: formatIsoTime(interpolateTime(sketch, 0.7) + 3 * DAY),
    reviewed_at: formatIsoTime(sketch.updatedAt),
  };
}

/** Returns a requested review that is not done. It is overdue where the deadline is before now. */
function openReview(seedData: SeedData, sketch: RequisitionBasics, daysToDeadline: number): Review {
  const { random } = sketch;
  return {
    status: 'requested',
    requested_by: pickElement(random, seedData.providers),
    reviewer: pickBoolean(random, 0.5) ? seedData.userId : pickElement(random, seedData.providers),
    requested_at: formatIsoTime(interpolateTime(sketch, 0.75)),
    review_deadline: formatIsoTime(sketch.updatedAt + daysToDeadline * DAY),
    reviewed_at: null,
  };
}

/** Returns the reviews of results: mostly done, some open, some overdue, some never requested. */
export function createReviews(seedData: SeedData, sketch: RequisitionBasics): Review[] {
  if (sketch.stage !== 'results') return [];
  const isRecent = seedData.now - sketch.updatedAt < 10 * DAY;
  const draw = sketch.random.fraction();
  if (draw < (isRecent ? 0.4 : 0.8)) {
    const done = createDoneReview(seedData, sketch);
    return pickBoolean(sketch.random, 0.1) ? [createDoneReview(seedData, sketch), done] : [done];
  }
  if (draw < 0.93) return [openReview(seedData, sketch, pickInteger(sketch.random, 2, 14))];
  return [];
}

/** Returns the comments on a generated requisition, oldest first. */
export function createComments(
  seedData: SeedData,
  sketch: RequisitionBasics,
  requisition: string,
): Comment[] {
  const { random, language } = sketch;
  const count = pickBoolean(random, 0.35) ? 0 : pickInteger(random, 1, 5);
  return Array.from({ length: count }, (_, step) => ({
    id: generateId('cmmt_', random),
    object: 'comment',
    requisition,
    comment: pickElement(random, pickWords(random, language?.comments)),
    created_by: pickElement(random, seedData.providers),
    created_at: formatIsoTime(interpolateTime(sketch, (step + 1) / count)),
  }));
}

function pickWords(random: RandomGenerator, own: readonly string[] | undefined): readonly string[] {
  return own !== undefined && pickBoolean(random, 0.6) ? own : COMMENT_TEXTS;
}
