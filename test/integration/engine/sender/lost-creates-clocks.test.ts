import { describe, expect, test, vi } from 'vitest';
import { HOUR, MINUTE } from '#main/base/durations.ts';
import { until } from '../../../support/engine.ts';
import {
  endings,
  hideFromLists,
  RECONCILES,
  loseAnswer,
  only,
  plainBut,
  posted,
  questions,
  untilReconciled,
} from '../../../support/lost-orders.ts';
import { openTestApp } from '../../../support/app.ts';
import { NEW_ORDER } from '../../../support/builders.ts';
import { createSteerableClock } from '../../../support/clocks.ts';

/** Each test opens files and threads of its own, which takes long on a busy machine. */
const TIMEOUT = 180_000;
vi.setConfig({ testTimeout: TIMEOUT });

describe('reconciling a lost create', () => {
  test(
    'leads to a question after two minutes, which closes automatically once the record shows',
    async () => {
      const clock = createSteerableClock();
      const dialect = plainBut({ createdVisible: 'after-3min' });
      const app = await openTestApp({ dialect, clock }, { clock, keepsFresh: true });
      await app.sync();
      loseAnswer(app);
      await app.save(NEW_ORDER);
      await untilReconciled(app);
      clock.advance(MINUTE);
      await app.sync();
      expect(await questions(app)).toEqual(['uncertain']);
      clock.advance(MINUTE);
      await until(async () => (await questions(app))[0] === 'none-found', 'the look after two minutes');
      clock.advance(2 * MINUTE);
      await until(async () => (await app.outbox()).length === 0, 'the question closes');
      expect(await endings(app)).toEqual(['found']);
      expect(posted(app)).toBe(1);
    },
    TIMEOUT,
  );

  test(
    'does not count an hour without a network towards the two minutes',
    async () => {
      const clock = createSteerableClock();
      const app = await openTestApp({}, { clock, keepsFresh: true });
      await app.sync();
      loseAnswer(app);
      hideFromLists(app);
      await app.save(NEW_ORDER);
      await untilReconciled(app);
      app.clinic.faults.clear();
      app.clinic.faults.add({ match: {}, action: { kind: 'close' } });
      // Another request notices it; no reconcile is attempted meanwhile.
      const { id } = app.first('form');
      await app.engine().handle('records.refresh', { kind: 'form', id });
      expect((await app.health()).connection).toBe('offline');
      clock.advance(HOUR);
      app.clinic.faults.clear();
      hideFromLists(app);
      const from = app.clinic.requests().length;
      await until(async () => {
        await app.sync();
        return app.clinic
          .requests()
          .slice(from)
          .some(({ path, query }) => RECONCILES.test(`${path}?${query}`));
      }, 'a reconcile after the network is back');
      await app.sync();
      expect(await questions(app)).toEqual(['uncertain']);
      clock.advance(2 * MINUTE);
      await until(async () => (await questions(app))[0] === 'none-found', 'the question');
    },
    TIMEOUT,
  );

  test('does not count an hour in which the service has too much to do towards the two minutes', async () => {
    const clock = createSteerableClock();
    const app = await openTestApp({}, { clock });
    await app.sync();
    loseAnswer(app);
    hideFromLists(app);
    await app.save(NEW_ORDER);
    await app.sync();
    expect(await questions(app)).toEqual(['uncertain']);
    app.clinic.faults.clear();
    app.clinic.faults.add({
      match: { method: 'GET', path: RECONCILES },
      action: { kind: 'answer', status: 429, headers: { 'retry-after': '60' } },
    });
    await app.sync();
    app.clinic.faults.clear();
    hideFromLists(app);
    clock.advance(HOUR);
    await app.sync();
    expect(await questions(app)).toEqual(['uncertain']);
    clock.advance(2 * MINUTE);
    await app.sync();
    expect(await questions(app)).toEqual(['none-found']);
  });

  test(
    'closes a question of an earlier run when a later sync finds the record',
    async () => {
      const clock = createSteerableClock();
      const app = await openTestApp({}, { clock, keepsFresh: true });
      await app.sync();
      loseAnswer(app);
      hideFromLists(app);
      await app.save(NEW_ORDER);
      await untilReconciled(app);
      clock.advance(3 * MINUTE);
      await until(async () => (await questions(app))[0] === 'none-found', 'the question');
      await app.restart({ keepsFresh: false });
      await app.sync();
      expect(await questions(app)).toEqual(['none-found']);
      app.clinic.faults.clear();
      await app.sync();
      expect(await endings(app)).toEqual(['found']);
    },
    TIMEOUT,
  );

  test('leaves its question as it is while the list is answered with an error', async () => {
    const clock = createSteerableClock();
    const app = await openTestApp({}, { clock, keepsFresh: true });
    await app.sync();
    loseAnswer(app);
    hideFromLists(app);
    await app.save(NEW_ORDER);
    await untilReconciled(app);
    clock.advance(3 * MINUTE);
    await until(async () => (await questions(app))[0] === 'none-found', 'the question');
    const asked = await only(app);
    app.clinic.faults.clear();
    app.clinic.faults.add({
      match: { method: 'GET', path: RECONCILES },
      action: { kind: 'answer', status: 503 },
    });
    const from = app.clinic.requests().length;
    await app.sync();
    const looks = app.clinic.requests().slice(from);
    expect(looks.some(({ path, query }) => RECONCILES.test(`${path}?${query}`))).toBe(true);
    expect(await only(app)).toEqual(asked);
  });

  test('is not affected by a clock that is set back after the create was sent', async () => {
    const clock = createSteerableClock();
    const app = await openTestApp({}, { clock });
    await app.sync();
    loseAnswer(app);
    app.clinic.faults.add({ match: { method: 'GET', path: /search=/ }, action: { kind: 'close' } });
    await app.save(NEW_ORDER);
    clock.setBack(2 * MINUTE);
    await app.sync();
    app.clinic.faults.clear();
    await app.sync();
    expect(await endings(app)).toEqual(['found']);
    expect(posted(app)).toBe(1);
  });

  test('is not affected by a clock that is three hours fast', async () => {
    const clock = createSteerableClock();
    clock.setBack(-3 * HOUR);
    const app = await openTestApp({}, { clock });
    await app.sync();
    loseAnswer(app);
    await app.save(NEW_ORDER);
    await app.sync();
    expect(await endings(app)).toEqual(['found']);
    expect(posted(app)).toBe(1);
  });
});
