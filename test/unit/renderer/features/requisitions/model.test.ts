import { describe, expect, it } from 'vitest';
import { toEpochMs } from '#contract/time.ts';
import { toReviewStatus } from '#renderer/features/requisitions/record/Reviews.tsx';
import { toStatusChangesWithElapsedTime } from '#renderer/shared/record/StatusHistoryList.tsx';
import {
  isKnownRequisitionType,
  isReviewed,
  getRequisitionStatusShape,
} from '#renderer/shared/record/requisition-status.tsx';
import { NOON } from '../../../../support/builders.ts';

const review = {
  status: 'requested',
  requestedBy: 'user_1',
  reviewer: 'user_2',
  requestedAt: NOON,
  reviewDeadline: toEpochMs(NOON + 1000),
  reviewedAt: null,
};

describe('the icon of a status', () => {
  it('differs for each documented status', () => {
    const shapes = ['draft', 'sent', 'results_received'].map((status) =>
      getRequisitionStatusShape({ status, needsReview: true }),
    );
    expect(shapes).toEqual(['ring', 'ring-arrow', 'filled']);
  });

  it('is a tick once the results were reviewed', () => {
    expect(getRequisitionStatusShape({ status: 'results_received', needsReview: false })).toBe('tick');
    expect(isReviewed({ status: 'sent', needsReview: false })).toBe(false);
  });

  it.each(['', 'cancelled', 'constructor', '__proto__'])('is a square for %j', (status) => {
    expect(getRequisitionStatusShape({ status, needsReview: false })).toBe('square');
  });
});

describe('a type', () => {
  it('is known if the document names it', () => {
    expect(['lab', 'imaging', 'general', 'genetics', ''].map(isKnownRequisitionType)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('a review', () => {
  it('is due until its deadline and overdue after it', () => {
    expect(toReviewStatus(review, NOON)).toBe('due');
    expect(toReviewStatus(review, toEpochMs(NOON + 2000))).toBe('overdue');
  });

  it('is done when its status says so or it has a date', () => {
    const late = toEpochMs(NOON + 2000);
    expect(toReviewStatus({ ...review, status: 'reviewed' }, late)).toBe('reviewed');
    expect(toReviewStatus({ ...review, reviewedAt: NOON }, late)).toBe('reviewed');
  });

  it('without a deadline is open', () => {
    expect(toReviewStatus({ ...review, reviewDeadline: null }, NOON)).toBe('open');
  });
});

describe('the status history', () => {
  const change = (status: string, at: number | null) => ({
    status,
    changedBy: 'user_1',
    changedAt: at === null ? null : toEpochMs(at),
  });

  it('is sorted by time, with the duration of each step', () => {
    const steps = toStatusChangesWithElapsedTime([change('sent', 5000), change('draft', 1000)]);
    expect(steps.map(({ change: { status }, sinceMs }) => [status, sinceMs])).toEqual([
      ['draft', null],
      ['sent', 4000],
    ]);
  });

  it('keeps entries without a time, and shows no duration around them', () => {
    const steps = toStatusChangesWithElapsedTime([change('draft', 1000), change('lost', null)]);
    expect(steps.map(({ change: { status }, sinceMs }) => [status, sinceMs])).toEqual([
      ['lost', null],
      ['draft', null],
    ]);
  });

  it('keeps the order of entries with the same time', () => {
    const steps = toStatusChangesWithElapsedTime([change('draft', 1000), change('sent', 1000)]);
    expect(steps.map(({ change: { status } }) => status)).toEqual(['draft', 'sent']);
  });
});
