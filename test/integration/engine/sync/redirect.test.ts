import { afterEach, beforeEach, expect, test } from 'vitest';
import { startLoopback, type Loopback } from '../../../support/loopback.ts';
import { openTestApp } from '../../../support/app.ts';
import { NEW_ORDER } from '../../../support/builders.ts';

const PATIENT = 30_000;

let stranger: Loopback;
beforeEach(async () => {
  stranger = await startLoopback((_request, response) => response.end('{}'));
});
afterEach(() => stranger.close());

test.each([302, 307])(
  'a clinic that redirects every request with a %i to another host keeps its records and its writes, and that host receives nothing',
  async (status) => {
    const app = await openTestApp();
    await app.sync();
    await app.save(NEW_ORDER);
    await app.save({
      operation: 'requisitions.update',
      data: { id: app.first('requisition').id, name: 'New' },
    });
    app.clinic.faults.add({
      match: {},
      action: { kind: 'answer', status, headers: { location: `${stranger.origin}/v2/requisitions` } },
    });
    const { kinds } = await app.sync({ full: true });
    expect(kinds.map(({ error }) => error?.code)).toEqual(['redirected', 'redirected', 'redirected']);
    expect(await app.outbox()).toHaveLength(2);
    expect(app.clinic.writeLog()).toEqual([]);
    expect(stranger.seen).toEqual([]);

    app.clinic.faults.clear();
    await app.sync();
    const left = await app.outbox();
    // The clinic may have carried a create out before it redirected: only the user sends it again.
    for (const { number } of left) await app.resolve(number, { take: 'mine' });
    await app.sync({ full: true });
    expect(await app.outbox()).toEqual([]);
    expect(app.clinic.writeLog()).toHaveLength(2);
    for (const kind of ['form', 'requisition', 'notification'] as const) {
      expect(await app.cached(kind)).toEqual(app.serviceRecords(kind));
    }
    expect(stranger.seen).toEqual([]);
  },
  PATIENT,
);
