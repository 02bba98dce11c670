import { describe, expect, it } from 'vitest';
import { MINUTE, SECOND } from '#main/base/durations.ts';
import { getIds, made, NEW, REQUISITIONS, speaking } from './dialect-clinic.ts';
import type { Json } from './open-clinic.ts';

describe('lists in dialects', () => {
  it('have caps and defaults of the dialect', async () => {
    expect(await (await speaking({ pageCap: '10' })).list(`${REQUISITIONS}?limit=40`)).toHaveLength(10);
    expect(await (await speaking({ defaultLimit: '5' })).list(REQUISITIONS)).toHaveLength(5);
    const strict = await speaking({ pageCap: 'refused-over-100' });
    expect((await strict.get(`${REQUISITIONS}?limit=101`)).status).toBe(400);
    expect(await strict.list(`${REQUISITIONS}?limit=100`)).toHaveLength(60);
  });

  it.each([
    ['empty', 200],
    ['400', 400],
    ['404', 404],
  ] as const)('answer an offset at or behind their end: %s', async (listEnd, status) => {
    const clinic = await speaking({ listEnd });
    const statusAt = async (query: string): Promise<number> =>
      (await clinic.get(`${REQUISITIONS}?${query}`)).status;
    expect(await statusAt('offset=60')).toBe(status);
    expect(await statusAt('offset=900&limit=1')).toBe(status);
    expect(await statusAt('offset=59')).toBe(200);
    expect(await statusAt('patient=user_nobody')).toBe(200);
  });

  it('of notifications may hold those of this user only, unless they are filtered by another', async () => {
    const clinic = await speaking({ notificationsListed: 'own' });
    const { userId } = clinic.sandbox;
    const colleague = clinic.sandbox.otherUsers.notify('user_x');
    const listed = await clinic.list('/v2/notifications');
    expect(new Set(listed.map((each) => each['user']))).toEqual(new Set([userId]));
    expect(await getIds(clinic, '/v2/notifications?user=user_x')).toEqual([colleague]);
    expect((await clinic.get(`/v2/notifications/${colleague}`)).status).toBe(200);
    expect(clinic.sandbox.isListed(colleague)).toBe(false);
    expect(clinic.sandbox.isListed(clinic.sandbox.otherUsers.notify())).toBe(true);
    const open = await speaking({});
    expect((await open.list('/v2/notifications')).some((each) => each['user'] !== userId)).toBe(true);
  });

  it('have the order of the dialect, ties random or not', async () => {
    const clinic = await speaking({ order: 'created-asc' });
    const times = (await clinic.list(REQUISITIONS)).map((each) => String(each['created_at']));
    expect(times).toEqual(times.toSorted());
    const loose = await speaking({ ties: 'shuffled' });
    for (let name = 0; name < 12; name++) await made(loose, { ...NEW, name: `Order ${name}` });
    const first = await getIds(loose, REQUISITIONS);
    const second = await getIds(loose, REQUISITIONS);
    expect(first.slice(0, 12).toSorted()).toEqual(second.slice(0, 12).toSorted());
    expect(first.slice(0, 12)).not.toEqual(second.slice(0, 12));
    expect(first.slice(12)).toEqual(second.slice(12));
  });

  it.each([
    ['after-5s', 5 * SECOND],
    ['after-3min', 3 * MINUTE],
    ['after-30min', 30 * MINUTE],
  ] as const)('show a new record %s, while a GET shows it at once', async (createdVisible, delay) => {
    const clinic = await speaking({ createdVisible });
    const { id } = await made(clinic);
    clinic.clock.advance(delay - 1);
    expect(await getIds(clinic, `${REQUISITIONS}?limit=500`)).not.toContain(id);
    expect(clinic.sandbox.isListed(id)).toBe(false);
    clinic.clock.advance(1);
    expect((await getIds(clinic, REQUISITIONS))[0]).toBe(id);
    expect(clinic.sandbox.isListed(id)).toBe(true);
  });

  it('may never show it to this user, and hide what is forbidden', async () => {
    const clinic = await speaking({ createdVisible: 'never', forbiddenStatus: '404' });
    const { id } = await made(clinic);
    clinic.clock.advance(1e9);
    const [first = ''] = await getIds(clinic, REQUISITIONS);
    expect(first).not.toBe(id);
    clinic.sandbox.otherUsers.forbid(first);
    expect((await clinic.get(`${REQUISITIONS}/${first}`)).status).toBe(404);
    expect(await getIds(clinic, REQUISITIONS)).not.toContain(first);
    clinic.sandbox.otherUsers.allow(first);
    expect((await clinic.get(`${REQUISITIONS}/${first}`)).status).toBe(200);
  });

  it.each([
    ['prefix', 'lip', 'pids'],
    ['whole-word', 'panel', 'pane'],
    ['unaccented', 'cafe', 'cafes'],
  ] as const)('are searched by %s', async (search, finding, missing) => {
    const clinic = await speaking({ search });
    const { id } = await made(clinic, { ...NEW, name: 'Lipids panel café' });
    expect(await getIds(clinic, `${REQUISITIONS}?search=${finding}`)).toContain(id);
    expect(await getIds(clinic, `${REQUISITIONS}?search=${missing}`)).not.toContain(id);
  });

  it('may ignore the patient and the search, and use another day', async () => {
    const clinic = await speaking({
      search: 'ignored',
      patientFilter: 'ignored',
      searchOn: 'ignored',
      defaultLimit: '100',
    });
    expect(await clinic.list(`${REQUISITIONS}?patient=user_nobody&search=nothing`)).toHaveLength(60);
    expect(await clinic.list('/v2/notifications?search_on=1999-01-01')).toHaveLength(40);
    const local = await speaking({ searchOn: 'local-day' });
    const day = (each: Json): number =>
      Date.parse(`${String(each['created_at']).replace(' ', 'T')}:00`) - 5 * 60 * MINUTE;
    const found = await local.list('/v2/notifications?search_on=2026-02-28');
    expect(found.map((each) => new Date(day(each)).toISOString().slice(0, 10))).toEqual(
      found.map(() => '2026-02-28'),
    );
    expect(found.length).toBeGreaterThan(0);
  });

  it('have entity tags or not, and deleted and forbidden records have a status of the dialect', async () => {
    const clinic = await speaking({ entityTags: 'sent', deletedStatus: '410' });
    expect((await clinic.get(REQUISITIONS)).headers.get('etag')).not.toBeNull();
    const { id } = clinic.first('form');
    await clinic.remove(`/v2/forms/${id}`);
    expect((await clinic.get(`/v2/forms/${id}`)).status).toBe(410);
  });

  it('contain ids that need escaping in an address', async () => {
    const clinic = await speaking({ ids: 'awkward' });
    const ids = await getIds(clinic, `${REQUISITIONS}?limit=60`);
    for (const sign of ['/', '?', '#', '%2F', ' ', '漢'])
      expect(ids.some((id) => id.includes(sign))).toBe(true);
    for (const id of ids) {
      expect((await clinic.get(`${REQUISITIONS}/${encodeURIComponent(id)}`)).json.id).toBe(id);
    }
  });
});
