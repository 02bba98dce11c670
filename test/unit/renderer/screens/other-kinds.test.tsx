import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ok } from '#contract/result.ts';
import { aForm, aFormRow, aNotification, aNotificationRow, loaded, NOON } from '../support/builders.ts';
import { showApp, usePage } from '../support/render.tsx';

usePage();

describe('forms', () => {
  it('show every field of the document', async () => {
    const form = aForm({
      hasUnpublishedChanges: true,
      usableBy: {
        ...aForm().usableBy,
        usableByAll: false,
        medicalCenters: ['mctr_1'],
        individuals: ['user_5'],
      },
      requestCompletionFrom: [{ patient: 'user_6', requestedBy: 'user_7', requestedAt: NOON }],
    });
    showApp({ forms: [aFormRow()] }, { 'forms.get': () => Promise.resolve(ok(loaded(form))) });
    fireEvent.click(await screen.findByRole('button', { name: /^Forms/ }));
    fireEvent.click(await screen.findByRole('option', { name: /Intake/ }));
    const shown = (await screen.findByRole('article')).textContent ?? '';
    const fields = [
      'Intake',
      'Before the first visit.',
      'Unpublished changes',
      'fver_1',
      'fver_2',
      'mctr_1',
      'user_5',
      'user_6',
      'user_7',
      'user_provider01',
      'form_1',
      'EveryoneNo',
    ];
    expect(fields.filter((field) => !shown.includes(field))).toEqual([]);
    expect(document.title).toBe('Forms – Intray');
  });
});

describe('notifications', () => {
  const notification = aNotification({
    buttons: [{ link: '/appointments?id=appt_1', title: 'Open the appointment' }],
    propsText: '{\n  "id": "appt_1"\n}',
  });

  it('show every field, the buttons as text that leads nowhere', async () => {
    const fake = showApp(
      { notifications: [aNotificationRow()] },
      { 'notifications.get': () => Promise.resolve(ok(loaded(notification))) },
    );
    fireEvent.click(await screen.findByRole('button', { name: /^Inbox/ }));
    fireEvent.click(await screen.findByRole('option', { name: /New appointment/ }));
    const article = await screen.findByRole('article');
    const fields = [
      'New appointment',
      'An appointment was booked.',
      'Unread',
      'Appointment',
      'appt_1',
      'user_provider01',
      'system',
      'notf_1',
      'Open the appointment',
      '/appointments?id=appt_1',
      '"id": "appt_1"',
    ];
    expect(fields.filter((field) => !(article.textContent ?? '').includes(field))).toEqual([]);
    expect(article.querySelector('a')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Open the appointment' })).toBeNull();
    expect(fake.desk.notifications[0]?.read).toBe(false);
  });

  it('count the unread in the rail and all of them above the list', async () => {
    showApp({ notifications: [aNotificationRow(), aNotificationRow({ id: 'notf_2', read: true })] });
    fireEvent.click(await screen.findByRole('button', { name: /Inbox\s*1\s*unread/ }));
    expect(await screen.findByText('2 notifications')).toBeDefined();
  });
});
