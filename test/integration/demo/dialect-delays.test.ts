import { describe, expect, it } from 'vitest';
import { MINUTE, SECOND } from '#main/base/durations.ts';
import { getIds, NEW, REQUISITIONS, speaking } from './dialect-clinic.ts';
import type { Json } from './open-clinic.ts';

const FORMS = '/v2/forms';
const LAG = 1.5 * SECOND;

describe('reads that lag', () => {
  it.each([
    ['changedRead', 'a GET'],
    ['changedListed', 'a list'],
  ] as const)(
    'by %s show a change in %s after a moment, and the service has it at once',
    async (point, _where) => {
      const clinic = await speaking({ [point]: 'after-1500ms' });
      const { id, name } = clinic.first('requisition');
      const path = `${REQUISITIONS}/${id}`;
      const read = async (): Promise<readonly unknown[]> => [
        (await clinic.get(path)).json['name'],
        (await clinic.list(REQUISITIONS)).find((each) => each.id === id)?.['name'],
      ];
      expect((await clinic.post(path, { name: 'Other' })).json['name']).toBe('Other');
      clinic.clock.advance(LAG - 1);
      expect(await read()).toEqual(point === 'changedRead' ? [name, 'Other'] : ['Other', name]);
      expect(clinic.first('requisition')['name']).toBe('Other');
      clinic.clock.advance(1);
      expect(await read()).toEqual(['Other', 'Other']);
    },
  );

  it('show a deleted form for a moment, and changes build upon what the service has', async () => {
    const clinic = await speaking({ changedRead: 'after-1500ms', changedListed: 'after-1500ms' });
    const [first, second] = clinic.serviceRecords('form') as [Json, Json]; // the clinic has some
    await clinic.remove(`${FORMS}/${first.id}`);
    await clinic.post(`${FORMS}/${second.id}`, { name: 'Other' });
    const { json } = await clinic.post(`${FORMS}/${second.id}`, { description: 'New' });
    expect(json).toMatchObject({ name: 'Other', description: 'New' });
    expect((await clinic.get(`${FORMS}/${first.id}`)).json).toEqual(first);
    expect(await getIds(clinic, FORMS)).toContain(first.id);
    expect((await clinic.remove(`${FORMS}/${first.id}`)).status).toBe(404);
    clinic.clock.advance(LAG);
    expect((await clinic.get(`${FORMS}/${first.id}`)).status).toBe(404);
    expect(await getIds(clinic, FORMS)).not.toContain(first.id);
  });

  it('show a new record to a GET at once, and in the order of the changes in lists', async () => {
    const clinic = await speaking({ changedRead: 'after-1500ms', changedListed: 'after-1500ms' });
    const last = (await getIds(clinic, REQUISITIONS)).at(-1) ?? '';
    await clinic.post(`${REQUISITIONS}/${last}`, { name: 'Other' });
    const { json } = await clinic.post(REQUISITIONS, NEW);
    await clinic.post(`${REQUISITIONS}/${json.id}`, { name: 'Renamed' });
    expect((await clinic.get(`${REQUISITIONS}/${json.id}`)).json['name']).toBe(NEW.name);
    expect(clinic.sandbox.isListed(json.id)).toBe(false);
    clinic.clock.advance(LAG);
    expect(clinic.sandbox.isListed(json.id)).toBe(true);
    expect((await getIds(clinic, REQUISITIONS)).slice(0, 2)).toEqual([json.id, last]);
    expect((await clinic.get(`${REQUISITIONS}/${json.id}`)).json['name']).toBe('Renamed');
  });
});

describe('a request limit', () => {
  const spend = async (clinic: Awaited<ReturnType<typeof speaking>>): Promise<number> => {
    for (let served = 0; ; served++) if ((await clinic.get(FORMS)).status !== 200) return served;
  };

  it('lets a number of requests pass at once, and some more with every second', async () => {
    const clinic = await speaking({ requestLimit: '30-then-5-a-second' });
    expect(await spend(clinic)).toBe(30);
    clinic.clock.advance(SECOND);
    expect(await spend(clinic)).toBe(5);
    clinic.clock.advance(MINUTE);
    expect(await spend(clinic)).toBe(30);
    const { id } = clinic.first('form');
    expect((await clinic.post(`${FORMS}/${id}`, { name: 'Other' })).status).toBe(429);
    expect(clinic.first('form')['name']).not.toBe('Other');
  });

  it.each([
    ['seconds', '1'],
    ['date', 'Sun, 01 Mar 2026 09:30:01 GMT'],
    ['none', null],
  ] as const)('names the time of the next one as %s', async (retryAfter, expected) => {
    const clinic = await speaking({ requestLimit: '60-then-1-a-second', retryAfter });
    expect(await spend(clinic)).toBe(60);
    const { status, headers, json } = await clinic.get(FORMS);
    expect([status, headers.get('retry-after')]).toEqual([429, expected]);
    expect(json).toEqual({ object: 'error', message: 'Too many requests.' });
    clinic.clock.advance(SECOND);
    expect((await clinic.get(FORMS)).status).toBe(200);
  });
});
