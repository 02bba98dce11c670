import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { KINDS } from '#contract/records.ts';
import { systemClock, type Clock } from '#main/base/clock.ts';
import { startDemoServer, type DemoServer } from '#main/demo/server.ts';
import { openTestApp, type TestApp } from '../../../support/app.ts';
import { plainBut } from '../../../support/lost-orders.ts';
import { startLoopback } from '../../../support/loopback.ts';

const SIZES = { seed: 7, requisitions: 60, forms: 8, notifications: 40, patients: 9 };

/** Decides about a request at a time, monotonic milliseconds: null lets it pass, else it is the Retry-After header; '' for none. */
type RateLimit = (now: number) => string | null;

/** A number of requests in each window of some milliseconds; others are told when the window ends. */
function createWindow(requests: number, ms: number): RateLimit {
  let endsAt = -Infinity;
  let left = 0;
  return (now) => {
    if (now >= endsAt) [endsAt, left] = [now + ms, requests];
    left -= 1;
    return left >= 0 ? null : String(Math.ceil((endsAt - now) / 1000));
  };
}

/** A bucket that is refilled; others are told to come back after a second, or nothing. */
function createBucket(requests: number, perSecond: number, retryAfter: string): RateLimit {
  let left = requests;
  let filledAt = 0;
  return (now) => {
    left = Math.min(requests, left + ((now - filledAt) / 1000) * perSecond);
    filledAt = now;
    if (left < 1) return retryAfter;
    left -= 1;
    return null;
  };
}

/** Passes a GET on to a clinic, and its answer back. */
async function passOn(
  clinic: DemoServer,
  { url, headers }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { authorization = '', 'x-jwt': jwt = '' } = headers;
  const answer = await fetch(`${clinic.baseUrl}${url}`, { headers: { authorization, 'x-jwt': String(jwt) } });
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
}

/** A clock whose waits take a moment and then have passed: it stands at the end of the longest of those that overlap. */
function createSkippingClock(): Clock {
  let skipped = 0;
  const monotonic = (): number => systemClock.monotonic() + skipped;
  return {
    now: () => systemClock.now() + skipped,
    monotonic,
    wait: async (ms, signal) => {
      const end = monotonic() + ms;
      await systemClock.wait(Math.min(ms, 5), signal);
      skipped += Math.max(0, end - monotonic());
    },
  };
}

/** Returns what a gateway with a rate limit does before a clinic. */
function createGateway(clinic: DemoServer, limit: RateLimit, clock: Clock): RequestListener {
  return (request, response) => {
    const retryAfter = limit(clock.monotonic());
    if (retryAfter === null) return void passOn(clinic, request, response);
    response.writeHead(429, retryAfter === '' ? {} : { 'retry-after': retryAfter }).end();
  };
}

/** Opens an app over a clinic with small pages behind a gateway. */
async function openBehind(limit: RateLimit): Promise<{ readonly app: TestApp; readonly seen: string[] }> {
  const clinic = await startDemoServer({ ...SIZES, dialect: plainBut({ pageCap: '10' }) });
  onTestFinished(() => clinic.close());
  const clock = createSkippingClock();
  const gateway = await startLoopback(createGateway(clinic, limit, clock));
  onTestFinished(() => gateway.close());
  return { app: await openTestApp(clinic, { baseUrl: gateway.origin, clock }), seen: gateway.seen };
}

test.each([
  ['of a window of 45 seconds', createWindow(12, 45_000)],
  ['of a window of four minutes', createWindow(12, 240_000)],
  ['of one request in a second', createBucket(2, 1, '1')],
  ['that does not say how long to wait', createBucket(2, 1, '')],
])('a rate limit %s is kept to, and all lists are read to their ends', async (_what, limit) => {
  const { app } = await openBehind(limit);
  const health = await app.sync();
  expect(health.kinds.map(({ state, cached }) => [state, cached])).toEqual([
    ['complete', SIZES.forms],
    ['complete', SIZES.requisitions],
    ['complete', SIZES.notifications],
  ]);
});

test('a service that asks each request to wait is soon not asked any more', async () => {
  const { app, seen } = await openBehind(() => '20');
  const health = await app.sync();
  expect(health.kinds.map(({ state }) => state)).toEqual(KINDS.map(() => 'failed'));
  expect(seen.length).toBeLessThan(20);
});
