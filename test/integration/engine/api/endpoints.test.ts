import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Result } from '#contract/result.ts';
import { systemClock } from '#main/base/clock.ts';
import * as forms from '#main/engine/api/forms.ts';
import { createHttpClient, type HttpResponse, type HttpClient } from '#main/engine/api/http.ts';
import * as notifications from '#main/engine/api/notifications.ts';
import * as requisitions from '#main/engine/api/requisitions.ts';
import {
  checkDeleteEnvelope,
  parseListEnvelope,
  parseResourceBody,
} from '#main/engine/api/parse/envelope.ts';
import { parseForm } from '#main/engine/api/parse/form.ts';
import { parseNotification } from '#main/engine/api/parse/notification.ts';
import { parseRequisition } from '#main/engine/api/parse/requisition.ts';
import type { ParsedResource } from '#main/engine/api/parse/resource.ts';
import { startDemoServer, type DemoServer } from '#main/demo/server.ts';

let clinic: DemoServer;
let http: HttpClient;

beforeAll(async () => {
  clinic = await startDemoServer({ seed: 5, requisitions: 40, forms: 6, notifications: 30, patients: 8 });
  const { baseUrl, accessToken, jwt } = clinic;
  http = createHttpClient({ baseUrl, tokens: { accessToken, jwt }, clock: systemClock });
});
afterAll(async () => {
  await http.close();
  await clinic.close();
});

function toBytes(answer: Result<HttpResponse>): Uint8Array {
  if (!answer.ok) throw new Error(`${answer.error.code}: ${answer.error.serverWords ?? answer.error.detail}`);
  return answer.value.bytes;
}

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
}

/** The record of a response, which must parse without a flag. */
function flawless<T extends { readonly flags: readonly unknown[] }>(
  answer: Result<HttpResponse>,
  read: (value: unknown) => ParsedResource<T>,
): T {
  const reading = read(valueOf(parseResourceBody(toBytes(answer))).value);
  if (!reading.ok) throw new Error(reading.reason);
  expect(reading.record.flags).toEqual([]);
  return reading.record;
}

function firstId(answer: Result<HttpResponse>): string {
  const [first] = valueOf(parseListEnvelope(toBytes(answer)));
  const reading = [parseForm, parseRequisition, parseNotification]
    .map((read) => read(first?.value))
    .find(({ ok }) => ok);
  if (reading?.ok !== true) throw new Error('the list is empty');
  return reading.record.id;
}

describe('each endpoint of the service, as the client requests and parses it', () => {
  test('forms: create, get, update, publish, list, delete', async () => {
    const created = flawless(await forms.createForm(http, { name: 'Intake', description: 'é' }), parseForm);
    expect(created).toMatchObject({
      name: 'Intake',
      publishedVersion: '',
      latestVersion: '',
      hasUnpublishedChanges: false,
    });
    expect(created.usableBy.usableByAll).toBe(true);
    const changed = flawless(await forms.updateForm(http, created.id, { description: 'Changed' }), parseForm);
    expect(changed).toMatchObject({ name: 'Intake', description: 'Changed' });
    const published = flawless(await forms.publishForm(http, created.id), parseForm);
    expect(published.publishedVersion).toMatch(/^fver_/);
    expect(flawless(await forms.getForm(http, created.id), parseForm)).toEqual(published);
    expect(valueOf(parseListEnvelope(toBytes(await forms.listForms(http, { limit: 3 }))))).toHaveLength(3);
    const deleted = checkDeleteEnvelope(
      toBytes(await forms.deleteForm(http, created.id)),
      'form',
      created.id,
    );
    expect(deleted.ok).toBe(true);
    expect(await forms.getForm(http, created.id)).toMatchObject({ error: { code: 'not-found' } });
  });

  test('requisitions: create, get, update, list with every filter, link to the PDF', async () => {
    const order = {
      patient: 'user_newcomer',
      type: 'imaging',
      ordering_provider: 'user_doctor',
      name: 'Chest X-ray',
    } as const;
    const created = flawless(await requisitions.createRequisition(http, order), parseRequisition);
    expect(created).toMatchObject({
      status: 'draft',
      type: 'imaging',
      requisitionResult: null,
      comments: [],
      reviews: [],
    });
    const changed = flawless(
      await requisitions.updateRequisition(http, created.id, { share_with_patient: true }),
      parseRequisition,
    );
    expect(changed).toMatchObject({ name: 'Chest X-ray', shareWithPatient: true });
    expect(flawless(await requisitions.getRequisition(http, created.id), parseRequisition)).toEqual(changed);
    const query = {
      patient: 'user_newcomer',
      type: 'imaging',
      search: 'x-RAY',
      share_with_patient: true,
      limit: 10,
      offset: 0,
    } as const;
    expect(firstId(await requisitions.listRequisitions(http, query))).toBe(created.id);
    const link = valueOf(
      parseResourceBody(toBytes(await requisitions.getRequisitionPdfLink(http, created.id))),
    ).value;
    expect(link).toMatchObject({
      id: created.id,
      object: 'requisition',
      url: expect.stringContaining(clinic.pdfOrigin),
    });
  });

  test('notifications: list with every filter, get, set read', async () => {
    const id = firstId(await notifications.listNotifications(http, { limit: 1 }));
    const one = flawless(await notifications.getNotification(http, id), parseNotification);
    const read = flawless(await notifications.setNotificationRead(http, id, !one.read), parseNotification);
    expect(read).toEqual({ ...one, read: !one.read });
    const day = new Date(one.createdAt ?? 0).toISOString();
    const onDay = await notifications.listNotifications(http, { user: one.user, search_on: day });
    expect(valueOf(parseListEnvelope(toBytes(onDay))).length).toBeGreaterThan(0);
    const before = await notifications.listNotifications(http, {
      search_from: '1990-01-01T00:00:00.000Z',
      search_until: '1990-01-02T00:00:00.000Z',
    });
    expect(valueOf(parseListEnvelope(toBytes(before)))).toEqual([]);
  });

  test('a rejection carries the service’s message', async () => {
    const answer = await http.request({ method: 'POST', path: '/v2/requisitions', body: {} });
    expect(answer).toMatchObject({ error: { code: 'rejected', serverWords: expect.stringMatching(/\w/) } });
  });
});
