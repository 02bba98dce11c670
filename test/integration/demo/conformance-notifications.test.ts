import { describe, expect, it } from 'vitest';
import { openClinic } from './open-clinic.ts';

describe('GET /v2/notifications/:id, section 4.3', () => {
  it('returns the notification', async () => {
    const clinic = await openClinic();
    for (const notification of clinic.serviceRecords('notification')) {
      expect((await clinic.get(`/v2/notifications/${notification.id}`)).json).toEqual(notification);
    }
  });

  it('answers 404 for a missing one', async () => {
    const clinic = await openClinic();
    expect((await clinic.get('/v2/notifications/notf_unknown')).status).toBe(404);
    expect((await clinic.post('/v2/notifications/notf_unknown', { read: true })).status).toBe(404);
  });
});

describe('POST /v2/notifications/:id, sections 3 and 4.3', () => {
  it.each([true, false])('sets read to %s and changes nothing else', async (read) => {
    const clinic = await openClinic();
    const notification = clinic.first('notification');
    const { status, json } = await clinic.post(`/v2/notifications/${notification.id}`, { read });
    expect(status).toBe(200);
    expect(json).toEqual({ ...notification, read });
  });

  it('leaves read as it is when it is not supplied', async () => {
    const clinic = await openClinic();
    const notification = clinic.first('notification');
    await clinic.post(`/v2/notifications/${notification.id}`, { read: true });
    const { json } = await clinic.post(`/v2/notifications/${notification.id}`, {});
    expect(json.read).toBe(true);
  });

  it('does not move the notification in the list', async () => {
    const clinic = await openClinic();
    const before = (await clinic.list('/v2/notifications')).map(({ id }) => id);
    await clinic.post(`/v2/notifications/${before[20]}`, { read: true });
    expect((await clinic.list('/v2/notifications')).map(({ id }) => id)).toEqual(before);
  });

  it.each([
    ['read', 'true'],
    ['read', null],
    ['title', 'Other'],
  ])('refuses %s = %j with 400 and changes nothing', async (name, value) => {
    const clinic = await openClinic();
    const notification = clinic.first('notification');
    expect((await clinic.post(`/v2/notifications/${notification.id}`, { [name]: value })).status).toBe(400);
    expect(clinic.first('notification')).toEqual(notification);
  });
});
