import { describe, expect, it } from 'vitest';
import { type Json, openClinic } from './open-clinic.ts';

const NOW = '2026-03-01T09:30:00.000Z';
const EVERYONE = {
  usable_by_all: true,
  usable_by: { medical_centers: [], specializations: [], peer_groups: [], individuals: [] },
};

describe('POST /v2/forms, section 4.1', () => {
  it('creates a form from its name alone: empty versions, no unpublished changes, no requests, usable by all', async () => {
    const clinic = await openClinic();
    const { status, json } = await clinic.post('/v2/forms', { name: 'Travel history' });
    expect(status).toBe(200);
    expect(json).toEqual({
      id: expect.stringMatching(/^form_\w+$/),
      object: 'form',
      name: 'Travel history',
      description: '',
      published_version: '',
      latest_version: '',
      has_unpublished_changes: false,
      usable_by: EVERYONE,
      request_completion_from: [],
      created_by: clinic.sandbox.userId,
      created_at: NOW,
      last_updated_at: NOW,
    });
  });

  it('accepts description and usable_by', async () => {
    const clinic = await openClinic();
    const usable_by = {
      usable_by_all: false,
      usable_by: { ...EVERYONE.usable_by, medical_centers: ['mctr_1'] },
    };
    const { json } = await clinic.post('/v2/forms', { name: 'A', description: 'B', usable_by });
    expect(json).toMatchObject({ name: 'A', description: 'B', usable_by });
  });

  it.each([
    ['no name', {}],
    ['a name that is no string', { name: 4 }],
    ['a description that is no string', { name: 'A', description: null }],
    ['usable_by that is no object', { name: 'A', usable_by: true }],
    ['usable_by without usable_by_all', { name: 'A', usable_by: { usable_by: {} } }],
    [
      'restriction sets that are no arrays of strings',
      { name: 'A', usable_by: { usable_by_all: false, usable_by: { individuals: [1] } } },
    ],
    ['an attribute that create does not have', { name: 'A', has_unpublished_changes: true }],
  ])('refuses %s with 400', async (_, body) => {
    const clinic = await openClinic();
    expect((await clinic.post('/v2/forms', body)).status).toBe(400);
    expect(clinic.serviceRecords('form')).toHaveLength(12);
  });

  it('remembers the form and lists it', async () => {
    const clinic = await openClinic();
    const { json } = await clinic.post('/v2/forms', { name: 'A' });
    expect((await clinic.get(`/v2/forms/${json.id}`)).json).toEqual(json);
    expect(await clinic.list('/v2/forms?limit=1')).toEqual([json]);
  });
});

describe('GET /v2/forms/:id', () => {
  it('returns the form', async () => {
    const clinic = await openClinic();
    const form = clinic.first('form');
    expect(await clinic.get(`/v2/forms/${form.id}`)).toMatchObject({ status: 200, json: form });
  });

  it.each(['form_unknown', 'req_1', '__proto__', 'form_%00'])('answers 404 for %s', async (id) => {
    const clinic = await openClinic();
    expect((await clinic.get(`/v2/forms/${id}`)).status).toBe(404);
  });
});

describe('POST /v2/forms/:id', () => {
  it('leaves fields that are not supplied as they are', async () => {
    const clinic = await openClinic();
    const form = clinic.first('form');
    const { status, json } = await clinic.post(`/v2/forms/${form.id}`, { name: 'Renamed' });
    expect(status).toBe(200);
    expect(json).toEqual({ ...form, name: 'Renamed', last_updated_at: NOW });
  });

  it('has no required fields', async () => {
    const clinic = await openClinic();
    const form = clinic.first('form');
    const { json } = await clinic.post(`/v2/forms/${form.id}`, {});
    expect(json).toEqual({ ...form, last_updated_at: NOW });
  });

  it.each([true, false])(
    'accepts has_unpublished_changes %s as supplied, with the other supplied fields',
    async (value) => {
      const clinic = await openClinic();
      const { id } = clinic.first('form');
      const { json } = await clinic.post(`/v2/forms/${id}`, {
        has_unpublished_changes: value,
        description: 'New words',
      });
      expect(json).toMatchObject({ has_unpublished_changes: value, description: 'New words' });
    },
  );

  it.each([
    ['name', 1],
    ['description', []],
    ['has_unpublished_changes', 'yes'],
    ['usable_by', 'all'],
    ['request_completion_from', 'user_1'],
    ['published_version', 'fver_1'],
    ['created_by', 'user_1'],
    ['last_updated_at', NOW],
  ])('refuses %s = %j with 400 and changes nothing', async (name, value) => {
    const clinic = await openClinic();
    const form = clinic.first('form');
    expect((await clinic.post(`/v2/forms/${form.id}`, { name: 'B', [name]: value })).status).toBe(400);
    expect(clinic.first('form')).toEqual(form);
  });

  it('answers 404 for a missing form', async () => {
    const clinic = await openClinic();
    expect((await clinic.post('/v2/forms/form_unknown', {})).status).toBe(404);
  });
});

describe('request_completion_from, sections 2.2 and 4.1', () => {
  async function newForm(): Promise<Awaited<ReturnType<typeof openClinic>> & { readonly id: string }> {
    const clinic = await openClinic();
    const { json } = await clinic.post('/v2/forms', { name: 'Intake' });
    return { ...clinic, id: json.id };
  }
  const patients = (json: Json): unknown[] =>
    (json.request_completion_from as Json[]).map(({ patient }) => patient); // section 2.2: an array of objects

  it('accepts the whole list of patients, and records who asked and when', async () => {
    const clinic = await newForm();
    const { json } = await clinic.post(`/v2/forms/${clinic.id}`, {
      request_completion_from: [{ patient: 'user_a' }, { patient: 'user_b' }],
    });
    const requested = { requested_by: clinic.sandbox.userId, requested_at: NOW };
    expect(json.request_completion_from).toEqual([
      { patient: 'user_a', ...requested },
      { patient: 'user_b', ...requested },
    ]);
  });

  it('keeps the requester and time of a patient that is sent again, and withdraws one that is not sent', async () => {
    const clinic = await newForm();
    const path = `/v2/forms/${clinic.id}`;
    await clinic.post(path, { request_completion_from: [{ patient: 'user_a' }, { patient: 'user_b' }] });
    clinic.clock.advance(60_000);
    const { json } = await clinic.post(path, {
      request_completion_from: [{ patient: 'user_b' }, { patient: 'user_c' }],
    });
    expect(json.request_completion_from).toMatchObject([
      { patient: 'user_b', requested_at: NOW },
      { patient: 'user_c', requested_at: '2026-03-01T09:31:00.000Z' },
    ]);
  });

  it('accepts one object, as in the attribute table, for one more patient', async () => {
    const clinic = await newForm();
    const path = `/v2/forms/${clinic.id}`;
    await clinic.post(path, { request_completion_from: [{ patient: 'user_a' }] });
    const { json } = await clinic.post(path, { request_completion_from: { patient: 'user_b' } });
    expect(patients(json)).toEqual(['user_a', 'user_b']);
  });

  it('asks a patient once, though listed several times', async () => {
    const clinic = await newForm();
    const { json } = await clinic.post(`/v2/forms/${clinic.id}`, {
      request_completion_from: [{ patient: 'user_a' }, { patient: 'user_a' }],
    });
    expect(patients(json)).toEqual(['user_a']);
  });

  it('removes a patient who completes the form, and lets the same patient be asked again', async () => {
    const clinic = await newForm();
    const path = `/v2/forms/${clinic.id}`;
    const asked = { request_completion_from: [{ patient: 'user_a' }, { patient: 'user_b' }] };
    await clinic.post(path, asked);
    clinic.clock.advance(60_000);
    expect(clinic.sandbox.completeForm(clinic.id, 'user_a')).toBe(true);
    const after = (await clinic.get(path)).json;
    expect(patients(after)).toEqual(['user_b']);
    expect(after.last_updated_at).toBe('2026-03-01T09:31:00.000Z');
    expect(patients((await clinic.post(path, asked)).json)).toEqual(['user_a', 'user_b']);
  });

  it('accepts no completion from a patient who was not asked', async () => {
    const clinic = await newForm();
    expect(clinic.sandbox.completeForm(clinic.id, 'user_a')).toBe(false);
    expect(clinic.sandbox.completeForm('form_unknown', 'user_a')).toBe(false);
  });
});

describe('POST /v2/forms/:id/publish, section 3', () => {
  it('makes the latest version the published one and a new version the latest', async () => {
    const clinic = await openClinic({ forms: 60 });
    const form = clinic.serviceRecords('form').find((one) => one.has_unpublished_changes === true);
    const { status, json } = await clinic.post(`/v2/forms/${form?.id}/publish`, {});
    expect(status).toBe(200);
    expect(json).toEqual({
      ...form,
      published_version: form?.latest_version,
      latest_version: expect.stringMatching(/^fver_\w+$/),
      has_unpublished_changes: false,
      last_updated_at: NOW,
    });
    expect(json.latest_version).not.toBe(form?.latest_version);
  });

  it('publishes the unpublished version that creation yielded', async () => {
    const clinic = await openClinic();
    const { json: form } = await clinic.post('/v2/forms', { name: 'A' });
    const { json } = await clinic.post(`/v2/forms/${form.id}/publish`, {});
    expect(json.published_version).toMatch(/^fver_/);
    expect(json.latest_version).toMatch(/^fver_/);
    expect(json.latest_version).not.toBe(json.published_version);
  });

  it('accepts no attributes', async () => {
    const clinic = await openClinic();
    const form = clinic.first('form');
    expect((await clinic.post(`/v2/forms/${form.id}/publish`, { name: 'A' })).status).toBe(400);
    expect(clinic.first('form')).toEqual(form);
  });

  it('answers 404 for a missing form', async () => {
    const clinic = await openClinic();
    expect((await clinic.post('/v2/forms/form_unknown/publish', {})).status).toBe(404);
  });
});

describe('DELETE /v2/forms/:id', () => {
  it('returns the delete envelope, and the form is removed everywhere', async () => {
    const clinic = await openClinic();
    const { id } = clinic.first('form');
    const { status, json } = await clinic.remove(`/v2/forms/${id}`);
    expect(status).toBe(200);
    expect(json).toEqual({ id, object: 'form', delete: true });
    expect((await clinic.get(`/v2/forms/${id}`)).status).toBe(404);
    expect((await clinic.list('/v2/forms')).map((form) => form.id)).not.toContain(id);
    expect((await clinic.remove(`/v2/forms/${id}`)).status).toBe(404);
  });

  it('deletes a form that was just created', async () => {
    const clinic = await openClinic();
    const { json } = await clinic.post('/v2/forms', { name: 'A' });
    expect((await clinic.remove(`/v2/forms/${json.id}`)).status).toBe(200);
    expect(clinic.serviceRecords('form')).toHaveLength(12);
  });
});
