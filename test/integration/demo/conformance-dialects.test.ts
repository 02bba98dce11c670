import { beforeEach, describe, expect, it } from 'vitest';
import { MINUTE, SECOND } from '#main/base/durations.ts';
import { NAMED_DIALECTS } from '#main/demo/dialect/dialect.ts';
import { type Json, openClinic, type OpenClinic } from './open-clinic.ts';

/** As many neighbouring seeds as the longest list of values needs, so that each value is used. */
const SEEDS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11'];
const PATH = {
  form: '/v2/forms',
  requisition: '/v2/requisitions',
  notification: '/v2/notifications',
} as const;
const KINDS = ['form', 'requisition', 'notification'] as const;
const NO_CONTENT = 204;
/** Time in which reads of each dialect show a change, and the request limit lets further requests pass. */
const SHOWN_AFTER = 30 * SECOND;
const NEW = { patient: 'user_1', type: 'lab', ordering_provider: 'user_2' };
const at = (kind: keyof typeof PATH, id: string): string => `${PATH[kind]}/${encodeURIComponent(id)}`;

describe.each([...NAMED_DIALECTS, ...SEEDS])(
  'in the dialect %s, what the document says holds:',
  (dialect) => {
    let clinic: OpenClinic;
    beforeEach(async () => {
      clinic = await openClinic({ dialect });
    });
    const read = async (kind: keyof typeof PATH, id: string): Promise<Json> => {
      clinic.clock.advance(SHOWN_AFTER);
      const reply = await clinic.get(at(kind, id));
      expect(reply.status).toBe(200);
      return reply.json;
    };
    const create = async (kind: 'form' | 'requisition', body: object): Promise<Json> => {
      const reply = await clinic.post(PATH[kind], body);
      expect([200, 201, 202]).toContain(reply.status);
      expect(reply.json).toMatchObject({ id: expect.stringMatching(/^(form|req)_./), object: kind });
      return read(kind, reply.json.id);
    };

    it('a new form has no versions and no requests, and everyone may use it (4.1)', async () => {
      expect(await create('form', { name: 'Intake' })).toMatchObject({
        name: 'Intake',
        published_version: '',
        latest_version: '',
        has_unpublished_changes: false,
        request_completion_from: [],
        usable_by: { usable_by_all: true },
      });
    });

    it('a new requisition is a draft without result, comments and reviews (2.3, 3)', async () => {
      const made = await create('requisition', { ...NEW, name: 'Lipids', share_with_patient: true });
      expect(made).toMatchObject({
        ...NEW,
        name: 'Lipids',
        share_with_patient: true,
        requisition_result: null,
        comments: [],
        reviews: [],
        status_history: [{ status: 'draft' }],
      });
    });

    it('an empty text that was given stays an empty text (2.1)', async () => {
      const made = await create('requisition', { ...NEW, name: 'Lipids', order_details: 'Fasting' });
      await clinic.post(at('requisition', made.id), { order_details: '' });
      expect((await read('requisition', made.id))['order_details']).toBe('');
    });

    it('an update leaves what it does not supply (4.1, 4.2)', async () => {
      const { id } = clinic.first('requisition');
      const before = await read('requisition', id);
      const { status } = await clinic.post(at('requisition', id), { name: 'Changed' });
      expect([200, 202, NO_CONTENT]).toContain(status);
      const after = await read('requisition', id);
      expect(after).toEqual({ ...before, name: 'Changed', last_updated_at: after['last_updated_at'] });
      expect((await clinic.post(at('requisition', id), { patient: 'user_9' })).status).toBeGreaterThanOrEqual(
        400,
      );
    });

    it('publishing makes the latest version the published one (3)', async () => {
      const form = clinic.serviceRecords('form').find((each) => each['latest_version'] !== '') as Json; // most have one
      await clinic.post(`${at('form', form.id)}/publish`, {});
      const after = await read('form', form.id);
      expect(after['published_version']).toBe(form['latest_version']);
      expect(after['latest_version']).not.toBe(form['latest_version']);
    });

    it('a patient who completed a form is no longer asked, and can be asked again (2.2)', async () => {
      const { id } = await create('form', { name: 'Intake' });
      const patients = async () =>
        ((await read('form', id))['request_completion_from'] as Json[]).map((request) => request['patient']);
      await clinic.post(at('form', id), {
        request_completion_from: [{ patient: 'user_1' }, { patient: 'user_2' }],
      });
      clinic.sandbox.completeForm(id, 'user_1');
      expect(await patients()).toEqual(['user_2']);
      await clinic.post(at('form', id), {
        request_completion_from: [{ patient: 'user_2' }, { patient: 'user_1' }],
      });
      expect(await patients()).toEqual(['user_2', 'user_1']);
    });

    it('a deleted form is answered by the delete envelope and no longer exists (2.1, 4.1)', async () => {
      const { id } = clinic.first('form');
      const { status, text } = await clinic.remove(at('form', id));
      const envelope = status === NO_CONTENT ? '' : JSON.stringify({ id, object: 'form', delete: true });
      expect(text).toBe(envelope);
      clinic.clock.advance(SHOWN_AFTER);
      expect([404, 410]).toContain((await clinic.get(at('form', id))).status);
    });

    it('a notification is read or not as supplied (4.3)', async () => {
      const { id } = clinic.first('notification');
      for (const isRead of [true, false]) {
        await clinic.post(at('notification', id), { read: isRead });
        expect((await read('notification', id))['read']).toBe(isRead);
      }
    });

    it('lists hold at most `limit` resources, skip `offset`, and filter by type and sharing (4.2, 8)', async () => {
      for (const kind of KINDS) {
        expect((await clinic.list(`${PATH[kind]}?limit=4`)).length).toBe(4);
        const { status, json } = await clinic.get(`${PATH[kind]}?limit=4&offset=100000`);
        expect([200, 400, 404, 422]).toContain(status);
        expect(json['data']).toEqual(status === 200 ? [] : undefined);
      }
      for (const found of await clinic.list('/v2/requisitions?type=lab&share_with_patient=true&limit=9')) {
        expect(found).toMatchObject({ type: 'lab', share_with_patient: true });
      }
    });

    it('every resource has its creation time with a zone, and is in a list as a GET shows it (2.1)', async () => {
      for (const kind of KINDS) {
        for (const listed of await clinic.list(`${PATH[kind]}?limit=5`)) {
          expect(listed).toEqual(await read(kind, listed.id));
          expect(String(listed['created_at'])).toMatch(
            /^(\d{13}|\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d\.\d{3,6}(Z|[+-]\d\d(:\d\d)?))$/,
          );
        }
      }
    });

    it('a link to a PDF is valid for at most 30 minutes, and a request without tokens is refused (5, 8)', async () => {
      const { id } = clinic.first('requisition');
      const { json } = await clinic.get(`${at('requisition', id)}/pdf`);
      expect(json).toMatchObject({ id, object: 'requisition', url: expect.stringContaining('http') });
      const expiresAt = new Date(json['expires_at'] as string | number).getTime();
      expect(expiresAt - clinic.clock.now()).toBeLessThanOrEqual(30 * MINUTE);
      expect((await fetch(String(json['url']))).status).toBe(200);
      expect((await fetch(`${clinic.sandbox.baseUrl}${at('requisition', id)}`)).status).toBe(401);
    });
  },
);
