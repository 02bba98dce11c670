import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { err, ok } from '#contract/result.ts';
import { toEpochMs } from '#contract/time.ts';
import { SNOOZE_CHOICES, toSnoozeTime, toSnoozeMorningOfDay } from '#renderer/state/inbox/snooze-times.ts';
import { createDateFormat } from '#renderer/ui/format.ts';
import { sentOrder, visitNotification } from '../../../../support/builders.ts';
import type { TestPage } from '../../../../support/page/page.ts';
import { clearPart, typeDay } from '../../../../support/page/actions.ts';
import { showApp, usePage } from '../../../../support/page/render.tsx';

usePage();

describe('the times of a snooze', () => {
  const at = (text: string) => toEpochMs(Date.parse(text));
  const vienna = createDateFormat('Europe/Vienna', 'en-GB');

  it.each([
    ['2026-03-12T09:30:00Z', ['2026-03-12T10:30:00Z', '2026-03-12T17:00:00Z', '2026-03-13T07:00:00Z']],
    ['2026-03-12T22:30:00Z', ['2026-03-12T23:30:00Z', null, '2026-03-13T07:00:00Z']],
    ['2026-03-12T23:30:00Z', ['2026-03-13T00:30:00Z', '2026-03-13T17:00:00Z', '2026-03-14T07:00:00Z']],
  ])('at %s in Vienna are those of the user’s clock', (now, wanted) => {
    const times = SNOOZE_CHOICES.map((choice) => toSnoozeTime(choice, at(now), vienna));
    expect(times.map((time) => (time === null ? null : new Date(time).toISOString()))).toEqual(
      wanted.map((text) => (text === null ? null : new Date(text).toISOString())),
    );
  });

  it('of a day is its morning, and none of a day that has passed', () => {
    const now = at('2026-03-12T09:30:00Z');
    expect(toSnoozeMorningOfDay('2026-03-14', now, 'Europe/Vienna')).toBe(at('2026-03-14T07:00:00Z'));
    expect(toSnoozeMorningOfDay('2026-03-12', now, 'Europe/Vienna')).toBeNull();
    expect(toSnoozeMorningOfDay('', now, 'Europe/Vienna')).toBeNull();
  });
});

const start = {
  screen: 'notifications',
  notifications: [
    visitNotification({ id: 'notf_1', title: 'Note to sign' }),
    visitNotification({ id: 'notf_2', title: 'Another visit' }, { id: 'appt_2' }),
  ],
} as const;
const snoozeOf = async (page: TestPage) => (await page.ask('inbox.getSnooze', { id: 'notf_1' })).snooze;
const row = (name: RegExp) => screen.queryByRole('option', { name });

async function snooze(choice: RegExp) {
  const page = showApp(start);
  fireEvent.click(await screen.findByRole('option', { name: /Note to sign/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'Snooze' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: choice }));
  return page;
}

describe('a notification', () => {
  it('that is snoozed leaves the list, says until when, is listed under Snoozed, and is back after Undo', async () => {
    const page = await snooze(/In one hour/);
    await waitFor(() => expect(row(/Note to sign/)).toBeNull());
    expect(row(/Another visit/)).not.toBeNull();
    const record = screen.getByRole('region', { name: 'Record' });
    expect(await within(record).findByText(/^Snoozed until .*, on this computer only\.$/)).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Views' }));
    fireEvent.click(await screen.findByRole('menuitemcheckbox', { name: /^Snoozed/ }));
    await waitFor(() => expect(row(/Note to sign/)?.textContent).toMatch(/until /));
    expect(row(/Another visit/)).toBeNull();
    const toast = document.querySelector<HTMLElement>('[data-part="toast"]');
    expect(toast?.textContent).toContain('The notification “Note to sign” is hidden from the inbox until');
    fireEvent.click(within(toast ?? document.body).getByRole('button', { name: /^Undo/ }));
    await waitFor(async () => expect(await snoozeOf(page)).toBeNull());
    await waitFor(() => expect(row(/Note to sign/)).toBeNull());
  });

  it('whose time has come is first, says so, and is as before once the user is done with it', async () => {
    const page = showApp(start);
    await screen.findByRole('option', { name: /Note to sign/ });
    await page.ask('inbox.snooze', { ids: ['notf_1'], until: toEpochMs(1) });
    await waitFor(() => expect(screen.getAllByRole('option')[0]?.textContent).toMatch(/Note to sign.*back/));
    fireEvent.click(screen.getAllByRole('option')[0] ?? document.body);
    expect(await screen.findByText(/: its time has come\.$/)).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Done' }));
    await waitFor(async () => expect(await snoozeOf(page)).toBeNull());
    await waitFor(() => expect(screen.queryByText(/its time has come/)).toBeNull());
  });

  it('is snoozed until the morning of a day, and not until one that has passed or is typed in part', async () => {
    const page = await snooze(/On a day/);
    await screen.findByRole('group', { name: 'Show it again on' });
    await typeDay('Show it again on', '2020-01-01');
    const dialog = screen.getByRole('dialog');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Snooze' }));
    expect(await within(dialog).findByText('Choose a day in the future.')).toBeDefined();
    expect(await snoozeOf(page)).toBeNull();
    await typeDay('Show it again on', '2090-01-01');
    clearPart('Show it again on', 'month');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Snooze' }));
    expect(await within(dialog).findByText('Enter a complete date that exists.')).toBeDefined();
    expect(await snoozeOf(page)).toBeNull();
    await typeDay('Show it again on', '2090-01-01');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Snooze' }));
    await waitFor(async () => expect(await snoozeOf(page)).toMatchObject({ isOver: false }));
    await waitFor(() => expect(row(/Note to sign/)).toBeNull());
  });

  it('is snoozed by the key of the settings before it is opened, and K goes on from its place', async () => {
    const page = showApp({ ...start, settings: { keys: { 'notification.snooze': 'Z' } } });
    await screen.findByRole('option', { name: /Note to sign/ });
    const isCurrent = (name: RegExp) => row(name)?.getAttribute('aria-selected') === 'true';
    fireEvent.keyDown(document.body, { key: 'j' });
    await waitFor(() => expect(isCurrent(/Another visit/)).toBe(true));
    fireEvent.keyDown(document.body, { key: 'j' });
    await waitFor(() => expect(isCurrent(/Note to sign/)).toBe(true));
    fireEvent.keyDown(document.body, { key: 'b' });
    expect(screen.queryByRole('dialog')).toBeNull();
    fireEvent.keyDown(document.body, { key: 'z' });
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('Note to sign');
    fireEvent.click(within(dialog).getByRole('button', { name: /^In one hour/ }));
    await waitFor(() => expect(row(/Note to sign/)).toBeNull());
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await snoozeOf(page)).toMatchObject({ isOver: false });
    fireEvent.keyDown(document.body, { key: 'k' });
    await waitFor(() => expect(isCurrent(/Another visit/)).toBe(true));
  });
});

describe('after a notification was snoozed', () => {
  const isCurrent = (name: RegExp) => row(name)?.getAttribute('aria-selected') === 'true';
  const three = ['notf_1', 'notf_2', 'notf_3'].map((id, index) =>
    visitNotification({ id, title: `Visit ${index + 1}` }, { id: `appt_${index + 1}` }),
  );

  it.each([
    ['j', true],
    ['k', true],
    ['j', false],
    ['k', false],
  ])('%s goes on from its place; its record is open: %s', async (key, isOpen) => {
    const page = showApp({ ...start, notifications: three });
    await screen.findByRole('option', { name: /Visit 2/ });
    const names = screen.getAllByRole('option').map((each) => /Visit \d/.exec(each.textContent)?.[0] ?? '');
    fireEvent.keyDown(document.body, { key: 'j' });
    fireEvent.keyDown(document.body, { key: 'j' });
    await waitFor(() => expect(isCurrent(new RegExp(names[1] ?? ''))).toBe(true));
    if (isOpen) {
      fireEvent.click(row(new RegExp(names[1] ?? '')) ?? document.body);
      await screen.findByRole('button', { name: 'Snooze' });
    }
    fireEvent.keyDown(document.body, { key: 'b' });
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(within(dialog).getByRole('button', { name: /^In one hour/ }));
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2));
    fireEvent.keyDown(document.body, { key });
    await waitFor(() => expect(isCurrent(new RegExp(names[key === 'j' ? 2 : 0] ?? ''))).toBe(true));
    expect(page.inputs('inbox.snooze')).toHaveLength(1);
  });
});

describe('a notification about a requisition of a patient', () => {
  const ANNA = /Anna Miller.*a0001/;
  const about = {
    screen: 'notifications',
    names: { user_anna0001: 'Anna Miller' },
    requisitions: [sentOrder({ patient: 'user_anna0001' })],
    notifications: [
      visitNotification({
        id: 'notf_1',
        title: 'Results received',
        props: { object: 'requisition', id: 'req_1' },
      }),
    ],
  } as const;

  it('is snoozed with its patient in the question, in the message, and in that of the undo', async () => {
    showApp(about);
    fireEvent.click(await screen.findByRole('option', { name: ANNA }));
    await screen.findByRole('article');
    fireEvent.keyDown(screen.getByRole('listbox'), { key: 'b' });
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('Results received');
    expect(dialog.textContent).toMatch(ANNA);
    fireEvent.click(within(dialog).getByRole('button', { name: /^In one hour/ }));
    const toast = () => document.querySelector('[data-part="toast"]')?.textContent ?? '';
    await waitFor(() =>
      expect(toast()).toMatch(/The notification “Results received” is hidden.*Anna Miller.*a0001/),
    );
    fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
    await waitFor(() => expect(toast()).toMatch(/The snooze was undone: Results received.*Anna Miller/));
  });

  it('is named with its patient in the question also where the list does not show it', async () => {
    showApp(about);
    fireEvent.click(await screen.findByRole('option', { name: ANNA }));
    await screen.findByRole('article');
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nothing like it' } });
    await waitFor(() => expect(screen.queryByRole('option')).toBeNull());
    fireEvent.keyDown(document.body, { key: 'b' });
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('Results received');
    expect(dialog.textContent).toMatch(ANNA);
  });

  it('is named with its patient in the question for a day', async () => {
    showApp(about);
    fireEvent.click(await screen.findByRole('option', { name: ANNA }));
    fireEvent.click(await screen.findByRole('button', { name: 'Snooze' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'On a day' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('Results received');
    expect(dialog.textContent).toMatch(ANNA);
  });
});

describe('the key of the undo', () => {
  it('takes back a later mark first, then the snooze before it, and says both', async () => {
    const page = await snooze(/In one hour/);
    await waitFor(() => expect(row(/Note to sign/)).toBeNull());
    const said = (): string => document.querySelector('[data-part="toast"]')?.textContent ?? '';
    await waitFor(() => expect(said()).toContain('“Note to sign” is hidden'));
    const isRead = async () => (await page.ask('notifications.get', { id: 'notf_2' })).record.read;
    fireEvent.click(await screen.findByRole('option', { name: /Another visit/ }));
    fireEvent.keyDown(document.body, { key: 'I', shiftKey: true });
    await waitFor(() => expect(said()).toContain('Marked as read: Another visit'));
    expect(await isRead()).toBe(true);
    const undo = () => fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
    undo();
    await waitFor(() => expect(said()).toContain('Unread again: Another visit'));
    expect(await isRead()).toBe(false);
    expect(await snoozeOf(page)).not.toBeNull();
    undo();
    await waitFor(() => expect(said()).toContain('The snooze was undone: Note to sign'));
    expect(await snoozeOf(page)).toBeNull();
    undo();
    await waitFor(() => expect(said()).toContain('There is nothing to undo'));
  });

  it('takes back a mark that is still being saved, not the action before it', async () => {
    const page = await snooze(/In one hour/);
    await waitFor(() => expect(row(/Note to sign/)).toBeNull());
    fireEvent.click(await screen.findByRole('option', { name: /Another visit/ }));
    fireEvent.keyDown(document.body, { key: 'I', shiftKey: true });
    fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
    await waitFor(() => expect(page.inputs('inbox.markRead')).toHaveLength(2));
    expect(page.inputs('inbox.markRead')).toMatchObject([{ read: true }, { read: false }]);
    expect(await snoozeOf(page)).not.toBeNull();
  });

  it('takes back a mark of several before an earlier snooze', async () => {
    const page = await snooze(/In one hour/);
    await waitFor(() => expect(row(/Note to sign/)).toBeNull());
    const unread = async () => (await page.ask('inbox.unread', {})).count;
    const before = await unread();
    fireEvent.click(await screen.findByRole('button', { name: 'Mark all' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: /^Mark .* as read$/ }));
    await screen.findByText(/marked as read\. New/);
    fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
    await waitFor(async () => expect(await unread()).toBe(before));
    expect(await snoozeOf(page)).not.toBeNull();
  });
});

describe('selected notifications', () => {
  const several = {
    screen: 'notifications',
    notifications: [
      visitNotification({ id: 'notf_1', title: 'Visit moved' }),
      visitNotification({ id: 'notf_2', title: 'Visit planned' }),
      visitNotification({ id: 'notf_3', title: 'Another visit' }, { id: 'appt_2' }),
      visitNotification({ id: 'notf_4', title: 'A third visit' }, { id: 'appt_3' }),
    ],
  } as const;
  const untilOf = async (page: TestPage) =>
    Promise.all(
      ['notf_1', 'notf_2', 'notf_3', 'notf_4'].map(
        async (id) => (await page.ask('inbox.getSnooze', { id })).snooze?.until ?? null,
      ),
    );

  it('are snoozed with all about the same objects, from their menu, and one Undo restores what each was before', async () => {
    const page = showApp(several);
    await screen.findByRole('option', { name: /Another visit/ });
    const back = toEpochMs(1);
    await page.ask('inbox.snooze', { ids: ['notf_3'], until: back });
    await screen.findByText('back');
    for (const name of [/Visit (moved|planned)/, /Another visit/])
      fireEvent.click(screen.getByRole('option', { name }), { ctrlKey: true });
    const bar = await screen.findByRole('toolbar', { name: 'Actions for the selection' });
    fireEvent.click(within(bar).getByRole('button', { name: 'Snooze' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: /Tomorrow morning/ }));
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
    expect(screen.queryByRole('toolbar', { name: 'Actions for the selection' })).toBeNull();
    const during = await untilOf(page);
    expect(during.filter((until) => until !== null)).toHaveLength(3);
    expect(during[2]).toBeGreaterThan(Date.now());
    const toast = document.querySelector<HTMLElement>('[data-part="toast"]') ?? document.body;
    expect(toast.textContent).toContain('3 notifications are hidden from the inbox until');
    fireEvent.click(within(toast).getByRole('button', { name: /^Undo/ }));
    await waitFor(async () => expect(await untilOf(page)).toEqual([null, null, back, null]));
  });

  it('are shown again by the key, where one of them is snoozed', async () => {
    const page = showApp(several);
    await screen.findByRole('option', { name: /Another visit/ });
    await page.ask('inbox.snooze', { ids: ['notf_3', 'notf_4'], until: toEpochMs(Date.now() + 1e9) });
    fireEvent.click(screen.getByRole('button', { name: 'Views' }));
    fireEvent.click(await screen.findByRole('menuitemcheckbox', { name: /^Snoozed/ }));
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2));
    for (const option of screen.getAllByRole('option')) fireEvent.click(option, { ctrlKey: true });
    fireEvent.keyDown(screen.getByRole('listbox'), { key: 'b' });
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('2 selected');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Show now' }));
    await waitFor(async () => expect(await untilOf(page)).toEqual([null, null, null, null]));
    expect(document.querySelector('[data-part="toast"]')?.textContent).toContain(
      '2 notifications are shown in the inbox as before',
    );
  });

  it('stay as they were where a part cannot be snoozed', async () => {
    let calls = 0;
    const ids = Array.from({ length: 501 }, (_, index) => `notf_${index + 1}`);
    const page = showApp(several, {
      'inbox.threadIds': async ({ ids: rows }) => ok({ ids: rows.length > 1 ? ids : [...rows] }),
      'inbox.snooze': async (input, real) => {
        calls += 1;
        return calls === 2 ? err('storage-full') : real(input);
      },
    });
    await screen.findByRole('option', { name: /Another visit/ });
    for (const option of screen.getAllByRole('option')) fireEvent.click(option, { ctrlKey: true });
    fireEvent.keyDown(screen.getByRole('listbox'), { key: 'b' });
    fireEvent.click(await screen.findByRole('button', { name: /^In one hour/ }));
    await waitFor(() => expect(calls).toBe(3));
    expect(await screen.findByRole('alert')).toBeDefined();
    expect(await untilOf(page)).toEqual([null, null, null, null]);
  });
});
