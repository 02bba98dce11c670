import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { formatServiceTime, NOON, sentOrder, visitNotification } from '../../../../support/builders.ts';
import type { PageStart, TestPage } from '../../../../support/page/page.ts';
import { usePage } from '../../../../support/page/render.tsx';
import { waitUntilPasses } from '../../../../support/wait.ts';
import { aboutMessage, openInbox, toRow, unread } from './inbox-page.ts';

usePage();

/** Opens the inbox and its only notification. */
async function openNotification(notification: object, start: PageStart = {}): Promise<TestPage> {
  const page = openInbox({ notifications: [notification], ...start });
  fireEvent.click(await screen.findByRole('option'));
  await screen.findByRole('article');
  return page;
}

const shownText = (): string => screen.getByRole('article').textContent ?? '';

describe('a notification about a requisition', () => {
  const about = { props: { object: 'requisition', id: 'req_1' } };
  const order = (change: object = {}) => sentOrder({ patient: 'user_anna0001', ...change });
  const names = { user_anna0001: 'Anna Miller' };

  it('shows its patient first, by the local name and the end of the id, in the row and in its accessible name', async () => {
    openInbox({
      notifications: [visitNotification({ title: 'Result', ...about })],
      requisitions: [order()],
      names,
    });
    const row = await toRow(/Anna Miller.*a0001.*Result/);
    const text = row.textContent ?? '';
    expect(text.indexOf('Anna Miller')).toBeLessThan(text.indexOf('Result'));
  });

  it('shows beside its patient how many notifications its row has', async () => {
    const notifications = ['notf_1', 'notf_2'].map((id) =>
      visitNotification({ id, title: 'Result', ...about }),
    );
    openInbox({ notifications, requisitions: [order()], names });
    expect((await toRow(/Anna Miller/)).textContent).toContain('2 notifications, 2 unread');
  });

  it('shows its patient below the title of the open one, and among the details', async () => {
    await openNotification(visitNotification({ title: 'Result', ...about }), {
      requisitions: [order()],
      names,
    });
    const header = screen.getByRole('heading', { name: 'Result' }).closest('header');
    expect(header?.textContent).toMatch(/Patient Anna Miller.*a0001/);
    expect(screen.getByText('Patient', { selector: 'dt' }).nextElementSibling?.textContent).toMatch(
      /Anna Miller/,
    );
  });

  it('shows the end of the id of a patient without a name, whatever name a document prints', async () => {
    const text = 'A result arrived for Berta Kohl.';
    openInbox({
      notifications: [visitNotification({ title: 'Result', text, ...about })],
      requisitions: [order()],
    });
    const row = await toRow(/a0001.*Result/);
    expect(row.textContent?.indexOf('Berta Kohl')).toBe(row.textContent?.lastIndexOf('Berta Kohl'));
    expect(row.textContent?.indexOf('Berta Kohl')).toBeGreaterThan(row.textContent?.indexOf('Result') ?? 0);
  });

  it('shows no patient where its requisition is not on this computer, and shows one as soon as it arrives', async () => {
    const page = await openNotification(visitNotification({ title: 'Result', ...about }), { names });
    expect(screen.queryByText('Anna Miller')).toBeNull();
    await page.engine.sync('requisition', [order()]);
    expect(await toRow(/Anna Miller/)).toBeDefined();
    await waitFor(() => expect(screen.getByRole('article').textContent).toMatch(/Patient Anna Miller/));
  });

  it('is found by the name of its patient', async () => {
    const notifications = [
      visitNotification({ id: 'notf_1', title: 'Result', ...about }),
      visitNotification({ id: 'notf_2', title: 'Message', ...aboutMessage() }),
    ];
    openInbox({ notifications, requisitions: [order()], names });
    await toRow(/Message/);
    fireEvent.change(await screen.findByRole('searchbox'), { target: { value: 'anna mill' } });
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
    expect(screen.getByRole('option').textContent).toContain('Result');
  });
});

const CONFIRMED = {
  parent: 'appt_1',
  parent_type: 'appointment',
  status: 'confirmed',
  changed_at: formatServiceTime(NOON - 3_600_000),
  changed_by: 'user_clerk001',
};

describe('a notification about an appointment', () => {
  it('shows every field of the appointment', async () => {
    const visit = {
      account: 'acct_clinic01',
      appointment_type: 'aptp_followup1',
      end_time: formatServiceTime(NOON + 3_600_000),
      interaction_type: 'video_call',
      video_call: { join_url: 'https://meet.example.org/j/1', meeting_id: '884 101' },
      visit_note: 'note_a1b2c3d4',
      generated_from: 'req_gen1',
      generated_from_type: 'requisition',
      insurance_claim: 'a claim in words',
      charged_externally: 'yes',
      recurrence_rules: ['RRULE:FREQ=WEEKLY'],
      reference_patients: ['user_other001'],
      status_history: [{ ...CONFIRMED, id: 7 }],
    };
    await openNotification(visitNotification({}, visit));
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
    const video_call = { join_url: 'https://meet.example.org/j/1', meeting_id: '884 101' };
    const page = await openNotification(visitNotification({}, { video_call }));
    fireEvent.click(screen.getByRole('button', { name: 'Join at meet.example.org' }));
    expect(page.inputs('links.openVideoCall')).toEqual([{ notification: 'notf_1' }]);
  });

  it.each(['http://meet.example.org/', 'javascript:alert(1)', 'https://a@meet.example.org/'])(
    'shows the video call %s as text, and why',
    async (joinUrl) => {
      const video_call = { join_url: joinUrl, meeting_id: '' };
      await openNotification(visitNotification({}, { video_call }));
      expect(screen.queryByRole('button', { name: /^Join/ })).toBeNull();
      expect(screen.getByRole('article').querySelector('a')).toBeNull();
      expect(shownText()).toContain(joinUrl);
      expect(shownText()).toContain('It cannot be opened');
    },
  );
});

describe('a notification about another object', () => {
  const about = (props: object) => visitNotification({ props: { object: 'message', ...props } });

  it('shows its props as a tree in which a requisition opens and a user has a menu', async () => {
    await openNotification(about({ order: 'req_1', sender: 'user_a1', thread: { size: 2 } }), {
      requisitions: [sentOrder()],
    });
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

  it.each([[null], ['only words'], [[]], [{ note: 'x'.repeat(70_000) }]])(
    'stays readable where its props are unusual: case %#',
    async (props) => {
      await openNotification(visitNotification({ props }));
      expect(shownText()).toContain('What it is about');
    },
  );
});

describe('the buttons of a notification', () => {
  const withButton = (link: string, title = 'Look at it') =>
    visitNotification({ buttons: [{ link, title }] });

  it('open the linked record', async () => {
    await openNotification(withButton('/requisitions?requisition=req_1'), {
      requisitions: [sentOrder()],
    });
    fireEvent.click(screen.getByRole('button', { name: 'Look at it' }));
    expect(await screen.findByRole('heading', { name: 'Complete blood count' })).toBeDefined();
  });

  it('say that no notification about an appointment is here', async () => {
    const page = await openNotification(withButton('/calendar?appointment=appt_9'));
    expect(
      await screen.findByText('There is no notification about this appointment on this computer.'),
    ).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Look at it' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Copy path' })).toBeDefined();
    expect(page.inputs('inbox.about')).toContainEqual({ object: 'appointment', id: 'appt_9' });
  });

  it.each([
    ['this notification', aboutMessage('msg_1')],
    ['none', {}],
  ])('never offer to reply to a message, the newest about it being %s', async (_newest, about) => {
    await openNotification({ ...withButton('/messages?message=msg_1', 'Reply'), ...about });
    await screen.findByText('Reply');
    expect(screen.queryByRole('button', { name: 'Reply' })).toBeNull();
  });

  it('open the newest notification about a message if another one is open', async () => {
    const later = {
      id: 'notf_2',
      title: 'Later one',
      created_at: formatServiceTime(NOON + 1000),
      ...aboutMessage('msg_1'),
    };
    const first = withButton('/messages?message=msg_1', 'Reply');
    const page = openInbox({ notifications: [first, visitNotification(later)] });
    fireEvent.click(await toRow(/New appointment/));
    await screen.findByRole('article');
    await screen.findByText(/Intray cannot open or answer messages\./);
    fireEvent.click(screen.getByRole('button', { name: 'Open the newest notification about it' }));
    await waitFor(() => expect(page.inputs('notifications.get')).toContainEqual({ id: 'notf_2' }));
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
    await openNotification(visitNotification({ buttons }));
    expect(shownText()).toContain('Untitled link. The link has no target.');
    expect(screen.getByRole('button', { name: 'Open the form' })).toBeDefined();
  });
});

describe('a thread', () => {
  const at = (minutes: number) => ({ created_at: formatServiceTime(NOON + minutes * 60_000) });
  const notifications = [
    visitNotification({ id: 'notf_3', title: 'Moved', ...at(3) }),
    visitNotification({ id: 'notf_2', title: 'Confirmed', read: true, ...at(2) }),
    visitNotification({ id: 'notf_1', title: 'Booked', ...at(1) }),
  ];

  it('is shown beside the notification with all others about the same object, newest first', async () => {
    openInbox({ notifications });
    fireEvent.click(await screen.findByRole('option'));
    const thread = await screen.findByRole('region', { name: /All notifications about this/ });
    const titles = within(thread)
      .getAllByRole('listitem')
      .map(({ textContent }) => /Moved|Confirmed|Booked/.exec(textContent ?? '')?.[0]);
    expect(titles).toEqual(['Moved', 'Confirmed', 'Booked']);
  });

  it('is marked as read as a whole', async () => {
    const page = openInbox({ notifications });
    fireEvent.click(await screen.findByRole('option'));
    fireEvent.click(await screen.findByRole('button', { name: 'Mark all 2 as read' }));
    await waitUntilPasses(async () => expect(await unread(page)).toBe(0));
  });
});
