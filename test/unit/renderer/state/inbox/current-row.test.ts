import { describe, expect, it } from 'vitest';
import { createStores, type Stores } from '#renderer/state/stores.ts';
import { formatServiceTime, NOON, visitNotification } from '../../../../support/builders.ts';
import { type PageStart, type TestPage, testPage } from '../../../../support/page/page.ts';
import { waitUntilPasses } from '../../../../support/wait.ts';

interface Open extends TestPage {
  readonly page: Stores;
}

async function openInbox(start: PageStart): Promise<Open> {
  const opened = testPage(start);
  const page = createStores(opened.bridge);
  page.start();
  page.view.go('notifications');
  page.browsers.notification.list.show();
  await waitUntilPasses(() => expect(page.inbox.counts.getState().counts).not.toBeNull());
  return { ...opened, page };
}

/** The unread notifications, the newest first. */
const unreadIds = async ({ ask }: Open) =>
  (await ask('inbox.ids', { terms: [], toBecome: 'read', limit: 500 })).ids;
const marksAsked = ({ inputs }: Open) => inputs('inbox.markRead');

describe('a row whose thread gets a new notification', () => {
  const notice = (id: string, about: string, minutes: number) =>
    visitNotification({ id, created_at: formatServiceTime(NOON + minutes * 60_000) }, { id: about });

  /** The inbox with two rows, of which the second has a newer notification now, with that row current. */
  async function receiveInThread(opened: boolean) {
    const notifications = [notice('notf_1', 'appt_1', 2), notice('notf_2', 'appt_2', 1)];
    const open = await openInbox({ notifications });
    const { browsers, inbox } = open.page;
    const { list } = browsers.notification;
    const rows = () => list.store.getState().rows.map(({ id }) => id);
    await waitUntilPasses(() => expect(rows()).toEqual(['notf_1', 'notf_2']));
    inbox.selection.toggle('notf_1');
    inbox.selection.toggle('notf_2');
    if (opened) browsers.notification.open('notf_2');
    else browsers.notification.select('notf_2');
    await open.engine.storeOne('notification', notice('notf_3', 'appt_2', 3));
    list.reloadNow();
    await waitUntilPasses(() => expect(rows()).toEqual(['notf_3', 'notf_1']));
    return { selection: inbox.selection, current: () => browsers.notification.currentRow.getState() };
  }

  it('stays selected and the current one', async () => {
    const { selection, current } = await receiveInThread(false);
    expect([...selection.store.getState().ids]).toEqual(['notf_1', 'notf_3']);
    expect(selection.store.getState().from).toBe('notf_3');
    expect(current()).toEqual({ selected: 'notf_3', opened: false });
  });

  it('keeps its open record, which the user reads', async () => {
    const { selection, current } = await receiveInThread(true);
    expect([...selection.store.getState().ids]).toEqual(['notf_1', 'notf_3']);
    expect(current()).toEqual({ selected: 'notf_2', opened: true });
  });
});

describe('a key on a row that the search excludes', () => {
  const about = (word: string, id: string) =>
    visitNotification({ id, title: `About ${word}` }, { id: `appt_${id}` });

  /** The inbox with the first notification current, searched for the second. */
  async function searchWithoutCurrentRow(opened: boolean) {
    const open = await openInbox({ notifications: [about('iron', 'notf_1'), about('sodium', 'notf_2')] });
    const { browsers, inbox } = open.page;
    const { list, record } = browsers.notification;
    await waitUntilPasses(() => expect(list.store.getState().rows).toHaveLength(2));
    if (opened) browsers.notification.open('notf_1');
    else browsers.notification.select('notf_1');
    const phase = opened ? 'ready' : 'none';
    await waitUntilPasses(() => expect(record.store.getState().phase).toBe(phase));
    inbox.search('sodium');
    await waitUntilPasses(() => expect(list.store.getState().rows.map(({ id }) => id)).toEqual(['notf_2']));
    return { ...open, list };
  }

  it('marks and hides nothing', async () => {
    const open = await searchWithoutCurrentRow(false);
    open.page.inbox.markCurrentRead(true);
    open.page.inbox.snoozing.open();
    // Reads of a list run one after the other: those of the keys have ended with this one.
    await open.list.find(['notf_2']);
    expect(marksAsked(open)).toEqual([]);
    expect(open.page.inbox.snoozing.store.getState().rows).toEqual([]);
  });

  it('marks and hides the notification while its record is open', async () => {
    const open = await searchWithoutCurrentRow(true);
    open.page.inbox.snoozing.open();
    await waitUntilPasses(() => expect(open.page.inbox.snoozing.store.getState().rows).toEqual(['notf_1']));
    open.page.inbox.markCurrentRead(true);
    await waitUntilPasses(async () => expect(await unreadIds(open)).toEqual(['notf_2']));
  });

  it('marks nothing where the account has changed until the row was looked for', async () => {
    const open = await searchWithoutCurrentRow(true);
    open.page.inbox.markCurrentRead(true);
    open.page.browsers.notification.reset();
    await open.list.find(['notf_2']);
    expect(marksAsked(open)).toEqual([]);
  });
});
