import { describe, expect, it } from 'vitest';
import { type Json, openClinic } from './open-clinic.ts';

const NOW = '2026-03-01T09:30:00.000Z';
const REQUIRED = { patient: 'user_p', type: 'lab', ordering_provider: 'user_d' };

describe('POST /v2/requisitions, sections 3 and 4.2', () => {
  it('creates a draft from the three required fields, without result, comments and reviews', async () => {
    const clinic = await openClinic();
    const { status, json } = await clinic.post('/v2/requisitions', REQUIRED);
    const { userId } = clinic.sandbox;
    expect(status).toBe(200);
    expect(json).toEqual({
      id: expect.stringMatching(/^req_\w+$/),
      object: 'requisition',
      type: 'lab',
      name: '',
      patient: 'user_p',
      share_with_patient: false,
      requisition_result: null,
      service_facility: '',
      ordering_provider: 'user_d',
      diagnoses: [],
      scripts: [],
      order_details: '',
      comments: [],
      reviews: [],
      status_history: [{ status: 'draft', changed_by: userId, changed_at: NOW }],
      created_by: userId,
      created_at: NOW,
      last_updated_at: NOW,
    });
  });

  it('accepts every optional field', async () => {
    const clinic = await openClinic();
    const optional = {
      name: 'Iron studies',
      share_with_patient: true,
      service_facility: 'fac_1',
      diagnoses: [{ code: 'D50.9', description: 'Iron deficiency anemia, unspecified' }],
      scripts: [{ id: 'scrt_mine', name: 'Ferritin', description: 'SST' }],
      order_details: 'Morning sample',
    };
    const { json } = await clinic.post('/v2/requisitions', { ...REQUIRED, ...optional });
    expect(json).toMatchObject(optional);
    expect(json.diagnoses).toEqual([{ id: expect.stringMatching(/^diag_/), ...optional.diagnoses[0] }]);
    expect(json.scripts).toEqual(optional.scripts);
  });

  it.each(['general', 'lab', 'imaging'])('accepts type %s', async (type) => {
    const clinic = await openClinic();
    expect((await clinic.post('/v2/requisitions', { ...REQUIRED, type })).json.type).toBe(type);
  });

  it.each(['patient', 'type', 'ordering_provider'])('requires %s', async (name) => {
    const clinic = await openClinic();
    const body = Object.fromEntries(Object.entries(REQUIRED).filter(([key]) => key !== name));
    const reply = await clinic.post('/v2/requisitions', body);
    expect(reply.status).toBe(400);
    expect(reply.json.message).toContain(name);
    expect(clinic.serviceRecords('requisition')).toHaveLength(60);
  });

  it.each([
    ['patient', 1],
    ['type', 'blood'],
    ['ordering_provider', null],
    ['name', {}],
    ['share_with_patient', 'true'],
    ['service_facility', null],
    ['diagnoses', { code: 'D50.9' }],
    ['diagnoses', ['D50.9']],
    ['scripts', [{ name: 5 }]],
    ['order_details', 7],
    ['review', 'please'],
    ['comments', []],
    ['requisition_result', 'rslt_1'],
  ])('refuses %s = %j with 400', async (name, value) => {
    const clinic = await openClinic();
    expect((await clinic.post('/v2/requisitions', { ...REQUIRED, [name]: value })).status).toBe(400);
  });

  it('creates two requisitions from two equal requests', async () => {
    const clinic = await openClinic();
    const [first, second] = [
      await clinic.post('/v2/requisitions', REQUIRED),
      await clinic.post('/v2/requisitions', REQUIRED),
    ];
    expect(first.json.id).not.toBe(second.json.id);
    expect(clinic.serviceRecords('requisition')).toHaveLength(62);
  });
});

describe('GET /v2/requisitions/:id', () => {
  it('returns the requisition at any position of the list', async () => {
    const clinic = await openClinic();
    for (const requisition of clinic.serviceRecords('requisition')) {
      expect((await clinic.get(`/v2/requisitions/${requisition.id}`)).json).toEqual(requisition);
    }
  });

  it('answers 404 for a missing one', async () => {
    const clinic = await openClinic();
    expect((await clinic.get('/v2/requisitions/req_0000000000000000')).status).toBe(404);
    expect((await clinic.get('/v2/requisitions/req_0000000000000000/pdf')).status).toBe(404);
    expect((await clinic.post('/v2/requisitions/req_0000000000000000', {})).status).toBe(404);
  });
});

describe('POST /v2/requisitions/:id', () => {
  it.each([
    ['name', 'Other name'],
    ['share_with_patient', true],
    ['service_facility', 'fac_other'],
    ['ordering_provider', 'user_other'],
    ['diagnoses', [{ id: 'diag_1', code: 'I10', description: 'Essential (primary) hypertension' }]],
    ['scripts', []],
    ['order_details', ''],
  ])('changes %s and leaves everything else alone', async (name, value) => {
    const clinic = await openClinic();
    const requisition = clinic.first('requisition');
    const { status, json } = await clinic.post(`/v2/requisitions/${requisition.id}`, { [name]: value });
    expect(status).toBe(200);
    expect(json).toEqual({ ...requisition, [name]: value, last_updated_at: NOW });
  });

  it('has no required fields', async () => {
    const clinic = await openClinic();
    const requisition = clinic.first('requisition');
    const { json } = await clinic.post(`/v2/requisitions/${requisition.id}`, {});
    expect(json).toEqual({ ...requisition, last_updated_at: NOW });
  });

  it.each([
    ['type', 'lab'],
    ['patient', 'user_p'],
    ['status_history', []],
    ['name', null],
    ['diagnoses', 'none'],
  ])('refuses %s = %j with 400 and changes nothing', async (name, value) => {
    const clinic = await openClinic();
    const requisition = clinic.first('requisition');
    const body = { order_details: 'changed', [name]: value };
    expect((await clinic.post(`/v2/requisitions/${requisition.id}`, body)).status).toBe(400);
    expect(clinic.first('requisition')).toEqual(requisition);
  });
});

describe('review on create and update, whose shape section 2.3 does not show', () => {
  it('starts the history of a new requisition', async () => {
    const clinic = await openClinic();
    const review = { reviewer: 'user_r', review_deadline: '2026-03-08T00:00:00.000Z' };
    const { json } = await clinic.post('/v2/requisitions', { ...REQUIRED, review });
    expect(json.reviews).toEqual([
      {
        status: 'requested',
        requested_by: clinic.sandbox.userId,
        reviewer: 'user_r',
        requested_at: NOW,
        review_deadline: '2026-03-08T00:00:00.000Z',
        reviewed_at: null,
      },
    ]);
  });

  it('is appended to the history on update', async () => {
    const clinic = await openClinic();
    const requisition = clinic.first('requisition');
    const { json } = await clinic.post(`/v2/requisitions/${requisition.id}`, {
      review: { reviewer: 'user_r' },
    });
    const history = json.reviews as Json[]; // section 2.3: an array of objects
    expect(history.slice(0, -1)).toEqual(requisition.reviews);
    expect(history.at(-1)).toMatchObject({ reviewer: 'user_r', status: 'requested' });
  });

  it('closes the open review of the same reviewer when it is done', async () => {
    const clinic = await openClinic();
    const { json } = await clinic.post('/v2/requisitions', { ...REQUIRED, review: { reviewer: 'user_r' } });
    clinic.clock.advance(60_000);
    const done = { review: { reviewer: 'user_r', status: 'reviewed' } };
    const after = (await clinic.post(`/v2/requisitions/${json.id}`, done)).json;
    expect(after.reviews).toMatchObject([
      { status: 'reviewed', requested_at: NOW, reviewed_at: '2026-03-01T09:31:00.000Z' },
    ]);
    expect((await clinic.post(`/v2/requisitions/${json.id}`, done)).json.reviews).toHaveLength(2);
  });

  it.each([{ status: 1 }, { review_deadline: 'soon' }, { note: 'x' }])('refuses %j', async (review) => {
    const clinic = await openClinic();
    expect((await clinic.post('/v2/requisitions', { ...REQUIRED, review })).status).toBe(400);
  });
});
