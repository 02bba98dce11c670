import { expect, test } from 'vitest';
import { err, type ErrorCode } from '#contract/result.ts';
import { SECOND } from '#main/base/durations.ts';
import { RateLimitProgress } from '#main/engine/sync/rate-limit-progress.ts';

const LIMITED = err('rate-limited', { waitMs: 10 * SECOND }).error;

test.each([
  ['answered', null, true],
  ['refused for what it asks', 'rejected', true],
  ['failed', 'server-error', false],
] as const)(
  'a pause is worth waiting for where the service has let a request pass since the one before: one that was %s',
  (_how, code, isWorth) => {
    const progress = new RateLimitProgress();
    const error = code === null ? null : err(code satisfies ErrorCode).error;
    progress.recordResult(LIMITED, 0);
    progress.recordResult(error, 11 * SECOND);
    progress.recordResult(LIMITED, 12 * SECOND);
    expect(progress.isWorthWaiting(13 * SECOND)).toBe(isWorth);
    expect(progress.isWorthWaiting(23 * SECOND)).toBe(false);
  },
);
