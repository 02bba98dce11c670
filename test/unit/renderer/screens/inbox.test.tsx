import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Bridge } from '#contract/api.ts';
import type { Notification, NotificationRow } from '#contract/notifications.ts';
import { ok } from '#contract/result.ts';
import { aNotification, aNotificationRow, aRequisitionRow, loaded } from '../support/builders.ts';
import type { FakeBridge, FakeStores } from '../support/fake-bridge.ts';
import { anAppointment } from '../support/inbox-builders.ts';
import { showApp, usePage } from '../support/render.tsx';

usePage();

async function openInbox(start: Partial<FakeStores>, own: Partial<Bridge['call']> = {}): Promise<FakeBridge> {
  const fake = showApp(start, own);
  fireEvent.click(await screen.findByRole('button', { name: /^Inbox/ }));
  return fake;
}

/** Opens the inbox and its only notification. */
async function openNotification(
  notification: Notification,
  start: Partial<FakeStores> = {},
  own: Partial<Bridge['call']> = {},
): Promise<FakeBridge> {
  const { id, title, read } = notification;
  const fake = await openInbox(
    { notifications: [aNotificationRow({ id, title, read })], ...start },
    { 'notifications.get': () => Promise.resolve(ok(loaded(notification))), ...own },
  );
  fireEvent.click(await screen.findByRole('option'));
  await screen.findByRole('article');
  return fake;
}

const shownText = (): string => screen.getByRole('article').textContent ?? '';
const toRow = (name: RegExp): Promise<HTMLElement> => screen.findByRole('option', { name });

describe('the list of the inbox', () => {
  const rows: readonly NotificationRow[] = [
    aNotificationRow({ id: 'notf_4', title: 'Moved', read: true }),
    aNotificationRow({ id: 'notf_3', title: 'Confirmed' }),
    aNotificationRow({ id: 'notf_2', title: 'Message', aboutKind: 'message', aboutId: 'mesg_1' }),
    aNotificationRow({ id: 'notf_1', title: 'Old', aboutKind: '', aboutId: '', read: true }),
  ];

  it('groups notifications about one object into one row and shows how many are unread', async () => {
    await openInbox({ notifications: rows });
    expect(await screen.findAllByRole('option')).toHaveLength(3);
    expect((await toRow(/Moved/)).textContent).toContain('2 notifications, 1 unread');
    expect(await screen.findByText('4 notifications · 2 unread')).toBeDefined();
    expect(await screen.findByRole('button', { name: /Inbox\s*2\s*unread/ })).toBeDefined();
  });

  it('marks nothing as read by listing or opening', async () => {
    const fake = await openInbox({ notifications: rows });
    fireEvent.click(await toRow(/Message/));
    await screen.findByRole('article');
    expect(fake.asked.filter(({ name }) => name === 'inbox.markRead' || name === 'writes.save')).toEqual([]);
  });

  it('marks the current row by the keys, and keeps unread what is marked so', async () => {
    const fake = await openInbox({ notifications: rows });
    fireEvent.click(await toRow(/Message/));
    fireEvent.keyDown(window, { key: 'I', shiftKey: true });
    await vi.waitFor(() => expect(fake.app.notifications[2]?.read).toBe(true));
    fireEvent.keyDown(window, { key: 'U', shiftKey: true });
    await vi.waitFor(() => expect(fake.app.notifications[2]?.read).toBe(false));
  });

  it('marks several selected rows at once and undoes it', async () => {
    const fake = await openInbox({ notifications: rows });
    fireEvent.click(await toRow(/Moved/), { ctrlKey: true });
    fireEvent.click(await toRow(/Message/), { ctrlKey: true });
    fireEvent.click(await screen.findByRole('button', { name: 'Mark as read' }));
    expect(await screen.findByText(/2 are marked as read/)).toBeDefined();
    expect(fake.app.notifications.filter(({ read }) => !read)).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: /^Undo/ }));
    expect(await screen.findByText('2 are restored.')).toBeDefined();
    expect(fake.app.notifications.filter(({ read }) => !read)).toHaveLength(2);
  });

  it('marks all that the filter finds, each choice with its exact count', async () => {
    const fake = await openInbox({ notifications: rows });
    fireEvent.click(await screen.findByRole('button', { name: 'Mark all' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Mark all 2 as read' }));
    expect(await screen.findByText(/2 are marked as read/)).toBeDefined();
    expect(fake.app.notifications.every(({ read }) => read)).toBe(true);
  });

  it('says that a UTC day excludes other date filters', async () => {
    const fake = await openInbox({ notifications: rows });
    const search = await screen.findByRole('searchbox');
    fireEvent.change(search, { target: { value: 'search_on:2026-03-12 search_from:2026-03-01' } });
    expect(await screen.findByText(/With “On the UTC day”/)).toBeDefined();
    const asked = fake.asked.findLast(({ name }) => name === 'inbox.page')?.input;
    expect(asked).toMatchObject({ terms: [{ field: 'search_on', value: '2026-03-12' }] });
  });
});

describe('a notification about an appointment', () => {
  it('shows every field of the appointment', async () => {
    const appointment = anAppointment({
      visitNote: 'note_a1b2c3d4',
      generatedFrom: 'req_gen1',
      generatedFromType: 'requisition',
      insuranceClaim: 'a claim in words',
      chargedExternally: 'yes',
      recurrenceRules: ['RRULE:FREQ=WEEKLY'],
      referencePatients: ['user_other001'],
    });
    await openNotification(aNotification({ appointment }));
    const fields = [
      'Follow-up visit',
      'Blood pressure',
      '1 Main Street',
      'Springfield, IL 62701',
      'user_provider01',
      'aptp_followup1',
      'acct_clinic01',
      'user_clerk001',
      'Video call',
      '884 101',
      'user_patient0001',
      'Confirmed',
      'Unpaid',
      'No. 7',
      'note_a1b2c3d4',
      'req_gen1',
      'a claim in words',
      'RRULE:FREQ=WEEKLY',
      'user_other001',
      'appt_1',
    ];
    expect(fields.filter((field) => !shownText().includes(field))).toEqual([]);
    expect(shownText()).toMatch(/12 Mar 2026, \d\d:00 – \d\d:00/);
  });

  it('asks the main process to open its video call, by the notification and not by an address', async () => {
    const openCall = vi.fn(() => Promise.resolve(ok({ isOpened: true })));
    await openNotification(
      aNotification({ appointment: anAppointment() }),
      {},
      { 'links.openCall': openCall },
    );
    fireEvent.click(screen.getByRole('button', { name: 'Join at meet.example.org' }));
    expect(openCall).toHaveBeenCalledExactlyOnceWith({ notification: 'notf_1' });
  });

  it.each(['http://meet.example.org/', 'javascript:alert(1)', 'https://a@meet.example.org/'])(
    'shows the video call %s as text, and why',
    async (joinUrl) => {
      await openNotification(
        aNotification({ appointment: anAppointment({ videoCall: { joinUrl, meetingId: '' } }) }),
      );
      expect(screen.queryByRole('button', { name: /^Join/ })).toBeNull();
      expect(screen.getByRole('article').querySelector('a')).toBeNull();
      expect(shownText()).toContain(joinUrl);
      expect(shownText()).toContain('It cannot be opened');
    },
  );
});

describe('a notification about another object', () => {
  const about = (props: unknown): Notification =>
    aNotification({ aboutKind: 'message', propsText: JSON.stringify(props, null, 2) });

  it('shows its props as a tree in which a requisition opens and a user has a menu', async () => {
    await openNotification(
      about({ object: 'message', order: 'req_1', sender: 'user_a1', thread: { size: 2 } }),
      {
        requisitions: [aRequisitionRow()],
      },
    );
    expect(shownText()).toContain('Thread');
    expect(screen.getByRole('button', { name: /user_\s*a1/ })).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Open the requisition req_1' }));
    expect(await screen.findByRole('heading', { name: 'Complete blood count' })).toBeDefined();
  });

  it('never renders its content as markup', async () => {
    await openNotification(
      about({ '<b>k</b>': '<img src=x onerror=alert(1)>', note: 'javascript:alert(1)' }),
    );
    const article = screen.getByRole('article');
    expect(article.querySelector('img, b, a, script')).toBeNull();
    expect(shownText()).toContain('<img src=x onerror=alert(1)>');
  });

  it.each([['null'], ['"only words"'], ['[]'], ['not JSON at all'], ['['.repeat(9_000)]])(
    'stays readable where its props are %#',
    async (propsText) => {
      await openNotification(aNotification({ aboutKind: '', propsText }));
      expect(shownText()).toContain('What it is about');
    },
  );
});

describe('the buttons of a notification', () => {
  const withButton = (link: string, title = 'Look at it'): Notification =>
    aNotification({ buttons: [{ link, title }] });

  it('open the linked record', async () => {
    await openNotification(withButton('/requisitions?requisition=req_1'), {
      requisitions: [aRequisitionRow()],
    });
    fireEvent.click(screen.getByRole('button', { name: 'Look at it' }));
    expect(await screen.findByRole('heading', { name: 'Complete blood count' })).toBeDefined();
  });

  it('say that no notification about an appointment is here', async () => {
    const fake = await openNotification(withButton('/calendar?appointment=appt_9'));
    expect(
      await screen.findByText('There is no notification about this appointment on this computer.'),
    ).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Look at it' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Copy path' })).toBeDefined();
    expect(fake.asked).toContainEqual({
      name: 'inbox.about',
      input: { object: 'appointment', id: 'appt_9' },
    });
  });

  it.each(['notf_1', null])(
    'never offer to reply to a message, the newest about it being %s',
    async (newest) => {
      await openNotification(
        withButton('/messages?message=msg_1', 'Reply'),
        {},
        { 'inbox.about': () => Promise.resolve(ok({ notification: newest })) },
      );
      await screen.findByText('Reply');
      expect(screen.queryByRole('button', { name: 'Reply' })).toBeNull();
    },
  );

  it('open the newest notification about a message if another one is open', async () => {
    const fake = await openNotification(
      withButton('/messages?message=msg_1', 'Reply'),
      { notifications: [aNotificationRow(), aNotificationRow({ id: 'notf_2', title: 'Later one' })] },
      { 'inbox.about': () => Promise.resolve(ok({ notification: 'notf_2' })) },
    );
    await screen.findByText(/Intray cannot open or answer messages\./);
    fireEvent.click(screen.getByRole('button', { name: 'Open the newest notification about it' }));
    await waitFor(() =>
      expect(fake.asked).toContainEqual({ name: 'notifications.get', input: { id: 'notf_2' } }),
    );
  });

  it('that link to an unknown path say so and offer the path', async () => {
    await openNotification(withButton('/billing?statement=stmt_1'));
    expect(screen.queryByRole('button', { name: 'Look at it' })).toBeNull();
    expect(shownText()).toContain('The link leads to a page that Intray does not have.');
    expect(screen.getByRole('button', { name: 'Copy path' })).toBeDefined();
  });

  it.each(['https://evil.example.org/x', '//evil.example.org', 'javascript:alert(1)'])(
    'with an external link, as %s, are text',
    async (link) => {
      await openNotification(withButton(link));
      expect(screen.queryByRole('button', { name: 'Look at it' })).toBeNull();
      expect(screen.getByRole('article').querySelector('a')).toBeNull();
      expect(shownText()).toContain(link);
    },
  );

  it('without a label or a link say what they are', async () => {
    const buttons = [
      { link: '', title: '' },
      { link: '/forms?form=form_1', title: ' ' },
    ];
    await openNotification(aNotification({ buttons }));
    expect(shownText()).toContain('Untitled link. The link has no target.');
    expect(screen.getByRole('button', { name: 'Open the form' })).toBeDefined();
  });
});

describe('a thread', () => {
  const rows = [
    aNotificationRow({ id: 'notf_3', title: 'Moved' }),
    aNotificationRow({ id: 'notf_2', title: 'Confirmed', read: true }),
    aNotificationRow({ id: 'notf_1', title: 'Booked' }),
  ];

  it('is shown beside the notification with all others about the same object, newest first', async () => {
    await openInbox({ notifications: rows });
    fireEvent.click(await screen.findByRole('option'));
    const thread = await screen.findByRole('region', { name: /All notifications about this/ });
    const titles = within(thread)
      .getAllByRole('listitem')
      .map(({ textContent }) => /Moved|Confirmed|Booked/.exec(textContent ?? '')?.[0]);
    expect(titles).toEqual(['Moved', 'Confirmed', 'Booked']);
  });

  it('is marked as read as a whole', async () => {
    const fake = await openInbox({ notifications: rows });
    fireEvent.click(await screen.findByRole('option'));
    fireEvent.click(await screen.findByRole('button', { name: 'Mark all 2 as read' }));
    await vi.waitFor(() => expect(fake.app.notifications.every(({ read }) => read)).toBe(true));
  });
});
