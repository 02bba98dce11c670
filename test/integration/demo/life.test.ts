import { describe, expect, it } from 'vitest';
import { type Json, openClinic, START } from './open-clinic.ts';

const EVENTS = 60;
const INTERVAL = 1000;

/** Simulates events in a clinic with simulated activity. */
async function simulateEvents() {
  const clinic = await openClinic({ life: true, lifeInterval: INTERVAL });
  const before = { requisitions: idsWith(clinic, 'requisition'), requests: requests(clinic) };
  for (let turn = 1; turn <= EVENTS; turn += 1) {
    clinic.clock.advance(INTERVAL);
    await expect.poll(() => clinic.serviceRecords('notification').length, { interval: 1 }).toBe(40 + turn);
  }
  return { clinic, before };
}
type Clinic = Awaited<ReturnType<typeof openClinic>>;

function idsWith(clinic: Clinic, kind: 'requisition'): ReadonlySet<unknown> {
  const done = clinic.serviceRecords(kind).filter((one) => one.requisition_result !== null);
  return new Set(done.map(({ id }) => id));
}

function requests(clinic: Clinic): number {
  return clinic.serviceRecords('form').flatMap((form) => form.request_completion_from as Json[]).length; // section 2.2
}

describe('the simulated activity', () => {
  it('adds results to requisitions that were sent', async () => {
    const { clinic, before } = await simulateEvents();
    const arrived = clinic
      .serviceRecords('requisition')
      .filter(({ id, requisition_result }) => requisition_result !== null && !before.requisitions.has(id));
    expect(arrived.length).toBeGreaterThan(3);
    for (const one of arrived) {
      const statuses = (one.status_history as Json[]).map(({ status }) => status); // section 2.3
      expect(statuses).toEqual(['draft', 'sent', 'results_received']);
      expect(Date.parse(String(one.last_updated_at))).toBeGreaterThan(START);
    }
  });

  it('completes forms for patients', async () => {
    const { clinic, before } = await simulateEvents();
    expect(requests(clinic)).toBeLessThan(before.requests);
  });

  it('adds unread notifications, newest first', async () => {
    const { clinic } = await simulateEvents();
    const newest = (await clinic.list('/v2/notifications')).slice(0, EVENTS);
    expect(newest.every(({ read, user }) => read === false && user === clinic.sandbox.userId)).toBe(true);
    const created = newest.map(({ created_at }) => String(created_at));
    expect(created).toEqual(created.toSorted().toReversed());
    expect(created[0]).toBe('2026-03-01 09:31:00.000+00');
    const kinds = new Set(newest.map(({ props }) => (props as Json).object)); // section 2.4: an object
    for (const kind of ['requisition', 'form', 'appointment', 'message']) expect(kinds).toContain(kind);
  });

  it('is off by default', async () => {
    const clinic = await openClinic({ lifeInterval: INTERVAL });
    clinic.clock.advance(10 * INTERVAL);
    expect(await clinic.list('/v2/notifications')).toHaveLength(40);
  });
});
