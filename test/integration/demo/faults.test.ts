import { describe, expect, it } from 'vitest';
import { waitUntilPasses } from '../../support/wait.ts';
import { ask, type OpenClinic, openClinic } from './open-clinic.ts';

const FORMS = '/v2/forms';
const create = (clinic: OpenClinic) => clinic.post(FORMS, { name: 'Wanted' });
const names = (clinic: OpenClinic): unknown[] => clinic.serviceRecords('form').map(({ name }) => name);

describe('the requests that a fault applies to', () => {
  it('are all, until it is cleared', async () => {
    const clinic = await openClinic();
    clinic.sandbox.faults.add({ match: {}, action: { kind: 'answer', status: 503 } });
    expect((await clinic.get(FORMS)).status).toBe(503);
    expect((await clinic.get('/v2/notifications')).status).toBe(503);
    clinic.sandbox.faults.clear();
    expect((await clinic.get(FORMS)).status).toBe(200);
  });

  it('are chosen by method and by path without the query', async () => {
    const clinic = await openClinic();
    clinic.sandbox.faults.add({
      match: { method: 'GET', path: FORMS },
      action: { kind: 'answer', status: 500 },
    });
    expect((await clinic.get(`${FORMS}?limit=1`)).status).toBe(500);
    expect((await clinic.get('/v2/forms/form_unknown')).status).toBe(404);
    expect((await create(clinic)).status).toBe(200);
  });

  it('are chosen by a pattern on path and query, every time alike', async () => {
    const clinic = await openClinic();
    clinic.sandbox.faults.add({ match: { path: /offset=10/g }, action: { kind: 'answer', status: 500 } });
    expect((await clinic.get(`${FORMS}?offset=10`)).status).toBe(500);
    expect((await clinic.get(`${FORMS}?offset=10`)).status).toBe(500);
    expect((await clinic.get(`${FORMS}?offset=20`)).status).toBe(200);
  });

  it('are chosen by their turn: some pass, some fail, the rest pass', async () => {
    const clinic = await openClinic();
    clinic.sandbox.faults.add({ match: { skip: 1, times: 2 }, action: { kind: 'answer', status: 500 } });
    const statuses: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) statuses.push((await clinic.get(FORMS)).status);
    expect(statuses).toEqual([200, 500, 500, 200, 200]);
  });

  it('fall to the next fault when one is used up', async () => {
    const clinic = await openClinic();
    clinic.sandbox.faults.add({ match: { times: 1 }, action: { kind: 'answer', status: 500 } });
    clinic.sandbox.faults.add({ match: { times: 1 }, action: { kind: 'answer', status: 502 } });
    const statuses = [await clinic.get(FORMS), await clinic.get(FORMS), await clinic.get(FORMS)];
    expect(statuses.map(({ status }) => status)).toEqual([500, 502, 200]);
  });
});

describe('responses that are not the service’s', () => {
  it.each([
    [401, {}],
    [403, {}],
    [429, { 'retry-after': '2' }],
    [429, { 'retry-after': 'Sun, 01 Mar 2026 09:31:00 GMT' }],
    [429, {}],
    [500, {}],
    [503, { 'retry-after': '120' }],
  ])('have status %i with headers %j, and the write is not done', async (status, headers) => {
    const clinic = await openClinic();
    clinic.sandbox.faults.add({ match: {}, action: { kind: 'answer', status, headers } });
    const reply = await create(clinic);
    expect(reply.status).toBe(status);
    expect(reply.json.object).toBe('error');
    expect(reply.headers.get('retry-after')).toBe(new Headers(headers).get('retry-after'));
    expect(clinic.sandbox.writeLog()).toEqual([]);
  });

  it.each([
    ['HTML', '<html>Sign in</html>', 'text/html'],
    ['nothing', '', 'application/json'],
    ['mistyped JSON', '{"object":"list","data":"none"}', 'application/json'],
  ])('are %s', async (_, body, type) => {
    const clinic = await openClinic();
    const headers = { 'content-type': type };
    clinic.sandbox.faults.add({ match: {}, action: { kind: 'answer', status: 200, headers, body } });
    const reply = await clinic.get(FORMS);
    expect([reply.status, reply.text, reply.headers.get('content-type')]).toEqual([200, body, type]);
  });

  it('are redirects to any address', async () => {
    const clinic = await openClinic();
    const location = 'https://elsewhere.invalid/v2/forms';
    clinic.sandbox.faults.add({ match: {}, action: { kind: 'answer', status: 307, headers: { location } } });
    const reply = await clinic.get(FORMS);
    expect([reply.status, reply.headers.get('location')]).toEqual([307, location]);
  });

  it('can come after the write was done', async () => {
    const clinic = await openClinic();
    clinic.sandbox.faults.add({ match: {}, action: { kind: 'answer', status: 502, after: true } });
    expect((await create(clinic)).status).toBe(502);
    expect(names(clinic)).toContain('Wanted');
  });
});

describe('damaged responses of the service', () => {
  it('lose their connection before the work', async () => {
    const clinic = await openClinic();
    clinic.sandbox.faults.add({ match: {}, action: { kind: 'close' } });
    await expect(create(clinic)).rejects.toThrow('fetch failed');
    expect(names(clinic)).not.toContain('Wanted');
  });

  it('lose their connection after the work', async () => {
    const clinic = await openClinic();
    clinic.sandbox.faults.add({ match: {}, action: { kind: 'close', after: true } });
    await expect(create(clinic)).rejects.toThrow('fetch failed');
    expect(names(clinic)).toContain('Wanted');
    expect(clinic.sandbox.writeLog()).toHaveLength(1);
  });

  it('end before their length', async () => {
    const clinic = await openClinic();
    clinic.sandbox.faults.add({ match: {}, action: { kind: 'truncate', keepBytes: 20 } });
    const response = await fetch(clinic.sandbox.baseUrl + FORMS, { headers: clinic.headers() });
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(20);
    await expect(response.text()).rejects.toThrow('terminated');
  });

  it.each([
    ['at all', { kind: 'stall' }, 0],
    ['at all, though the work is done', { kind: 'stall', after: true }, 1],
  ] as const)('do not come %s, until the client times out', async (_, action, writes) => {
    const clinic = await openClinic();
    clinic.sandbox.faults.add({ match: {}, action });
    const caller = new AbortController();
    const headers = { ...clinic.headers(), 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: '{"name":"Wanted"}', signal: caller.signal };
    const answer = fetch(clinic.sandbox.baseUrl + FORMS, init);
    await waitUntilPasses(() => expect(clinic.sandbox.requests().length).toBe(1));
    await waitUntilPasses(() => expect(clinic.sandbox.writeLog().length).toBe(writes));
    caller.abort();
    await expect(answer).rejects.toThrow('aborted');
  });

  it('stop in the middle', async () => {
    const clinic = await openClinic();
    clinic.sandbox.faults.add({ match: {}, action: { kind: 'truncate', keepBytes: 20, ending: 'hang' } });
    const caller = new AbortController();
    const init = { headers: clinic.headers(), signal: caller.signal };
    const response = await fetch(clinic.sandbox.baseUrl + FORMS, init);
    const reader = response.body?.getReader();
    expect((await reader?.read())?.value).toHaveLength(20);
    caller.abort();
    await expect(reader?.read()).rejects.toThrow('aborted');
  });

  it('come late', async () => {
    const clinic = await openClinic();
    clinic.sandbox.faults.add({ match: {}, action: { kind: 'delay', ms: 5000 } });
    let arrived = false;
    const answer = create(clinic).finally(() => {
      arrived = true;
    });
    await waitUntilPasses(() => expect(clinic.sandbox.writeLog().length).toBe(1));
    expect(arrived).toBe(false);
    clinic.clock.advance(5000);
    expect((await answer).status).toBe(200);
  });

  it('come in small pieces, and whole in the end', async () => {
    const clinic = await openClinic({ forms: 1 });
    clinic.sandbox.faults.add({ match: {}, action: { kind: 'trickle', bytes: 200, everyMs: 1000 } });
    const answer = clinic.list(FORMS);
    await expect
      .poll(async () => {
        clinic.clock.advance(1000);
        return Promise.race([answer, Promise.resolve(null)]);
      })
      .toEqual(clinic.serviceRecords('form'));
  });

  it('have another body', async () => {
    const clinic = await openClinic();
    const body = (parsed: unknown): unknown => ({ ...(parsed as object), data: [null, { id: 7 }] }); // a list envelope
    clinic.sandbox.faults.add({ match: {}, action: { kind: 'replace', body } });
    expect((await clinic.get(FORMS)).json).toEqual({ object: 'list', data: [null, { id: 7 }] });
  });

  it('carry a wrong date, or none', async () => {
    const clinic = await openClinic();
    const wrong = 'Thu, 01 Jan 1970 00:00:00 GMT';
    clinic.sandbox.faults.add({ match: { times: 1 }, action: { kind: 'date', value: wrong } });
    clinic.sandbox.faults.add({ match: { times: 1 }, action: { kind: 'date', value: null } });
    expect((await clinic.get(FORMS)).headers.get('date')).toBe(wrong);
    expect((await clinic.get(FORMS)).headers.get('date')).toBeNull();
  });

  it('occur on the PDF origin in the same way', async () => {
    const clinic = await openClinic();
    const { json } = await clinic.get(`/v2/requisitions/${clinic.first('requisition').id}/pdf`);
    clinic.sandbox.faults.add({
      match: { path: /^\/documents\// },
      action: { kind: 'truncate', keepBytes: 100 },
    });
    await expect(ask(String(json.url))).rejects.toThrow('terminated');
    expect((await clinic.get(FORMS)).status).toBe(200);
  });
});

describe('the log of the clinic', () => {
  it('contains every write that was carried out, with its body, in order', async () => {
    const clinic = await openClinic();
    const { json } = await create(clinic);
    await clinic.post('/v2/forms', {});
    clinic.clock.advance(1000);
    await clinic.post(`/v2/forms/${json.id}/publish`, {});
    await clinic.remove(`/v2/forms/${json.id}`);
    await clinic.get(FORMS);
    const at = clinic.clock.now();
    const { id } = json;
    expect(clinic.sandbox.writeLog()).toEqual([
      { method: 'POST', path: FORMS, body: { name: 'Wanted' }, id, at: at - 1000 },
      { method: 'POST', path: `/v2/forms/${id}/publish`, body: {}, id, at },
      { method: 'DELETE', path: `/v2/forms/${id}`, body: null, id, at },
    ]);
  });

  it('contains every request, with whether it carried tokens, but no token', async () => {
    const clinic = await openClinic();
    await clinic.get(`${FORMS}?limit=1`);
    await ask(`${clinic.sandbox.baseUrl}/v2/nowhere`, { headers: { 'x-jwt': clinic.sandbox.jwt } });
    expect(clinic.sandbox.requests()).toMatchObject([
      {
        origin: 'service',
        method: 'GET',
        path: FORMS,
        query: 'limit=1',
        hasAuthorization: true,
        hasJwt: true,
      },
      {
        origin: 'service',
        method: 'GET',
        path: '/v2/nowhere',
        query: '',
        hasAuthorization: false,
        hasJwt: true,
      },
    ]);
    const written = JSON.stringify(clinic.sandbox.requests());
    expect(written).not.toContain(clinic.sandbox.accessToken);
    expect(written).not.toContain(clinic.sandbox.jwt);
  });
});

describe('a service that is off the network', () => {
  it('refuses every connection, and has its records when it is back at the same address', async () => {
    const clinic = await openClinic();
    const before = (await clinic.get(FORMS)).json;
    await clinic.sandbox.unplug();
    await expect(clinic.get(FORMS)).rejects.toThrow('fetch failed');
    await clinic.sandbox.plugIn();
    expect((await clinic.get(FORMS)).json).toEqual(before);
  });
});
