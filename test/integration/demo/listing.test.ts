import { describe, expect, it } from 'vitest';
import { ask, type Json, openClinic } from './open-clinic.ts';

const getIds = (list: readonly Json[]): string[] => list.map(({ id }) => id);
const getUpdated = (list: readonly Json[]): string[] =>
  list.map(({ last_updated_at }) => String(last_updated_at));
const getCreated = (list: readonly Json[]): string[] => list.map(({ created_at }) => String(created_at));

describe('the order of lists, which the document does not show', () => {
  it.each(['forms', 'requisitions'])('is by last update, newest first, for %s', async (kind) => {
    const clinic = await openClinic();
    const updated = getUpdated(await clinic.list(`/v2/${kind}`));
    expect(updated).toEqual(updated.toSorted().toReversed());
  });

  it('is by creation, newest first, for notifications', async () => {
    const clinic = await openClinic();
    const created = getCreated(await clinic.list('/v2/notifications'));
    expect(created).toEqual(created.toSorted().toReversed());
  });

  it('moves what was changed or created to the front', async () => {
    const clinic = await openClinic();
    const before = getIds(await clinic.list('/v2/requisitions'));
    await clinic.post(`/v2/requisitions/${before[30]}`, { name: 'Touched' });
    const created = await clinic.post('/v2/requisitions', {
      patient: 'user_p',
      type: 'lab',
      ordering_provider: 'user_d',
    });
    await clinic.post(`/v2/requisitions/${before[10]}`, { name: 'Touched' });
    const rest = before.filter((id) => id !== before[10] && id !== before[30]);
    expect(getIds(await clinic.list('/v2/requisitions'))).toEqual([
      before[10],
      created.json.id,
      before[30],
      ...rest,
    ]);
  });

  it('can be by creation', async () => {
    const clinic = await openClinic();
    clinic.sandbox.listing.order = 'created-desc';
    const created = getCreated(await clinic.list('/v2/requisitions'));
    expect(created).toEqual(created.toSorted().toReversed());
  });

  it('can be by identifier', async () => {
    const clinic = await openClinic();
    clinic.sandbox.listing.order = 'id';
    const ids = getIds(await clinic.list('/v2/requisitions'));
    expect(ids).toEqual(ids.toSorted());
  });

  it('can be another one each time, of the same records', async () => {
    const clinic = await openClinic();
    clinic.sandbox.listing.order = 'random';
    const [first, second] = [
      getIds(await clinic.list('/v2/requisitions')),
      getIds(await clinic.list('/v2/requisitions')),
    ];
    expect(first).not.toEqual(second);
    expect(first.toSorted()).toEqual(second.toSorted());
  });
});

describe('paging that the document leaves open', () => {
  it('can have a cap below the requested limit', async () => {
    const clinic = await openClinic();
    clinic.sandbox.listing = { order: 'updated-desc', limitCap: 10 };
    expect(await clinic.list('/v2/requisitions?limit=50')).toHaveLength(10);
    expect(await clinic.list('/v2/requisitions')).toHaveLength(10);
  });

  it('can ignore the limit', async () => {
    const clinic = await openClinic({ requisitions: 150 });
    clinic.sandbox.listing = { order: 'updated-desc', ignoreLimit: true };
    expect(await clinic.list('/v2/requisitions?limit=5')).toHaveLength(100);
  });

  it('can ignore the offset', async () => {
    const clinic = await openClinic();
    const first = await clinic.list('/v2/requisitions?limit=5');
    clinic.sandbox.listing.ignoreOffset = true;
    expect(await clinic.list('/v2/requisitions?limit=5&offset=20')).toEqual(first);
  });

  it('shows a change on a page that was requested before', async () => {
    const clinic = await openClinic();
    const [first] = await clinic.list('/v2/notifications?limit=1');
    await clinic.post(`/v2/notifications/${first?.id}`, { read: first?.read !== true });
    const [again] = await clinic.list('/v2/notifications?limit=1');
    expect(again).toEqual({ ...first, read: first?.read !== true });
  });
});

describe('ETags, if enabled', () => {
  it('lead to 304 without a body for a current copy, and to the whole for anything else', async () => {
    const clinic = await openClinic();
    clinic.sandbox.listing.etagSupport = true;
    const path = `/v2/requisitions/${clinic.first('requisition').id}`;
    const etag = (await clinic.get(path)).headers.get('etag') ?? '';
    const conditional = { headers: { ...clinic.headers(), 'if-none-match': etag } };
    const known = await ask(clinic.sandbox.baseUrl + path, conditional);
    expect([known.status, known.text]).toEqual([304, '']);
    await clinic.post(path, { name: 'Changed' });
    const changed = await ask(clinic.sandbox.baseUrl + path, conditional);
    expect([changed.status, changed.json.name]).toEqual([200, 'Changed']);
  });

  it('are not sent by default', async () => {
    const clinic = await openClinic();
    expect((await clinic.get('/v2/requisitions')).headers.get('etag')).toBeNull();
  });
});
