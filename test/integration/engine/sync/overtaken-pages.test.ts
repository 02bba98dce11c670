import { expect, test } from 'vitest';
import type { Clock } from '#main/base/clock.ts';
import { systemClock } from '#main/base/clock.ts';
import { openTestApp, type TestApp } from '../../../support/app.ts';
import { impatientClock } from '../../../support/clocks.ts';
import { until } from '../../../support/engine.ts';
import { plainBut } from '../../../support/lost-orders.ts';

/** A comment does not change when a requisition was updated. */
const WITH_ETAGS = plainBut({ entityTags: 'sent', commentMoves: 'unmoved' });

/** A clock whose waits last until a test ends those of their length, in milliseconds. No two times are the same. */
interface SteppedClock extends Clock {
  /** How many waits of this length have begun. */
  readonly count: (ms: number) => number;
  readonly end: (ms: number) => void;
}

function steppedClock(): SteppedClock {
  const waits = new Map<number, PromiseWithResolvers<void> & { count: number }>();
  let last = 0;
  const get = (ms: number) => {
    const held = waits.get(ms) ?? { ...Promise.withResolvers<void>(), count: 0 };
    waits.set(ms, held);
    return held;
  };
  return {
    now: () => {
      last = Math.max(last + 1, systemClock.now());
      return last;
    },
    monotonic: () => systemClock.monotonic(),
    wait: (ms) => {
      const held = get(ms);
      held.count += 1;
      return held.promise;
    },
    count: (ms) => get(ms).count,
    end: (ms) => get(ms).resolve(),
  };
}

/** The lengths of the delays by which a test tells the waits apart. */
const LENGTHS = { answer: 1, page: 2 };

interface HeldRefresh {
  readonly app: TestApp;
  readonly id: string;
  readonly clinicClock: SteppedClock;
  /** The refresh, which waits before it asks for the first page again. */
  readonly refreshing: Promise<unknown>;
  /** Lets the refresh ask. */
  readonly release: () => void;
}

/** An app that is up to date, with a refresh of requisitions that was refused once and is about to ask again. */
async function holdRefresh(): Promise<HeldRefresh> {
  const clinicClock = steppedClock();
  const { promise, resolve } = Promise.withResolvers<void>();
  let isHeld = false;
  const clock: Clock = {
    ...impatientClock,
    wait: (ms, signal) => (isHeld ? promise : impatientClock.wait(ms, signal)),
  };
  const app = await openTestApp({ dialect: WITH_ETAGS, clock: clinicClock, requisitions: 300 }, { clock });
  await app.pull('requisition');
  expect(await app.pull('requisition')).toMatchObject({ order: 'updated-newest' });
  const { id } = app.first('requisition');
  app.clinic.faults.add({
    match: { path: /requisitions\?/, times: 1 },
    action: { kind: 'answer', status: 503 },
  });
  app.asked('requisition');
  isHeld = true;
  const refreshing = app.pull('requisition');
  await until(() => app.asked('requisition').length > 0, 'the refresh was refused');
  const release = (): void => {
    isHeld = false;
    resolve();
  };
  return { app, id, clinicClock, refreshing, release };
}

const getCached = async ({ app, id }: HeldRefresh) => (await app.cached('requisition')).get(id);
const getAtService = ({ app, id }: HeldRefresh) => app.serviceRecords('requisition').get(id);

/**
 * An edit is sent, and the page that the held refresh asks for shows more than its answer, which arrives before the page. The
 * edit is answered only after the service has read that page.
 */
async function letAnswerOvertakePage(held: HeldRefresh, change: () => void): Promise<void> {
  const { app, id, clinicClock, refreshing, release } = held;
  const path = `/v2/requisitions/${id}`;
  app.clinic.faults.add({ match: { method: 'POST', path }, action: { kind: 'delay', ms: LENGTHS.answer } });
  app.clinic.faults.add({ match: { path: /requisitions\?/ }, action: { kind: 'delay', ms: LENGTHS.page } });
  await app.save({ operation: 'requisitions.update', data: { id, name: 'Mine' } });
  const sending = app.sync({ kinds: ['form'] });
  await until(() => clinicClock.count(LENGTHS.answer) === 1, 'the service has the edit');
  change();
  release();
  await until(() => clinicClock.count(LENGTHS.page) === 1, 'the service has read the page');
  clinicClock.end(LENGTHS.answer);
  await until(async () => (await app.outbox()).length === 0, 'the edit is sent');
  expect(await getCached(held)).toMatchObject({ name: 'Mine' });
  clinicClock.end(LENGTHS.page);
  await Promise.all([sending, refreshing]);
}

test('a page that was asked for before an edit was answered, and shows a later correction, brings the correction', async () => {
  const held = await holdRefresh();
  const { app, id } = held;
  await letAnswerOvertakePage(held, () => {
    app.clinic.otherUsers.updateRequisition(id, { name: 'Corrected', order_details: 'By a colleague' });
  });
  expect(await getCached(held)).toEqual(getAtService(held));
});

test('a page that was overtaken by the answer to an edit does not count as read: the next refresh brings what it showed', async () => {
  const held = await holdRefresh();
  const { app, id } = held;
  await letAnswerOvertakePage(held, () => app.clinic.otherUsers.comment(id, 'Call the ward'));
  expect(await getCached(held)).not.toEqual(getAtService(held));
  expect(await app.pull('requisition')).toMatchObject({ state: 'complete' });
  expect(await getCached(held)).toEqual(getAtService(held));
});

test('a read mark that another client takes back at once is taken back here too, although the page is as it was', async () => {
  const app = await openTestApp({ dialect: WITH_ETAGS, notifications: 30 });
  app.clinic.listing = { ...app.clinic.listing, order: 'created-desc' };
  await app.pull('notification');
  await app.pull('notification');
  const unread = [...app.serviceRecords('notification').values()].find(({ read }) => read === false);
  const id = unread?.id ?? '';
  await app.save({ operation: 'notifications.update', data: { id, read: true } });
  await app.sync({ kinds: ['form'] });
  expect((await app.cached('notification')).get(id)).toMatchObject({ read: true });
  app.clinic.otherUsers.updateNotification(id, { read: false });
  await app.pull('notification');
  expect((await app.cached('notification')).get(id)).toEqual(unread);
});
