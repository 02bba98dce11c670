import { describe, expect, it, vi } from 'vitest';
import { inboxSearchTermsSchema, leaveOutOtherUsers } from '#contract/notifications.ts';
import { err } from '#contract/result.ts';
import { MAX_SEARCH_TERMS } from '#contract/search/syntax.ts';
import { createStores, type Stores } from '#renderer/state/stores.ts';
import { dropTermsInDayFilterConflict, createInboxQueryParser } from '#renderer/state/inbox/inbox-source.ts';
import { formatServiceTime, NOON, visitNotification } from '../../../../support/builders.ts';
import { type PageStart, type Steering, type TestPage, testPage } from '../../../../support/page/page.ts';
import { waitUntilPasses } from '../../../../support/wait.ts';

/** This many unread notifications, each about an object of its own. */
function createRows(count: number) {
  return Array.from({ length: count }, (_, index) =>
    visitNotification({ id: `notf_${index}` }, { id: `appt_${index}` }),
  );
}

interface Open extends TestPage {
  readonly page: Stores;
}

async function openInbox(start: PageStart, own: Steering = {}): Promise<Open> {
  const opened = testPage(start, own);
  const page = createStores(opened.bridge);
  page.start();
  page.view.go('notifications');
  page.browsers.notification.list.show();
  await waitUntilPasses(() => expect(page.inbox.counts.getState().counts).not.toBeNull());
  return { ...opened, page };
}

const getRun = ({ page }: Open) => page.inbox.bulk.store.getState().run;
const unreadIn = async ({ ask }: Open) => (await ask('inbox.unread', {})).count;
/** The unread notifications, the newest first. */
const unreadIds = async ({ ask }: Open) =>
  (await ask('inbox.ids', { terms: [], toBecome: 'read', limit: 500 })).ids;
const marksAsked = ({ inputs }: Open) => inputs('inbox.markRead');

describe('marking all that a filter finds', () => {
  it('covers every page, in batches, and can be undone', async () => {
    const open = await openInbox({ notifications: createRows(1_234) });
    open.page.inbox.markFoundRead(true);
    await waitUntilPasses(() => expect(getRun(open)?.step).toBe('marked'));
    expect(await unreadIn(open)).toBe(0);
    expect(marksAsked(open)).toHaveLength(3);
    expect(getRun(open)).toMatchObject({ found: 1_234, done: 1_234, isStopped: false, error: null });
    await open.page.inbox.bulk.undo();
    expect(getRun(open)?.step).toBe('undone');
    expect(await unreadIn(open)).toBe(1_234);
  });

  it('leaves alone what was already read, also when it is undone', async () => {
    const notifications = createRows(3).map((record, index) => ({ ...record, read: index === 0 }));
    const open = await openInbox({ notifications });
    open.page.inbox.markFoundRead(true);
    await waitUntilPasses(() => expect(getRun(open)?.step).toBe('marked'));
    await open.page.inbox.bulk.undo();
    expect((await unreadIds(open)).toSorted()).toEqual(['notf_1', 'notf_2']);
  });

  it('uses the filter on screen, not the loaded rows', async () => {
    const others = createRows(700).map((record, index) => ({
      ...record,
      id: `notf_${index}m`,
      props: { object: 'message', id: `mesg_${index}` },
    }));
    const open = await openInbox({ notifications: [...createRows(5), ...others] });
    open.page.inbox.updateQuery({ text: 'about:message' });
    open.page.inbox.markFoundRead(true);
    await waitUntilPasses(() => expect(getRun(open)?.step).toBe('marked'));
    expect(await unreadIn(open)).toBe(5);
  });

  it('does not include notifications that arrive once it has begun', async () => {
    const open = await openInbox({ notifications: createRows(600) });
    const stop = open.page.inbox.bulk.store.subscribe(({ run }) => {
      if (run?.step !== 'marking') return;
      void open.engine.storeOne('notification', visitNotification({ id: 'notf_new' }, { id: 'appt_new' }));
    });
    open.page.inbox.markFoundRead(true);
    await waitUntilPasses(() => expect(getRun(open)?.step).toBe('marked'));
    stop();
    expect(await unreadIds(open)).toEqual(['notf_new']);
  });

  it('stops after the current batch; what is marked can be undone', async () => {
    const open = await openInbox({ notifications: createRows(2_000) });
    const end = open.page.inbox.bulk.store.subscribe(({ run }) => {
      if (run?.step === 'marking' && run.done === 500) open.page.inbox.bulk.stop();
    });
    open.page.inbox.markFoundRead(true);
    await waitUntilPasses(() => expect(getRun(open)?.step).toBe('marked'));
    end();
    expect(getRun(open)).toMatchObject({ isStopped: true });
    expect(await unreadIn(open)).toBe(1_500);
    await open.page.inbox.bulk.undo();
    expect(await unreadIn(open)).toBe(2_000);
  });

  it('says why it ended early, and keeps what can be undone', async () => {
    let pieces = 0;
    const open = await openInbox(
      { notifications: createRows(1_000) },
      {
        'inbox.markRead': async (asked, real) => {
          pieces += 1;
          return pieces === 2 ? err('storage-full') : real(asked);
        },
      },
    );
    open.page.inbox.markFoundRead(true);
    await waitUntilPasses(() => expect(getRun(open)?.step).toBe('marked'));
    expect(getRun(open)).toMatchObject({ error: { code: 'storage-full' }, done: 500 });
    expect(getRun(open)?.changed).toHaveLength(500);
    await open.page.inbox.bulk.undo();
    expect(getRun(open)).toMatchObject({ step: 'undone', error: null });
  });
});

describe('marking rows', () => {
  const thread = [3, 2, 1].map((n) =>
    visitNotification({ id: `notf_${n}`, read: n === 2, created_at: formatServiceTime(NOON + n * 1000) }),
  );

  it('as read marks the whole group of a row', async () => {
    const open = await openInbox({ notifications: thread });
    await waitUntilPasses(() =>
      expect(open.page.browsers.notification.list.store.getState().rows).toHaveLength(1),
    );
    open.page.browsers.notification.open('notf_3');
    open.page.inbox.markCurrentRead(true);
    await waitUntilPasses(async () => expect(await unreadIn(open)).toBe(0));
    void open.page.toasts.undo();
    await waitUntilPasses(async () => expect(await unreadIds(open)).toEqual(['notf_3', 'notf_1']));
  });

  it('as unread marks only the newest', async () => {
    const open = await openInbox({ notifications: thread.map((record) => ({ ...record, read: true })) });
    await waitUntilPasses(() =>
      expect(open.page.browsers.notification.list.store.getState().rows).toHaveLength(1),
    );
    open.page.inbox.selection.toggle('notf_3');
    open.page.inbox.markSelectedRead(false);
    await waitUntilPasses(() => expect(getRun(open)?.step).toBe('marked'));
    expect(await unreadIds(open)).toEqual(['notf_3']);
  });

  it('selects every row over all pages', async () => {
    const open = await openInbox({ notifications: [...thread, ...createRows(600).slice(4)] });
    expect(await open.page.inbox.selectAll()).toBeNull();
    expect(open.page.inbox.selection.store.getState()).toMatchObject({ isCut: false });
    expect(open.page.inbox.selection.store.getState().ids.size).toBe(597);
  });
});

describe('undoing the mark of one row', () => {
  it('says why it failed, and not that the row is unread again', async () => {
    let isFull = false;
    const open = await openInbox(
      { notifications: createRows(2) },
      { 'inbox.markRead': async (asked, real) => (isFull ? err('storage-full') : real(asked)) },
    );
    const { browsers, inbox, toasts } = open.page;
    await waitUntilPasses(() => expect(browsers.notification.list.store.getState().rows).toHaveLength(2));
    browsers.notification.open('notf_0');
    inbox.markCurrentRead(true);
    await waitUntilPasses(() => expect(toasts.store.getState().shown).not.toBeNull());
    isFull = true;
    await toasts.undo();
    expect(toasts.store.getState().shown?.subject).toEqual({
      did: 'notUndone',
      error: { code: 'storage-full' },
    });
    expect(await unreadIn(open)).toBe(1);
  });

  it('scrolls to the row at the place that it has again, and undoes the mark before it by the next undo', async () => {
    const UNREAD = 400;
    const notifications = createRows(UNREAD + 500).map((record, rank) => ({
      ...record,
      read: rank >= UNREAD,
      created_at: formatServiceTime(NOON + rank * 1000),
    }));
    const open = await openInbox({ notifications });
    const { browsers, inbox } = open.page;
    const { list, currentRow } = browsers.notification;
    await waitUntilPasses(() => expect(list.store.getState().rows.length).toBeGreaterThan(0));
    // The newest unread rows: they are the oldest of all once they are read.
    const first = list.store.getState().rows[0]?.id ?? '';
    browsers.notification.open(first);
    inbox.markCurrentRead(true);
    const second = currentRow.getState().selected ?? '';
    inbox.markCurrentRead(true);
    await waitUntilPasses(async () => expect(await unreadIn(open)).toBe(UNREAD - 2));
    // The list is read again where the marked rows are now.
    await list.find([second]);

    for (const [id, rank] of [
      [second, 0],
      [first, 0],
    ] as const) {
      void open.page.toasts.undo();
      await waitUntilPasses(() => {
        expect(currentRow.getState().selected).toBe(id);
        expect(list.store.getState().target).toEqual({ rank });
        expect(list.store.getState().rows[rank]?.id).toBe(id);
      });
    }
    expect(await unreadIn(open)).toBe(UNREAD);
  });
});

describe('the next unread row', () => {
  const SIZE = 900;

  /** The inbox by time, newest first, with these rows unread; a row is named by its rank. */
  async function openByTime(unread: readonly number[]) {
    const notifications = createRows(SIZE).map((record, rank) => ({
      ...record,
      read: !unread.includes(rank),
      created_at: formatServiceTime(NOON - rank * 1000),
    }));
    const open = await openInbox({ notifications });
    const { browsers, inbox } = open.page;
    inbox.updateQuery({ order: { unreadFirst: false } });
    const { list, currentRow, select } = browsers.notification;
    await waitUntilPasses(() => expect(list.store.getState().rows.length).toBeGreaterThan(0));
    const loaded = (): readonly string[] => list.store.getState().rows.map(({ id }) => id);
    return { inbox, list, select, loaded, selected: () => currentRow.getState().selected };
  }

  it('is found below the loaded rows, then above them', async () => {
    const { inbox, select, loaded, selected } = await openByTime([3, 10, 800]);
    expect(loaded()).not.toContain('notf_800');
    select('notf_10');
    inbox.markCurrentRead(true);
    await waitUntilPasses(() => expect(selected()).toBe('notf_800'));
    expect(loaded()).toContain('notf_800');
    expect(loaded()).not.toContain('notf_3');
    inbox.markCurrentRead(true);
    await waitUntilPasses(() => expect(selected()).toBe('notf_3'));
    expect(loaded()).toContain('notf_3');
  });

  it('is not made the current one where the user has gone to another row meanwhile', async () => {
    const { inbox, list, select, selected } = await openByTime([10, 300]);
    const asked = vi.spyOn(list.source, 'list');
    select('notf_10');
    inbox.markCurrentRead(true);
    select('notf_12');
    await waitUntilPasses(() => expect(asked).toHaveBeenCalled());
    // A jump to the row that was found, if there is one, runs between these two.
    await list.find(['notf_899']);
    await list.find(['notf_12']);
    expect(selected()).toBe('notf_12');
  });

  it('is found where all the loaded rows are marked and unread ones come first', async () => {
    const open = await openInbox({ notifications: createRows(SIZE) });
    const { browsers, inbox } = open.page;
    const { list, currentRow, select } = browsers.notification;
    await waitUntilPasses(() => expect(list.store.getState().rows.length).toBeGreaterThan(0));
    const before = list.store.getState().rows;
    const last = before.at(-1)?.id ?? '';
    select(last);
    inbox.markCurrentRead(true);
    await waitUntilPasses(() => expect(currentRow.getState().selected).not.toBe(last));
    const { rows, first } = list.store.getState();
    expect(first + rows.findIndex(({ id }) => id === currentRow.getState().selected)).toBeGreaterThan(
      before.length - 2,
    );
  });
});

describe('the unread count', () => {
  it('of the navigation rail is the one that the engine emits', async () => {
    const open = await openInbox({ notifications: createRows(4) });
    await waitUntilPasses(() => expect(open.page.totals.store.getState().unread?.count).toBe(4));
    open.emit('unread', { count: 3 });
    expect(open.page.totals.store.getState().unread).toEqual({ count: 3, capped: false });
  });
});

describe('a search of the inbox', () => {
  const read = createInboxQueryParser(() => 'UTC');
  const asked = (text: string) => read({ text, order: { unreadFirst: true } }).terms;

  it('never combines a UTC day with the other date filters', () => {
    const terms = asked('search_on:2026-03-12 search_from:2026-03-01 lab');
    expect(terms.map(({ field }) => field)).toEqual(['search_on', 'text']);
    expect(inboxSearchTermsSchema.safeParse(terms).success).toBe(true);
  });

  it('of as many words as are read is accepted also where those for other users are left out', () => {
    const terms = asked(Array.from({ length: MAX_SEARCH_TERMS }, (_, index) => `word${index}`).join(' '));
    expect(terms).toHaveLength(MAX_SEARCH_TERMS);
    expect(inboxSearchTermsSchema.safeParse(leaveOutOtherUsers(terms)).success).toBe(true);
  });

  it('combines the other filters', () => {
    const terms = asked('search_from:2026-03-01 search_until:2026-03-05T10:00:00Z');
    expect(dropTermsInDayFilterConflict(terms)).toEqual(terms);
    expect(terms).toMatchObject([
      { field: 'search_from', value: '2026-03-01T00:00:00.000Z' },
      { field: 'search_until', value: '2026-03-05T10:00:00Z' },
    ]);
  });
});
