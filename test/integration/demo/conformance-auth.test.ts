import { describe, expect, it } from 'vitest';
import { ask, openClinic } from './open-clinic.ts';

const PATHS = [
  '/v2/forms',
  '/v2/requisitions',
  '/v2/notifications',
  '/v2/requisitions/req_x/pdf',
  '/v2/nowhere',
];

describe('section 5, authentication', () => {
  it('answers 401 to a request without the Authorization header, on every path', async () => {
    const { sandbox } = await openClinic();
    for (const path of PATHS) {
      const reply = await ask(sandbox.baseUrl + path, { headers: { 'x-jwt': sandbox.jwt } });
      expect(reply.status).toBe(401);
      expect(reply.json.object).toBe('error');
    }
  });

  it('answers 401 to a request without the x-jwt header, on every path', async () => {
    const { sandbox } = await openClinic();
    for (const path of PATHS) {
      const headers = { authorization: `Bearer ${sandbox.accessToken}` };
      expect((await ask(sandbox.baseUrl + path, { headers })).status).toBe(401);
    }
  });

  it.each([
    ['a wrong access token', { authorization: 'Bearer wrong' }],
    ['a token without the word Bearer', { authorization: 'TOKEN' }],
    ['another scheme', { authorization: 'Basic TOKEN' }],
    ['a wrong JWT', { 'x-jwt': 'wrong' }],
    ['an empty JWT', { 'x-jwt': '' }],
  ])('answers 401 to %s', async (_, wrong) => {
    const clinic = await openClinic();
    const { accessToken, baseUrl } = clinic.sandbox;
    const given = Object.entries(wrong).map(([name, value]) => [name, value.replace('TOKEN', accessToken)]);
    const headers = { ...clinic.headers(), ...Object.fromEntries(given) };
    expect((await ask(`${baseUrl}/v2/forms`, { headers })).status).toBe(401);
  });

  it('does no work for a request that it refuses', async () => {
    const clinic = await openClinic();
    const body = JSON.stringify({ name: 'Unwanted' });
    const headers = { 'content-type': 'application/json', 'x-jwt': clinic.sandbox.jwt };
    const reply = await ask(`${clinic.sandbox.baseUrl}/v2/forms`, { method: 'POST', headers, body });
    expect(reply.status).toBe(401);
    expect(clinic.sandbox.writeLog()).toEqual([]);
    expect(clinic.serviceRecords('form').map(({ name }) => name)).not.toContain('Unwanted');
  });

  it('issues a JWT of three parts that names the user and a future expiry', async () => {
    const { sandbox, clock } = await openClinic();
    const parts = sandbox.jwt.split('.');
    expect(parts).toHaveLength(3);
    const payload = JSON.parse(Buffer.from(parts[1] ?? '', 'base64url').toString());
    expect(payload.sub).toBe(sandbox.userId);
    expect(payload.exp * 1000).toBeGreaterThan(clock.now());
  });
});

describe('section 9 and related rules', () => {
  it('serves nothing outside /v2', async () => {
    const clinic = await openClinic();
    expect((await clinic.get('/forms')).status).toBe(404);
    expect((await clinic.get('/v1/forms')).status).toBe(404);
  });

  it('has no delete endpoint for requisitions', async () => {
    const clinic = await openClinic();
    expect((await clinic.remove(`/v2/requisitions/${clinic.first('requisition').id}`)).status).toBe(404);
  });

  it('has neither create nor delete endpoint for notifications', async () => {
    const clinic = await openClinic();
    expect((await clinic.post('/v2/notifications', {})).status).toBe(404);
    expect((await clinic.remove(`/v2/notifications/${clinic.first('notification').id}`)).status).toBe(404);
  });

  it('updates with POST, not with PUT or PATCH', async () => {
    const clinic = await openClinic();
    const url = `${clinic.sandbox.baseUrl}/v2/forms/${clinic.first('form').id}`;
    const init = { headers: { ...clinic.headers(), 'content-type': 'application/json' }, body: '{}' };
    expect((await ask(url, { ...init, method: 'PUT' })).status).toBe(404);
    expect((await ask(url, { ...init, method: 'PATCH' })).status).toBe(404);
  });

  it('answers every error as JSON with a message', async () => {
    const clinic = await openClinic();
    const reply = await clinic.get('/v2/forms/form_unknown');
    expect(reply.headers.get('content-type')).toMatch(/^application\/json/);
    expect(reply.json).toEqual({ object: 'error', message: expect.stringMatching(/form/) });
  });

  it.each([
    ['a broken body', '{"name":', 'application/json', 400],
    ['an empty body', '', 'application/json', 400],
    ['a body that is no object', '[]', 'application/json', 400],
    ['a key that would reach the prototype', '{"__proto__":{"a":1},"name":"x"}', 'application/json', 400],
    ['a body that is not announced as JSON', '{"name":"x"}', 'text/plain', 415],
  ])('refuses %s', async (_, body, type, status) => {
    const clinic = await openClinic();
    const headers = { ...clinic.headers(), 'content-type': type };
    const reply = await ask(`${clinic.sandbox.baseUrl}/v2/forms`, { method: 'POST', headers, body });
    expect(reply.status).toBe(status);
    expect(clinic.sandbox.writeLog()).toEqual([]);
  });

  it('dates its responses by its own clock', async () => {
    const clinic = await openClinic();
    clinic.clock.advance(90_000);
    const { headers } = await clinic.get('/v2/forms');
    expect(headers.get('date')).toBe('Sun, 01 Mar 2026 09:31:30 GMT');
  });
});
