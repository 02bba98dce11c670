import { vi } from 'vitest';
import { createStores } from '#renderer/state/stores.ts';
import { formatServiceTime, NOON, reviewAsked, sentOrder } from '../builders.ts';
import { testPage } from './page.ts';

/** Three requisitions, the newest first. The user is asked to review the first two. */
export const ORDERS = [1, 2, 3].map((number) =>
  sentOrder({
    id: `req_${number}`,
    last_updated_at: formatServiceTime(NOON - number * 1000),
    ...(number === 3 ? {} : reviewAsked({ reviewer: 'user_me' })),
  }),
);

/** Advances the fake timers until what the page has asked for is there. */
export const seeAnswers = (): Promise<unknown> => vi.advanceTimersByTimeAsync(1_000);

/** Starts the stores of a page whose list of requisitions is shown. Needs fake timers. */
export async function showRequisitions(...setUp: Parameters<typeof testPage>) {
  const page = testPage(...setUp);
  const app = createStores(page.bridge);
  const end = app.start();
  app.browsers.requisition.list.show();
  await seeAnswers();
  return { page, app, end };
}
