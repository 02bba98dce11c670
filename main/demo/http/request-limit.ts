import type { Clock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';
import type { DialectChoices } from '../dialect/unspecified-points.ts';
import { ServiceProblem } from './responses.ts';

/** A budget of requests: the maximum that is served at once, and how many more with every second. */
interface RequestBudget {
  readonly most: number;
  readonly perSecond: number;
}

const REQUEST_BUDGETS: Readonly<Record<DialectChoices['requestLimit'], RequestBudget | null>> = {
  none: null,
  '30-then-5-a-second': { most: 30, perSecond: 5 },
  '60-then-1-a-second': { most: 60, perSecond: 1 },
};

const TOO_MANY_REQUESTS = 429;

/** Returns the header that says when the next request is served, in the dialect's notation. */
function getRetryAfter(
  waitMs: number,
  how: DialectChoices['retryAfter'],
  now: number,
): Readonly<Record<string, string>> {
  const seconds = Math.ceil(waitMs / SECOND);
  switch (how) {
    case 'seconds':
      return { 'retry-after': String(seconds) };
    case 'date':
      // A date has whole seconds, so that it is never before the time that it stands for.
      return { 'retry-after': new Date(Math.ceil((now + waitMs) / SECOND) * SECOND).toUTCString() };
    case 'none':
      return {};
  }
}

/**
 * Creates the function that counts a request, and throws a 429 once the budget of the dialect is used up (the service's
 * document, section 8, shows no rate limits). A request that it refuses uses nothing.
 */
export function createRequestLimit(
  { requestLimit, retryAfter }: Pick<DialectChoices, 'requestLimit' | 'retryAfter'>,
  clock: Clock,
): () => void {
  const budget = REQUEST_BUDGETS[requestLimit];
  if (budget === null) return () => {};
  const { most, perSecond } = budget;
  let left = most;
  let filledAt = clock.monotonic();
  return () => {
    const now = clock.monotonic();
    left = Math.min(most, left + ((now - filledAt) / SECOND) * perSecond);
    filledAt = now;
    if (left < 1) {
      const waitMs = ((1 - left) / perSecond) * SECOND;
      const headers = getRetryAfter(waitMs, retryAfter, clock.now());
      throw new ServiceProblem(TOO_MANY_REQUESTS, 'Too many requests.', headers);
    }
    left -= 1;
  };
}
