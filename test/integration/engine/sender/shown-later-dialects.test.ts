import { expect, test } from 'vitest';
import { generateDialect } from '#main/demo/dialect/dialect.ts';
import { faultClock, READS_LAG, serviceClock } from '../../../faults/fault-clock.ts';
import { SEED } from '../../../faults/pool.ts';
import { openTestApp } from '../../../support/app.ts';
import { questions } from '../../../support/lost-orders.ts';

/** As many neighbouring seeds as contain each value of the points about reads and request limits. */
const SEEDS = Array.from({ length: 4 }, (_none, index) => SEED + index);
/** Rounds in which a request limit lets everything pass. */
const ROUNDS = 6;

test.each(SEEDS)(
  'every accepted change is sent without a question that stays, once the service of dialect %i shows it',
  async (seed) => {
    const there = serviceClock();
    const dialect = generateDialect(seed);
    const app = await openTestApp({ dialect, clock: there }, { clock: faultClock(there) });
    await app.sync();
    const [form, other] = [...app.serviceRecords('form').values()];
    const [ordered, reviewed] = [...app.serviceRecords('requisition').values()];
    if (!form || !other || !ordered || !reviewed) throw new Error('the clinic lacks a record');
    await app.save({ operation: 'forms.update', data: { id: form.id, name: 'Renamed' } });
    await app.save({ operation: 'forms.completion', data: { id: form.id, ask: ['user_one'] } });
    await app.save({ operation: 'forms.publish', data: { id: other.id } });
    await app.save({ operation: 'requisitions.update', data: { id: ordered.id, order_details: 'Fasting' } });
    const review = { status: 'requested', reviewer: 'user_r1' };
    await app.save({ operation: 'requisitions.update', data: { id: reviewed.id, review } });
    for (let round = 0; round < ROUNDS && (round < 2 || (await app.outbox()).length > 0); round++) {
      await app.sync({ full: true });
      there.pass(READS_LAG);
    }
    expect(await questions(app)).toEqual([]);
  },
);
