import { expect, test, vi } from 'vitest';
import { MINUTE } from '#main/base/durations.ts';
import { deskAndClinic, type DeskAndClinic } from '../../support/desk-and-clinic.ts';
import { NEW_ORDER } from '../../support/desk.ts';
import { until } from '../../support/engine.ts';
import { endings, LOOKS, loseAnswer, only, posted, questions } from '../../support/lost-orders.ts';
import { createSteerableClock, type SteerableClock } from '../../support/steerable-clock.ts';

/** Each test opens files and threads of its own, which takes long on a busy machine. */
vi.setConfig({ testTimeout: 180_000 });

const ERROR = { kind: 'answer', status: 503 } as const;
const PAGE = { kind: 'answer', status: 200, body: '<html>Maintenance</html>' } as const;

/** From now on the lists that tell what an order made come to nothing, while everything else is answered. */
function breakLists({ clinic }: DeskAndClinic, action: typeof ERROR | typeof PAGE): void {
  clinic.faults.add({ match: { method: 'GET', path: LOOKS }, action });
}

async function openDesk(): Promise<{ desk: DeskAndClinic; clock: SteerableClock }> {
  const clock = createSteerableClock();
  const desk = await deskAndClinic({}, { clock, keepsFresh: true });
  await desk.sync();
  return { desk, clock };
}

async function untilAsked(desk: DeskAndClinic): Promise<void> {
  await until(async () => (await questions(desk))[0] === 'not-listed', 'the question');
}

test.each([
  ['is answered with an error', ERROR],
  ['is a page of HTML', PAGE],
])(
  'an order whose list %s becomes a question after two minutes, and leaves by itself once the list is read',
  async (_how, action) => {
    const { desk, clock } = await openDesk();
    breakLists(desk, action);
    await desk.save(NEW_ORDER);
    await desk.sync();
    clock.advance(MINUTE);
    await desk.sync();
    expect(await questions(desk)).toEqual(['saved']);
    clock.advance(MINUTE);
    await desk.sync();
    expect(await questions(desk)).toEqual(['not-listed']);
    clock.advance(20 * MINUTE);
    await desk.sync();
    expect(await questions(desk)).toEqual(['not-listed']);
    expect(posted(desk)).toBe(0);
    desk.clinic.faults.clear();
    await desk.sync();
    await until(async () => (await desk.outbox()).length === 0, 'the question closes');
    expect(await endings(desk)).toEqual(['sent']);
    expect(posted(desk)).toBe(1);
  },
);

test('the user may have it sent without the list', async () => {
  const { desk, clock } = await openDesk();
  breakLists(desk, ERROR);
  const { number } = await desk.save(NEW_ORDER);
  await desk.sync();
  clock.advance(2 * MINUTE);
  await desk.sync();
  await untilAsked(desk);
  expect((await only(desk)).error).toMatchObject({ code: 'server-error' });
  await desk.resolve(number, { take: 'mine' });
  await desk.sync();
  expect(posted(desk)).toBe(1);
  expect(await endings(desk)).toEqual(['sent']);
});

test('an order whose answer was lost becomes a question too, and is found once the list is read', async () => {
  const { desk, clock } = await openDesk();
  loseAnswer(desk);
  desk.clinic.faults.add({ match: { method: 'GET', path: LOOKS, skip: 1 }, action: ERROR });
  await desk.save(NEW_ORDER);
  await desk.sync();
  expect(await questions(desk)).toEqual(['uncertain']);
  clock.advance(2 * MINUTE);
  await desk.sync();
  await untilAsked(desk);
  desk.clinic.faults.clear();
  await desk.sync();
  await until(async () => (await desk.outbox()).length === 0, 'the question closes');
  expect(await endings(desk)).toEqual(['found']);
  expect(posted(desk)).toBe(1);
});

test('time without a service does not count', async () => {
  const { desk, clock } = await openDesk();
  desk.clinic.faults.add({ match: {}, action: { kind: 'close' } });
  await desk.save(NEW_ORDER);
  await desk.sync();
  clock.advance(60 * MINUTE);
  await desk.sync();
  expect(await questions(desk)).toEqual(['saved']);
});
