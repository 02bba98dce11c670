import { expect, test } from 'vitest';
import { MINUTE } from '#main/base/durations.ts';
import { type TestApp, openTestApp } from '../../../support/app.ts';
import { createSteerableClock } from '../../../support/clocks.ts';
import { endings, only, questions } from '../../../support/lost-orders.ts';

const TIMEOUT = 60_000;

/** A publish or a review that the service has carried out, whose answer was lost, and whose record is answered with 404. */
async function loseDecision(what: 'publish' | 'review') {
  const clock = createSteerableClock();
  const app = await openTestApp({}, { clock });
  await app.sync();
  const { id } = app.first(what === 'publish' ? 'form' : 'requisition');
  const path = what === 'publish' ? `/v2/forms/${id}` : `/v2/requisitions/${id}`;
  const postedTo = what === 'publish' ? `${path}/publish` : path;
  app.clinic.faults.add({
    match: { method: 'POST', path: postedTo, times: 1 },
    action: { kind: 'close', after: true },
  });
  // The first GET is the comparison before the change is sent.
  app.clinic.faults.add({
    match: { method: 'GET', path, skip: 1 },
    action: { kind: 'answer', status: 404, body: '<html>gateway</html>' },
  });
  if (what === 'publish') await app.save({ operation: 'forms.publish', data: { id } });
  else {
    const review = { status: 'reviewed', reviewer: 'user_r1' };
    await app.save({ operation: 'requisitions.update', data: { id, review } });
  }
  return { app, clock, countPosted: () => app.done('POST', postedTo) };
}

/** A sync without the kinds of the changes: it only sends and reconciles. */
const push = (app: TestApp): Promise<unknown> => app.sync({ kinds: ['notification'] });

test.each(['publish', 'review'] as const)(
  'a lost %s whose record is answered with 404 is asked about after two minutes, and closed once the record is back',
  async (what) => {
    const { app, clock, countPosted } = await loseDecision(what);
    await push(app);
    expect(await questions(app)).toEqual(['uncertain']);
    clock.advance(2 * MINUTE);
    await push(app);
    expect(await questions(app)).toEqual(['not-seen']);
    app.clinic.faults.clear();
    await push(app);
    expect(await endings(app)).toEqual(['found']);
    expect(countPosted()).toBe(1);
  },
  TIMEOUT,
);

test.each(['publish', 'review'] as const)(
  'a lost %s that the user sends again while its record is answered with 404 is not sent, and stays one that may have been done',
  async (what) => {
    const { app, clock, countPosted } = await loseDecision(what);
    await push(app);
    clock.advance(2 * MINUTE);
    await push(app);
    await app.resolve((await only(app)).number, { take: 'mine' });
    await push(app);
    expect(await questions(app)).toEqual(['not-seen']);
    app.clinic.faults.clear();
    await push(app);
    expect(await endings(app)).toEqual(['found']);
    expect(countPosted()).toBe(1);
  },
  TIMEOUT,
);
