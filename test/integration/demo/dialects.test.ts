import { describe, expect, it } from 'vitest';
import { MINUTE, SECOND } from '#main/base/durations.ts';
import { generateDialect, findDialect, NAMED_DIALECTS, PLAIN_DIALECT } from '#main/demo/dialect/dialect.ts';
import { UNSPECIFIED_POINT_NAMES, UNSPECIFIED_POINTS } from '#main/demo/dialect/unspecified-points.ts';
import { getIds, made, NEW, REQUISITIONS, speaking } from './dialect-clinic.ts';
import type { Json, OpenClinic, Reply } from './open-clinic.ts';

describe('dialects', () => {
  it('are drawn equally from the same seed, and each value of a point occurs in as many neighbouring seeds as it has', () => {
    expect(generateDialect(7)).toEqual(generateDialect(7));
    for (const name of UNSPECIFIED_POINT_NAMES) {
      const values: readonly string[] = UNSPECIFIED_POINTS[name].values;
      const first = values.length * 13;
      const drawn = values.map((_, index) => generateDialect(first + index).choices[name]);
      expect(drawn.toSorted()).toEqual(values.toSorted());
    }
  });

  it('have a sentence of the document for each point, and the plain dialect’s value first', () => {
    for (const name of UNSPECIFIED_POINT_NAMES) {
      expect(UNSPECIFIED_POINTS[name].open).toMatch(/^Section \d/);
      expect(PLAIN_DIALECT.choices[name]).toBe(UNSPECIFIED_POINTS[name].values[0]);
    }
  });

  it('are found by name and by seed, and nothing else is one', () => {
    expect(NAMED_DIALECTS.map((name) => findDialect(name)?.name)).toEqual(NAMED_DIALECTS);
    expect(findDialect('12')).toEqual(generateDialect(12));
    for (const none of ['', 'constructor', '-1', '4294967296', 'Plain']) expect(findDialect(none)).toBeNull();
  });
});

describe('a field without a value', () => {
  it.each([
    ['null', null],
    ['missing', undefined],
  ] as const)('is %s in some dialects', async (value, expected) => {
    const clinic = await speaking({ emptyText: value, emptyReference: value, emptyList: value });
    const requisition = await made(clinic);
    for (const field of ['order_details', 'service_facility', 'diagnoses', 'scripts']) {
      expect(requisition[field]).toBe(expected);
    }
    expect(requisition['name']).toBe('Lipids');
  });

  it.each([
    ['missing', undefined],
    ['empty', ''],
  ] as const)('is %s as the date of an open review', async (openReviewDates, expected) => {
    const { reviews } = await made(await speaking({ openReviewDates }), {
      ...NEW,
      review: { reviewer: 'user_3' },
    });
    expect((reviews as Json[])[0]?.['reviewed_at']).toBe(expected);
  });
});

describe('the response to a write', () => {
  it.each([
    ['201', 201, 'draft'],
    ['202-id', 202, undefined],
  ] as const)('to a create is %s', async (createdAnswer, status, state) => {
    const reply = await (await speaking({ createdAnswer })).post(REQUISITIONS, NEW);
    expect(reply.status).toBe(status);
    expect((reply.json['status_history'] as Json[] | undefined)?.[0]?.['status']).toBe(state);
  });

  it.each([
    ['before', 'Lipids'],
    ['202-id', undefined],
    ['204', undefined],
  ] as const)('to an update shows the state %s', async (updatedAnswer, name) => {
    const clinic = await speaking({ updatedAnswer });
    const { id } = await made(clinic);
    expect((await clinic.post(`${REQUISITIONS}/${id}`, { name: 'Other' })).json['name']).toBe(name);
    expect((await clinic.get(`${REQUISITIONS}/${id}`)).json['name']).toBe('Other');
  });

  it('to an update and to a delete may have no body', async () => {
    const clinic = await speaking({ updatedAnswer: '204', deletedAnswer: '204' });
    const { id } = clinic.first('form');
    const path = `/v2/forms/${id}`;
    const replies = [
      await clinic.post(path, { name: 'Other' }),
      await clinic.post(`${path}/publish`, {}),
      await clinic.remove(path),
    ];
    for (const { status, text, headers } of replies)
      expect([status, text, headers.get('content-length')]).toEqual([204, '', null]);
    expect((await clinic.get(path)).status).toBe(404);
  });

  it.each([
    ['nested', { error: { message: expect.stringContaining('required') } }],
    ['list', { errors: [{ detail: expect.stringContaining('required') }] }],
  ] as const)('that is refused has the message %s', async (errorBody, shape) => {
    const reply = await (await speaking({ errorBody, refusedStatus: '422' })).post(REQUISITIONS, {});
    expect(reply.status).toBe(422);
    expect(reply.json).toMatchObject(shape);
  });

  it('that is refused may be no JSON at all', async () => {
    const reply = await (await speaking({ errorBody: 'text' })).post(REQUISITIONS, {});
    expect(reply.headers.get('content-type')).toContain('text/plain');
    expect(reply.text).toContain('required');
  });
});

describe('what is stored', () => {
  const DECOMPOSED = 'Cafe\u0301';
  it.each([
    ['trimmed', ' Lipids ', 'Lipids'],
    ['nfc', DECOMPOSED, DECOMPOSED.normalize('NFC')],
    ['cut-255', 'x'.repeat(300), 'x'.repeat(255)],
  ] as const)('may be %s', async (storedText, sent, stored) => {
    const clinic = await speaking({ storedText });
    const { id } = await made(clinic, { ...NEW, name: sent });
    await clinic.post(`${REQUISITIONS}/${id}`, { order_details: sent });
    const expected = { name: stored, order_details: stored };
    expect((await clinic.get(`${REQUISITIONS}/${id}`)).json).toMatchObject(expected);
  });

  it('may give entries new ids with every update', async () => {
    const clinic = await speaking({ entryIds: 'new' });
    const diagnoses = [{ id: 'diag_mine', code: 'E11', description: 'Diabetes' }];
    const [stored] = (await made(clinic, { ...NEW, diagnoses }))['diagnoses'] as Json[];
    expect(stored).toMatchObject({ code: 'E11' });
    expect(stored?.id).not.toBe('diag_mine');
  });

  it('may have fields beside the documented ones, and accepts its own entries', async () => {
    const clinic = await speaking({ extraFields: 'some' });
    const requisition = await made(clinic, { ...NEW, diagnoses: [{ code: 'E11' }] });
    expect(requisition).toHaveProperty('external_reference', null);
    const { diagnoses } = requisition;
    expect((await clinic.post(`${REQUISITIONS}/${requisition.id}`, { diagnoses })).status).toBe(200);
  });

  it('may have a request timestamped by the service only', async () => {
    const clinic = await speaking({ requestStamps: 'own' });
    const { id } = (await clinic.post('/v2/forms', { name: 'Intake' })).json;
    const request = { patient: 'user_1', requested_by: 'user_x', requested_at: '2020-01-01T00:00:00.000Z' };
    const { json } = await clinic.post(`/v2/forms/${id}`, { request_completion_from: [request] });
    const [stored] = json['request_completion_from'] as Json[];
    expect(stored).toMatchObject({ patient: 'user_1', requested_by: clinic.sandbox.userId });
    expect(stored?.['requested_at']).not.toBe(request.requested_at);
  });

  it('may give every request of a written list the time of that change', async () => {
    const clinic = await speaking({ requestStamps: 'renewed' });
    const { id } = (await clinic.post('/v2/forms', { name: 'Intake' })).json;
    const ask = async (list: readonly object[]): Promise<Json[]> =>
      (await clinic.post(`/v2/forms/${id}`, { request_completion_from: list })).json[
        'request_completion_from'
      ] as Json[];
    const first = await ask([{ patient: 'user_1' }]);
    clinic.clock.advance(SECOND);
    const [again, added] = await ask([...first, { patient: 'user_2' }]);
    expect(again).toEqual({ ...first[0], requested_at: added?.['requested_at'] });
    expect(again?.['requested_at']).not.toBe(first[0]?.['requested_at']);
  });

  it.each([
    ['unmarked', { name: 'Other' }, false],
    ['marked', { name: 'Other' }, true],
    ['marked', { description: 'Other' }, true],
    ['marked', { name: 'Other', has_unpublished_changes: false }, false],
    ['marked', { request_completion_from: [{ patient: 'user_1' }] }, false],
  ] as const)('in a form whose edits are %s, after an update with %j', async (formEdits, body, expected) => {
    const clinic = await speaking({ formEdits });
    const { id } = (await clinic.post('/v2/forms', { name: 'Intake' })).json;
    const { json } = await clinic.post(`/v2/forms/${id}`, body);
    expect(json['has_unpublished_changes']).toBe(expected);
  });

  it('may add no review on creation, as its reviews are said to be empty then', async () => {
    for (const [reviewOnCreate, count] of [
      ['added', 1],
      ['not-added', 0],
    ] as const) {
      const clinic = await speaking({ reviewOnCreate });
      const created = await made(clinic, { ...NEW, review: { reviewer: 'user_3' } });
      expect(created['reviews']).toHaveLength(count);
      const review = { reviewer: 'user_3' };
      const updated = await clinic.post(`${REQUISITIONS}/${created.id}`, { review });
      expect(updated.json['reviews']).toHaveLength(count + 1);
    }
  });

  it('may have a review appended where another dialect closes the open one', async () => {
    for (const [reviewSent, count] of [
      ['closes-open', 1],
      ['appended', 2],
    ] as const) {
      const clinic = await speaking({ reviewSent });
      const { id } = await made(clinic, { ...NEW, review: { reviewer: 'user_3' } });
      const review = { reviewer: 'user_3', status: 'reviewed' };
      expect((await clinic.post(`${REQUISITIONS}/${id}`, { review })).json['reviews']).toHaveLength(count);
    }
  });
});

describe('times', () => {
  it.each([
    ['microseconds', /\.\d{6}Z$/, /^\S+ \S+\.\d{6}\+00$/],
    ['offset', /\.\d{3}\+02:00$/, /^\S+ \S+\.\d{3}\+02$/],
  ] as const)('in %s are the same instants', async (times, typical, spaced) => {
    const plain = await speaking({});
    const clinic = await speaking({ times });
    const told = clinic.first('requisition')['created_at'] as string;
    expect(told).toMatch(typical);
    expect(Date.parse(told)).toBe(Date.parse(plain.first('requisition')['created_at'] as string));
    expect(clinic.first('notification')['created_at']).toMatch(spaced);
  });

  it('may be epoch milliseconds, in requests as well', async () => {
    const plain = await speaking({});
    const clinic = await speaking({ times: 'numbers' });
    for (const kind of ['form', 'requisition', 'notification'] as const) {
      const told = String(plain.first(kind)['created_at']).replace(/\+00$/, 'Z');
      expect(clinic.first(kind)['created_at']).toBe(Date.parse(told));
    }
    const { id } = clinic.first('requisition');
    const { json } = await clinic.get(`${REQUISITIONS}/${id}/pdf`);
    expect(json['expires_at']).toBe(clinic.clock.now() + 30 * MINUTE);
    const request = { patient: 'user_1', requested_by: 'user_2', requested_at: 1_700_000_000_000 };
    const ask = (asked: OpenClinic): Promise<Reply> =>
      asked.post(`/v2/forms/${asked.first('form').id}`, { request_completion_from: [request] });
    expect((await ask(clinic)).json['request_completion_from']).toEqual([request]);
    expect((await ask(plain)).status).toBe(400);
  });

  it.each([
    [
      'reviewMoves',
      (clinic: OpenClinic, id: string) =>
        clinic.post(`${REQUISITIONS}/${id}`, { review: { reviewer: 'user_3' } }),
    ],
    [
      'commentMoves',
      async (clinic: OpenClinic, id: string) => clinic.sandbox.otherUsers.comment(id, 'Called'),
    ],
  ] as const)('of the last update stay if %s is unmoved', async (point, change) => {
    for (const [value, moves] of [
      ['moved', true],
      ['unmoved', false],
    ] as const) {
      const clinic = await speaking({ [point]: value });
      const ids = await getIds(clinic, REQUISITIONS);
      const id = ids.at(-1) ?? '';
      const before = (await clinic.get(`${REQUISITIONS}/${id}`)).json;
      clinic.clock.advance(SECOND);
      await change(clinic, id);
      const after = (await clinic.get(`${REQUISITIONS}/${id}`)).json;
      expect(after).not.toEqual(before);
      expect(after['last_updated_at'] !== before['last_updated_at']).toBe(moves);
      expect((await getIds(clinic, REQUISITIONS))[0] === id).toBe(moves);
    }
  });

  it('of a completion and of a read mark move or stay', async () => {
    const clinic = await speaking({ completionMoves: 'unmoved', readMoves: 'moved' });
    const form = clinic
      .serviceRecords('form')
      .find((each) => (each['request_completion_from'] as Json[]).length > 0) as Json; // some have
    const [{ patient }] = form['request_completion_from'] as [Json];
    clinic.clock.advance(SECOND);
    clinic.sandbox.completeForm(form.id, String(patient));
    expect((await clinic.get(`/v2/forms/${form.id}`)).json['last_updated_at']).toBe(form['last_updated_at']);
    const last = (await getIds(clinic, '/v2/notifications')).at(-1) ?? '';
    await clinic.post(`/v2/notifications/${last}`, { read: true });
    expect((await getIds(clinic, '/v2/notifications'))[0]).toBe(last);
  });
});
