import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { formatServiceTime, NOON, visitNotification } from '../../../../support/builders.ts';
import { clearPart, press, seeCount, typeDay } from '../../../../support/page/actions.ts';
import type { TestPage } from '../../../../support/page/page.ts';
import { usePage } from '../../../../support/page/render.tsx';
import { OWN_ACCOUNT } from '../../../../support/values.ts';
import { waitUntilPasses } from '../../../../support/wait.ts';
import { aboutMessage, openInbox, toRow, unread } from './inbox-page.ts';

usePage();

const isRead = async (page: TestPage, id: string) =>
  (await page.ask('notifications.get', { id })).record.read;

describe('the list of the inbox', () => {
  const at = (minutes: number) => ({ created_at: formatServiceTime(NOON + minutes * 60_000) });
  const notifications = [
    visitNotification({ id: 'notf_4', title: 'Moved', read: true, ...at(4) }),
    visitNotification({ id: 'notf_3', title: 'Confirmed', ...at(3) }),
    visitNotification({ id: 'notf_2', title: 'Message', ...aboutMessage(), ...at(2) }),
    visitNotification({ id: 'notf_1', title: 'Old', props: {}, read: true, ...at(1) }),
  ];

  it('groups notifications about one object into one row and shows how many are unread', async () => {
    openInbox({ notifications });
    expect(await screen.findAllByRole('option')).toHaveLength(3);
    expect((await toRow(/Moved/)).textContent).toContain('2 notifications, 1 unread');
    await seeCount('4 notifications · 2 unread');
    expect(await screen.findByRole('button', { name: /Inbox\s*2\s*unread/ })).toBeDefined();
  });

  it('is not filtered by a UTC day that is retyped in part: what is searched stays, and the field says why', async () => {
    openInbox({ notifications });
    const show = () => press('Show', screen.getByRole('dialog'));
    const search = await screen.findByRole('searchbox');
    await press('Dates in UTC');
    await typeDay('On one UTC day', '2026-03-12');
    await show();
    await waitFor(() => expect(search).toHaveProperty('value', 'search_on:2026-03-12'));
    await press('Dates in UTC');
    await screen.findByRole('group', { name: 'On one UTC day' });
    clearPart('On one UTC day', 'month');
    await show();
    expect(await screen.findByText('Enter a complete date that exists.')).toBeDefined();
    expect(search).toHaveProperty('value', 'search_on:2026-03-12');
    await typeDay('On one UTC day', '2026-04-12');
    await show();
    await waitFor(() => expect(search).toHaveProperty('value', 'search_on:2026-04-12'));
  });

  it('marks nothing as read by listing or opening', async () => {
    const page = openInbox({ notifications });
    fireEvent.click(await toRow(/Message/));
    await screen.findByRole('article');
    expect([...page.inputs('inbox.markRead'), ...page.inputs('outbox.save')]).toEqual([]);
  });

  it('marks the current row by the keys, and keeps unread what is marked so', async () => {
    const page = openInbox({ notifications });
    fireEvent.click(await toRow(/Message/));
    fireEvent.keyDown(window, { key: 'I', shiftKey: true });
    await waitUntilPasses(async () => expect(await isRead(page, 'notf_2')).toBe(true));
    fireEvent.click(await toRow(/Message/));
    fireEvent.keyDown(window, { key: 'U', shiftKey: true });
    await waitUntilPasses(async () => expect(await isRead(page, 'notf_2')).toBe(false));
  });

  it('goes to the next unread row after marking, and back by one undo', async () => {
    const many = [6, 5, 4, 3, 2, 1].map((n) =>
      visitNotification({
        id: `notf_${n}`,
        title: `Title ${n}`,
        read: n === 5 || n === 3,
        ...aboutMessage(`mesg_${n}`),
        ...at(n),
      }),
    );
    const page = openInbox({ notifications: many });
    const mark = () => fireEvent.keyDown(window, { key: 'I', shiftKey: true });
    fireEvent.click(await toRow(/Title 6/));
    for (const title of ['Title 4', 'Title 2', 'Title 1']) {
      mark();
      await screen.findByRole('heading', { name: title });
    }
    // Pressed in haste: the list still shows the earlier rows as unread.
    await waitUntilPasses(async () => expect(await unread(page)).toBe(1));
    mark();
    await waitUntilPasses(async () => expect(await unread(page)).toBe(0));
    expect(screen.getByRole('heading', { name: 'Title 1' })).toBeDefined();
    fireEvent.keyDown(window, { key: 'Z', ctrlKey: true });
    await waitUntilPasses(async () => expect(await unread(page)).toBe(1));
    expect(await isRead(page, 'notf_1')).toBe(false);
  });

  it('takes back the last mark first, whether it was made by a key or by the button of the record', async () => {
    const page = openInbox({
      notifications: ['A', 'B', 'C'].map((letter, index) =>
        visitNotification({
          id: `notf_${letter}`,
          title: `Title ${letter}`,
          ...aboutMessage(`mesg_${letter}`),
          ...at(9 - index),
        }),
      ),
    });
    fireEvent.click(await toRow(/Title A/));
    await screen.findByRole('heading', { name: 'Title A' });
    fireEvent.keyDown(window, { key: 'I', shiftKey: true });
    await screen.findByRole('heading', { name: 'Title B' });
    fireEvent.click(await screen.findByRole('button', { name: /^Mark as read/ }));
    await waitUntilPasses(async () => expect(await unread(page)).toBe(1));
    fireEvent.keyDown(window, { key: 'Z', ctrlKey: true });
    await waitUntilPasses(async () => expect(await isRead(page, 'notf_B')).toBe(false));
    expect(await isRead(page, 'notf_A')).toBe(true);
    expect(screen.getByRole('heading', { name: 'Title B' })).toBeDefined();
    fireEvent.keyDown(window, { key: 'Z', ctrlKey: true });
    await waitUntilPasses(async () => expect(await unread(page)).toBe(3));
    await screen.findByRole('heading', { name: 'Title A' });
  });

  it('takes back the marks of a thread, not an earlier one of a single row', async () => {
    const thread = [1, 2].map((n) =>
      visitNotification({ id: `notf_t${n}`, title: 'Thread', ...aboutMessage('mesg_t'), ...at(n) }),
    );
    const first = visitNotification({
      id: 'notf_first',
      title: 'First',
      ...aboutMessage('mesg_f'),
      ...at(9),
    });
    const page = openInbox({ notifications: [first, ...thread] });
    fireEvent.click(await toRow(/First/));
    await screen.findByRole('heading', { name: 'First' });
    fireEvent.keyDown(window, { key: 'I', shiftKey: true });
    fireEvent.click(await screen.findByRole('button', { name: 'Mark all 2 as read' }));
    await waitUntilPasses(async () => expect(await unread(page)).toBe(0));
    await screen.findByText(/2 are marked as read/);
    fireEvent.keyDown(window, { key: 'Z', ctrlKey: true });
    await waitUntilPasses(async () => expect(await unread(page)).toBe(2));
    expect(await isRead(page, 'notf_first')).toBe(true);
  });

  it('marks several selected rows at once and undoes it', async () => {
    const page = openInbox({ notifications });
    fireEvent.click(await toRow(/Moved/), { ctrlKey: true });
    fireEvent.click(await toRow(/Message/), { ctrlKey: true });
    fireEvent.click(await screen.findByRole('button', { name: 'Mark as read' }));
    expect(await screen.findByText(/2 are marked as read/)).toBeDefined();
    expect(await unread(page)).toBe(0);
    fireEvent.click(screen.getByRole('button', { name: /^Undo/ }));
    expect(await screen.findByText('2 are restored.')).toBeDefined();
    expect(await unread(page)).toBe(2);
  });

  it('marks all that the filter finds, each choice with its exact count', async () => {
    const page = openInbox({ notifications });
    fireEvent.click(await screen.findByRole('button', { name: 'Mark all' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Mark all 2 as read' }));
    expect(await screen.findByText(/2 are marked as read/)).toBeDefined();
    expect(await unread(page)).toBe(0);
  });

  it('counts what is for other users apart, and leaves it out of marking and selecting all', async () => {
    const others = [5, 6].map((n) =>
      visitNotification({
        id: `notf_${n}`,
        user: 'user_other0001',
        title: `Other ${n}`,
        ...aboutMessage(`m_${n}`),
      }),
    );
    const page = openInbox({ notifications: [...notifications, ...others] });
    await seeCount('6 notifications · 2 unread · 2 for others');
    expect(await screen.findByRole('button', { name: /Inbox\s*2\s*unread/ })).toBeDefined();
    fireEvent.click(await screen.findByRole('button', { name: 'Mark all' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Mark all 2 as read' }));
    expect(await screen.findByText(/2 are marked as read/)).toBeDefined();
    expect(await isRead(page, 'notf_5')).toBe(false);
    fireEvent.keyDown(window, { key: 'A', ctrlKey: true });
    expect(await screen.findByText('3 selected')).toBeDefined();
    fireEvent.change(await screen.findByRole('searchbox'), { target: { value: 'mine:no' } });
    await seeCount('2 notifications · 2 unread');
    fireEvent.click(await screen.findByRole('button', { name: 'Mark found' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Mark all 2 that were found as read' }));
    await waitUntilPasses(async () => expect(await isRead(page, 'notf_5')).toBe(true));
  });

  it('goes to the next unread row of the user after marking, past one for another user', async () => {
    const rows = ['user_me', 'user_other0001', 'user_me'].map((user, n) =>
      visitNotification({
        id: `notf_${n}`,
        user,
        title: `Row ${n}`,
        ...aboutMessage(`m_${n}`),
        ...at(9 - n),
      }),
    );
    const page = openInbox({ notifications: rows, accounts: OWN_ACCOUNT });
    fireEvent.click(await toRow(/Row 0/));
    await screen.findByRole('heading', { name: 'Row 0' });
    fireEvent.keyDown(window, { key: 'I', shiftKey: true });
    expect(await screen.findByRole('heading', { name: 'Row 2' })).toBeDefined();
    expect(await isRead(page, 'notf_1')).toBe(false);
  });

  it('goes to the next unread row for another user where the filter asks for those', async () => {
    const rows = [0, 1, 2].map((n) =>
      visitNotification({
        id: `notf_${n}`,
        user: 'user_other',
        title: `Row ${n}`,
        ...aboutMessage(`m_${n}`),
        ...at(9 - n),
      }),
    );
    openInbox({ notifications: rows, accounts: OWN_ACCOUNT });
    fireEvent.change(await screen.findByRole('searchbox'), { target: { value: 'mine:no' } });
    await seeCount('3 notifications · 3 unread');
    fireEvent.click(await toRow(/Row 0/));
    await screen.findByRole('heading', { name: 'Row 0' });
    fireEvent.keyDown(window, { key: 'I', shiftKey: true });
    expect(await screen.findByRole('heading', { name: 'Row 1' })).toBeDefined();
  });

  it('says why nothing can be marked where all that is found is for other users', async () => {
    const other = visitNotification({ id: 'notf_5', user: 'user_other0001', title: 'Theirs', ...at(9) });
    openInbox({ notifications: [...notifications, other] });
    fireEvent.change(await screen.findByRole('searchbox'), { target: { value: 'Theirs' } });
    await seeCount('1 notification · 0 unread · 1 for others');
    const menu = screen.getByRole('button', { name: 'Mark found' });
    expect(menu.getAttribute('aria-disabled')).toBe('true');
    const reason = document.getElementById(menu.getAttribute('aria-describedby') ?? '');
    expect(reason?.textContent).toContain('All of these are for other users.');
  });

  it('offers no count of an earlier search for marking all of the present one', async () => {
    let isHeld = false;
    openInbox(
      { notifications },
      { 'inbox.counts': (input, real) => (isHeld ? new Promise(() => {}) : real(input)) },
    );
    const search = await screen.findByRole('searchbox');
    fireEvent.change(search, { target: { value: 'Confirmed' } });
    await seeCount('1 notification · 1 unread');
    isHeld = true;
    fireEvent.change(search, { target: { value: '' } });
    const menu = await screen.findByRole('button', { name: 'Mark all' });
    expect(menu.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(menu);
    expect(screen.queryByRole('menuitem')).toBeNull();
  });

  it('says that a UTC day excludes other date filters', async () => {
    const page = openInbox({ notifications });
    const search = await screen.findByRole('searchbox');
    fireEvent.change(search, { target: { value: 'search_on:2026-03-12 search_from:2026-03-01' } });
    expect(await screen.findByText(/With “On the UTC day”/)).toBeDefined();
    expect(page.inputs('inbox.page').at(-1)).toMatchObject({
      terms: [{ field: 'search_on', value: '2026-03-12' }],
    });
  });
});
