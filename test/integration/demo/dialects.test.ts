import { describe, expect, it } from 'vitest';
import { MINUTE, SECOND } from '#main/base/durations.ts';
import { generateDialect, findDialect, NAMED_DIALECTS, PLAIN_DIALECT } from '#main/demo/dialect/dialect.ts';
import {
  type DialectChoices,
  UNSPECIFIED_POINT_NAMES,
  UNSPECIFIED_POINTS,
} from '#main/demo/dialect/unspecified-points.ts';
import { type Json, openClinic, type OpenClinic } from './open-clinic.ts';

const NEW = { patient: 'user_1', type: 'lab', ordering_provider: 'user_2', name: 'Lipids' };
const REQUISITIONS = '/v2/requisitions';

/** A clinic with the plain dialect except for some points. */
const speaking = (choices: Partial<DialectChoices>): Promise<OpenClinic> =>
  openClinic({ dialect: { name: 'test', choices: { ...PLAIN_DIALECT.choices, ...choices } } });
const made = async (clinic: OpenClinic, body: object = NEW): Promise<Json> => {
  const { json } = await clinic.post(REQUISITIONS, body);
  return (await clinic.get(`${REQUISITIONS}/${json.id}`)).json;
};
const getIds = async (clinic: OpenClinic, path: string): Promise<string[]> =>
  (await clinic.list(path)).map(({ id }) => id);

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
  ] as const)('to an update shows the state %s', async (updatedAnswer, name) => {
    const clinic = await speaking({ updatedAnswer });
    const { id } = await made(clinic);
    expect((await clinic.post(`${REQUISITIONS}/${id}`, { name: 'Other' })).json['name']).toBe(name);
    expect((await clinic.get(`${REQUISITIONS}/${id}`)).json['name']).toBe('Other');
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

describe('lists', () => {
  it('have caps and defaults of the dialect', async () => {
    expect(await (await speaking({ pageCap: '10' })).list(`${REQUISITIONS}?limit=40`)).toHaveLength(10);
    expect(await (await speaking({ defaultLimit: '5' })).list(REQUISITIONS)).toHaveLength(5);
    const strict = await speaking({ pageCap: 'refused-over-100' });
    expect((await strict.get(`${REQUISITIONS}?limit=101`)).status).toBe(400);
    expect(await strict.list(`${REQUISITIONS}?limit=100`)).toHaveLength(60);
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
