import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemClock } from '#main/base/clock.ts';
import * as forms from '#main/engine/api/forms.ts';
import { createHttpClient, type HttpClient, type HttpResult } from '#main/engine/api/http.ts';
import * as notifications from '#main/engine/api/notifications.ts';
import * as requisitions from '#main/engine/api/requisitions.ts';
import { startLoopback, type Loopback } from '../../../support/loopback.ts';

interface Arrived {
  readonly line: string;
  readonly body: string;
  readonly connection: string | undefined;
}

const arrived: Arrived[] = [];
let server: Loopback;
let http: HttpClient;

beforeAll(async () => {
  server = await startLoopback((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      arrived.push({
        line: `${request.method} ${request.url}`,
        body,
        connection: request.headers.connection,
      });
      response.end('{}');
    });
  });
  const tokens = { accessToken: 'TOK-1', jwt: 'JWT-1' };
  http = createHttpClient({ baseUrl: server.origin, tokens, clock: systemClock });
});
beforeEach(() => void arrived.splice(0));
afterAll(async () => {
  await http.close();
  await server.close();
});

const order = { patient: 'user_1', type: 'lab', ordering_provider: 'user_2' } as const;
const CASES: readonly (readonly [string, unknown, () => Promise<HttpResult>])[] = [
  ['POST /v2/forms', { name: 'Intake' }, () => forms.createForm(http, { name: 'Intake' })],
  ['GET /v2/forms/form_1', null, () => forms.getForm(http, 'form_1')],
  ['POST /v2/forms/form_1', { name: 'B' }, () => forms.updateForm(http, 'form_1', { name: 'B' })],
  ['POST /v2/forms/form_1/publish', {}, () => forms.publishForm(http, 'form_1')],
  ['GET /v2/forms?limit=5&offset=10', null, () => forms.listForms(http, { limit: 5, offset: 10 })],
  ['DELETE /v2/forms/form_1', null, () => forms.deleteForm(http, 'form_1')],
  ['POST /v2/requisitions', order, () => requisitions.createRequisition(http, order)],
  ['GET /v2/requisitions/req_1', null, () => requisitions.getRequisition(http, 'req_1')],
  ['GET /v2/requisitions/req_1/pdf', null, () => requisitions.getRequisitionPdfLink(http, 'req_1')],
  [
    'POST /v2/requisitions/req_1',
    { share_with_patient: false },
    () => requisitions.updateRequisition(http, 'req_1', { share_with_patient: false }),
  ],
  [
    'GET /v2/requisitions?patient=user_1&type=lab&search=full+blood&share_with_patient=false&limit=1&offset=0',
    null,
    () =>
      requisitions.listRequisitions(http, {
        patient: 'user_1',
        type: 'lab',
        search: 'full blood',
        share_with_patient: false,
        limit: 1,
        offset: 0,
      }),
  ],
  ['GET /v2/notifications/notf_1', null, () => notifications.getNotification(http, 'notf_1')],
  [
    'POST /v2/notifications/notf_1',
    { read: true },
    () => notifications.setNotificationRead(http, 'notf_1', true),
  ],
  [
    'GET /v2/notifications?user=user_1&search_from=2026-03-01T09%3A30%3A00.000Z',
    null,
    () => notifications.listNotifications(http, { user: 'user_1', search_from: '2026-03-01T09:30:00.000Z' }),
  ],
];

test.each(CASES)('%s is requested as the document says', async (line, body, call) => {
  expect((await call()).ok).toBe(true);
  expect(arrived.map((request) => request.line)).toEqual([line]);
  expect(arrived[0]?.body).toBe(body === null ? '' : JSON.stringify(body));
});

test('no endpoint of the document is missing', () => {
  const endpoints = CASES.map(([line]) => line.replace(/\?.*/, '').replace(/_1\b/, ''));
  expect(new Set(endpoints).size).toBe(14);
});

test.each([
  ['create a form', true, () => forms.createForm(http, { name: 'Intake' })],
  ['publish a form', true, () => forms.publishForm(http, 'form_1')],
  ['create a requisition', true, () => requisitions.createRequisition(http, order)],
  ['ask for a review', true, () => requisitions.updateRequisition(http, 'req_1', { review: {} })],
  ['change a name', false, () => requisitions.updateRequisition(http, 'req_1', { name: 'B' })],
  ['mark as read', false, () => notifications.setNotificationRead(http, 'notf_1', true)],
])('to %s uses a connection of its own: %s', async (_name, isOwn, call) => {
  await call();
  expect(arrived[0]?.connection).toBe(isOwn ? 'close' : 'keep-alive');
});

test.each(['', '.', '..', 'form_\ud800'])(
  'an id that would lead to another endpoint is refused: %j',
  async (id) => {
    expect(await forms.deleteForm(http, id)).toMatchObject({ ok: false, error: { code: 'invalid-input' } });
    expect(arrived).toEqual([]);
  },
);

test.each([
  ['form_a/../b', '/v2/forms/form_a%2F..%2Fb'],
  ['form_%2f', '/v2/forms/form_%252f'],
  ['form_a?b#c', '/v2/forms/form_a%3Fb%23c'],
  ['form_a b', '/v2/forms/form_a%20b'],
  ['form_漢', '/v2/forms/form_%E6%BC%A2'],
  ['form_e\u0301', '/v2/forms/form_e%CC%81'],
  ['form_..', '/v2/forms/form_..'],
  [String.raw`form_\..\b`, '/v2/forms/form_%5C..%5Cb'],
])('the id %j stays inside its segment', async (id, path) => {
  await forms.getForm(http, id);
  expect(arrived.map(({ line }) => line)).toEqual([`GET ${path}`]);
});

test('a path to another host is refused before anything is sent', async () => {
  const thief = await startLoopback((_request, response) => void response.end('{}'));
  const path = `//${new URL(thief.origin).host}/v2/forms`;
  expect(await http.request({ method: 'GET', path })).toMatchObject({
    ok: false,
    error: { code: 'invalid-input' },
  });
  expect([...thief.seen, ...arrived]).toEqual([]);
  await thief.close();
});
