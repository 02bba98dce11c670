import { expect, test, vi } from 'vitest';
import {
  endings,
  hideFromLists,
  loseAnswer,
  loseRequest,
  only,
  plainBut,
  posted,
  questions,
} from '../../../support/lost-orders.ts';
import { type TestApp, openTestApp } from '../../../support/app.ts';
import { NEW_ORDER } from '../../../support/builders.ts';

// Each test opens files and threads of its own, which takes long on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const REVIEW = { reviewer: 'user_d2', requested_by: 'user_d1' };
const WITH_REVIEW = { ...NEW_ORDER, data: { ...NEW_ORDER.data, review: REVIEW } };

const openWithoutReviewOnCreate = async (choices = {}): Promise<TestApp> => {
  const app = await openTestApp({ dialect: plainBut({ reviewOnCreate: 'not-added', ...choices }) });
  await app.sync();
  return app;
};

/** The orders of the patient of the create, at the service. */
const listOrders = (app: TestApp) =>
  [...app.serviceRecords('requisition').values()].filter(({ patient }) => patient === NEW_ORDER.data.patient);

const syncTwice = async (app: TestApp): Promise<void> => {
  await app.sync();
  await app.sync();
};

test.each(['200', '202-id'] as const)(
  'an order whose new record lacks only the review is placed once, and the review is sent by itself (answer %s)',
  async (createdAnswer) => {
    const app = await openWithoutReviewOnCreate({ createdAnswer });
    await app.save(WITH_REVIEW);
    await syncTwice(app);
    expect(await app.outbox()).toEqual([]);
    expect(await app.closedChanges()).toMatchObject([
      { operation: 'requisitions.update', ending: 'sent', fields: ['review'], patient: 'user_p1' },
      { operation: 'requisitions.create', ending: 'sent', fields: Object.keys(NEW_ORDER.data) },
    ]);
    expect(posted(app)).toBe(1);
    expect(listOrders(app)).toMatchObject([{ reviews: [REVIEW] }]);
  },
);

test('an order without its review is found after a lost answer, and the review is sent by itself', async () => {
  const app = await openWithoutReviewOnCreate();
  loseAnswer(app);
  await app.save(WITH_REVIEW);
  await syncTwice(app);
  expect(await endings(app)).toEqual(['sent', 'found']);
  expect(posted(app)).toBe(1);
  expect(listOrders(app)).toMatchObject([{ reviews: [REVIEW] }]);
});

test('an order that differs in more than its review is a question, and its review is not sent', async () => {
  const app = await openWithoutReviewOnCreate({ storedText: 'cut-255' });
  const name = 'x'.repeat(300);
  await app.save({ ...WITH_REVIEW, data: { ...WITH_REVIEW.data, name } });
  await syncTwice(app);
  expect(await questions(app)).toEqual(['odd-answer']);
  expect(await endings(app)).toEqual([]);
});

test('a changed review is asked about by itself: the order is not offered again', async () => {
  const app = await openTestApp();
  await app.sync();
  app.clinic.faults.add({
    match: { path: /^\/v2\/requisitions(\/req_[^/]+)?$/ },
    action: {
      kind: 'replace',
      body: (record) =>
        JSON.parse(JSON.stringify(record).replaceAll('"reviewer":"user_d2"', '"reviewer":"user_d9"')),
    },
  });
  await app.save(WITH_REVIEW);
  await app.sync({ kinds: ['form'] });
  expect(await endings(app)).toEqual(['sent']);
  expect(await only(app)).toMatchObject({
    operation: 'requisitions.update',
    question: 'odd-answer',
    fields: [
      {
        field: 'review',
        mine: expect.stringContaining('user_d2'),
        theirs: expect.stringContaining('user_d9'),
      },
    ],
  });
  expect(listOrders(app)).toMatchObject([{ reviews: [REVIEW] }]);
  await app.resolve((await only(app)).number, { take: 'server' });
  await app.sync({ kinds: ['form'] });
  expect(posted(app)).toBe(1);
  expect(await app.outbox()).toEqual([]);
});

test('of several orders without the review the one that the user chooses gets it', async () => {
  const app = await openWithoutReviewOnCreate();
  loseRequest(app);
  const { number } = await app.save(WITH_REVIEW);
  await app.sync({ kinds: ['form'] });
  const ids = [NEW_ORDER.data, NEW_ORDER.data].map((data) => app.clinic.otherUsers.createRequisition(data));
  await syncTwice(app);
  expect(await questions(app)).toEqual(['several-found']);
  const [chosen = ''] = ids;
  await app.resolve(number, { take: 'found', id: chosen });
  await syncTwice(app);
  expect(await endings(app)).toEqual(['sent', 'found']);
  expect(app.serviceRecords('requisition').get(chosen)?.['reviews']).toMatchObject([REVIEW]);
  expect(posted(app)).toBe(0);
});

test('an edit that waits behind the order is sent with the review, and neither holds up the other', async () => {
  const app = await openWithoutReviewOnCreate();
  loseAnswer(app);
  hideFromLists(app);
  const { id } = await app.save(WITH_REVIEW);
  await app.sync();
  await app.save({ operation: 'requisitions.update', data: { id, order_details: 'fasting' } });
  app.clinic.faults.clear();
  await syncTwice(app);
  await syncTwice(app);
  expect(await app.outbox()).toEqual([]);
  expect(listOrders(app)).toMatchObject([{ reviews: [REVIEW], order_details: 'fasting' }]);
  expect(posted(app)).toBe(1);
});
