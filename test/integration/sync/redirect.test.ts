import { afterEach, beforeEach, expect, test } from 'vitest';
import { NEW_ORDER } from '../../support/desk.ts';
import { deskAndClinic } from '../../support/desk-and-clinic.ts';
import { startLoopback, type Loopback } from '../../support/loopback.ts';

const PATIENT = 30_000;

let stranger: Loopback;
beforeEach(async () => {
  stranger = await startLoopback((_request, response) => response.end('{}'));
});
afterEach(() => stranger.close());

test.each([302, 307])(
  'a clinic that answers every request with a %i to another host keeps its records and its writes here, and that host hears nothing',
  async (status) => {
    const desk = await deskAndClinic();
    await desk.sync();
    await desk.save(NEW_ORDER);
    await desk.save({
      operation: 'requisitions.update',
      data: { id: desk.first('requisition').id, name: 'New' },
    });
    desk.clinic.faults.add({
      match: {},
      action: { kind: 'answer', status, headers: { location: `${stranger.origin}/v2/requisitions` } },
    });
    const { kinds } = await desk.sync({ full: true });
    expect(kinds.map(({ error }) => error?.code)).toEqual(['redirected', 'redirected', 'redirected']);
    expect(await desk.outbox()).toHaveLength(2);
    expect(desk.clinic.ledger()).toEqual([]);
    expect(stranger.seen).toEqual([]);

    desk.clinic.faults.clear();
    await desk.sync();
    const left = await desk.outbox();
    // The clinic may have carried a create out before it pointed elsewhere: only a person sends it again.
    for (const { number } of left) await desk.resolve(number, { take: 'mine' });
    await desk.sync({ full: true });
    expect(await desk.outbox()).toEqual([]);
    expect(desk.clinic.ledger()).toHaveLength(2);
    for (const kind of ['form', 'requisition', 'notification'] as const) {
      expect(await desk.cached(kind)).toEqual(desk.truth(kind));
    }
    expect(stranger.seen).toEqual([]);
  },
  PATIENT,
);
