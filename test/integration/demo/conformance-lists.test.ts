import { describe, expect, it } from 'vitest';
import { type Json, openClinic } from './open-clinic.ts';

const getIds = (list: readonly Json[]): unknown[] => list.map(({ id }) => id);

describe.each(['form', 'requisition', 'notification'] as const)(
  'GET /v2/%ss, sections 2.1, 4 and 8',
  (kind) => {
    const path = `/v2/${kind}s`;

    it('returns the list envelope', async () => {
      const clinic = await openClinic();
      const { status, json } = await clinic.get(path);
      expect(status).toBe(200);
      expect(Object.keys(json)).toEqual(['object', 'data']);
      expect(json.object).toBe('list');
      expect(json.data).toEqual(clinic.serviceRecords(kind));
    });

    it('returns at most `limit` results', async () => {
      const clinic = await openClinic();
      expect(await clinic.list(`${path}?limit=5`)).toHaveLength(5);
      expect(await clinic.list(`${path}?limit=0`)).toEqual([]);
    });

    it('skips `offset` results', async () => {
      const clinic = await openClinic();
      const all = clinic.serviceRecords(kind);
      expect(await clinic.list(`${path}?limit=3&offset=4`)).toEqual(all.slice(4, 7));
    });

    it('returns an empty page behind the last result', async () => {
      const clinic = await openClinic();
      const count = clinic.serviceRecords(kind).length;
      expect(await clinic.list(`${path}?offset=${count - 1}`)).toHaveLength(1);
      expect(await clinic.list(`${path}?offset=${count}`)).toEqual([]);
    });

    it('returns 100 results without a limit and never more than 500', async () => {
      const clinic = await openClinic({ forms: 700, requisitions: 700, notifications: 700 });
      expect(await clinic.list(path)).toHaveLength(100);
      expect(await clinic.list(`${path}?limit=600`)).toHaveLength(500);
    });

    it.each(['limit=-1', 'limit=many', 'offset=1.5', 'limit=1&limit=2', 'limit='])(
      'refuses %s',
      async (query) => {
        const clinic = await openClinic();
        expect((await clinic.get(`${path}?${query}`)).status).toBe(400);
      },
    );

    it('refuses an unknown parameter', async () => {
      const clinic = await openClinic();
      expect((await clinic.get(`${path}?order=asc`)).status).toBe(400);
    });

    it('pages through every record exactly once', async () => {
      const clinic = await openClinic();
      const seen: unknown[] = [];
      for (let offset = 0; offset < 100; offset += 7) {
        seen.push(...getIds(await clinic.list(`${path}?limit=7&offset=${offset}`)));
      }
      expect(seen).toEqual(getIds(clinic.serviceRecords(kind)));
      expect(new Set(seen).size).toBe(seen.length);
    });
  },
);

describe('GET /v2/requisitions, filters of section 4.2', () => {
  const all = (clinic: Awaited<ReturnType<typeof openClinic>>): Json[] => [
    ...clinic.serviceRecords('requisition'),
  ];

  it.each(['general', 'lab', 'imaging'])('returns type %s', async (type) => {
    const clinic = await openClinic();
    const expected = all(clinic).filter((one) => one.type === type);
    expect(expected.length).toBeGreaterThan(0);
    expect(await clinic.list(`/v2/requisitions?type=${type}`)).toEqual(expected);
  });

  it('returns the requisitions of a patient', async () => {
    const clinic = await openClinic();
    const { patient } = clinic.first('requisition');
    const expected = all(clinic).filter((one) => one.patient === patient);
    expect(await clinic.list(`/v2/requisitions?patient=${String(patient)}`)).toEqual(expected);
    expect(await clinic.list('/v2/requisitions?patient=user_nobody')).toEqual([]);
  });

  it.each([true, false])('returns share_with_patient %s', async (shared) => {
    const clinic = await openClinic();
    const expected = all(clinic).filter((one) => one.share_with_patient === shared);
    expect(expected.length).toBeGreaterThan(0);
    expect(await clinic.list(`/v2/requisitions?share_with_patient=${shared}`)).toEqual(expected);
  });

  it.each([
    ['a part of the name', 'glucose', ['Glucose tolerance', 'Fasting GLUCOSE']],
    ['any case', 'gLuCoSe', ['Glucose tolerance', 'Fasting GLUCOSE']],
    ['other scripts, any case', 'ΓΛΥΚΌΖΗ', ['Γλυκόζη νηστείας']],
    ['signs as they are', '100%_[a]', ['100%_[a] of it']],
    ['accents as they are', 'glucosé', []],
  ])('searches the name for %s', async (_, search, expected) => {
    const clinic = await openClinic({ requisitions: 0 });
    for (const name of [
      'Γλυκόζη νηστείας',
      'Glucose tolerance',
      'Fasting GLUCOSE',
      '100%_[a] of it',
      'Iron',
    ]) {
      const required = { patient: 'user_1', type: 'lab', ordering_provider: 'user_2' };
      await clinic.post('/v2/requisitions', { ...required, name, order_details: 'glucosé' });
    }
    const found = await clinic.list(`/v2/requisitions?search=${encodeURIComponent(search)}`);
    expect(found.map(({ name }) => String(name)).toSorted()).toEqual(expected.toSorted());
  });

  it('ignores an empty search', async () => {
    const clinic = await openClinic();
    expect(await clinic.list('/v2/requisitions?search=')).toEqual(all(clinic));
  });

  it('requires all filters to match, and pages the result', async () => {
    const clinic = await openClinic();
    const { patient } = clinic.first('requisition');
    const expected = all(clinic).filter(
      (one) => one.type === 'lab' && one.patient === patient && one.share_with_patient === false,
    );
    const query = `type=lab&patient=${String(patient)}&share_with_patient=false&search=`;
    expect(await clinic.list(`/v2/requisitions?${query}`)).toEqual(expected);
    expect(await clinic.list(`/v2/requisitions?${query}&offset=1&limit=1`)).toEqual(expected.slice(1, 2));
  });

  it('filters changed records by their current values', async () => {
    const clinic = await openClinic();
    const { id } = clinic.first('requisition');
    await clinic.post(`/v2/requisitions/${id}`, { name: 'Zebra panel' });
    expect(getIds(await clinic.list('/v2/requisitions?search=zebra'))).toEqual([id]);
  });

  it.each(['type=blood', 'type=', 'share_with_patient=1', 'share_with_patient=', 'type=lab&type=imaging'])(
    'refuses %s',
    async (query) => {
      const clinic = await openClinic();
      expect((await clinic.get(`/v2/requisitions?${query}`)).status).toBe(400);
    },
  );
});

describe('GET /v2/notifications, filters of section 4.3', () => {
  const getTime = (notification: Json | undefined): number =>
    Date.parse(`${String(notification?.created_at).replace(' ', 'T')}:00`);
  const all = (clinic: Awaited<ReturnType<typeof openClinic>>): Json[] => [
    ...clinic.serviceRecords('notification'),
  ];

  it('returns the notifications of a user', async () => {
    const clinic = await openClinic();
    const { userId } = clinic.sandbox;
    const expected = all(clinic).filter(({ user }) => user === userId);
    expect(expected.length).toBeLessThan(40);
    expect(await clinic.list(`/v2/notifications?user=${userId}`)).toEqual(expected);
  });

  it('returns, for search_from, what was created after that time and not at it', async () => {
    const clinic = await openClinic();
    const pivot = all(clinic)[10];
    const from = new Date(getTime(pivot)).toISOString();
    expect(await clinic.list(`/v2/notifications?search_from=${from}`)).toEqual(all(clinic).slice(0, 10));
  });

  it('returns, for search_until, what was created before that time and not at it', async () => {
    const clinic = await openClinic();
    const pivot = all(clinic)[10];
    const until = new Date(getTime(pivot)).toISOString();
    expect(await clinic.list(`/v2/notifications?search_until=${until}`)).toEqual(all(clinic).slice(11));
  });

  it('returns what was created between search_from and search_until', async () => {
    const clinic = await openClinic();
    const [from, until] = [20, 10].map((index) => new Date(getTime(all(clinic)[index])).toISOString());
    const found = await clinic.list(`/v2/notifications?search_from=${from}&search_until=${until}`);
    expect(found).toEqual(all(clinic).slice(11, 20));
  });

  it('returns, for search_on, what was created on that UTC day, for any hour given', async () => {
    const clinic = await openClinic({ notifications: 400 });
    const on = await clinic.list('/v2/notifications?search_on=2026-02-20T23:59:00.000Z');
    const expected = all(clinic).filter(({ created_at }) => String(created_at).startsWith('2026-02-20 '));
    expect(expected.length).toBeGreaterThan(0);
    expect(on).toEqual(expected);
    expect(await clinic.list('/v2/notifications?search_on=2026-02-20')).toEqual(expected);
    expect(await clinic.list('/v2/notifications?search_on=2026-02-21T01:00:00%2B02:00')).toEqual(expected);
  });

  it.each(['search_from', 'search_until'])('refuses search_on together with %s', async (other) => {
    const clinic = await openClinic();
    const query = `search_on=2026-02-20&${other}=2026-02-19T00:00:00.000Z`;
    expect((await clinic.get(`/v2/notifications?${query}`)).status).toBe(400);
  });

  it.each(['search_from=yesterday', 'search_until=1772357400000', 'search_on=2026-13-45', 'search_from='])(
    'refuses %s',
    async (query) => {
      const clinic = await openClinic();
      expect((await clinic.get(`/v2/notifications?${query}`)).status).toBe(400);
    },
  );
});
