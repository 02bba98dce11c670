import { describe, expect, it, vi } from 'vitest';
import { err, ok } from '#contract/result.ts';
import { toEpochMs } from '#contract/time.ts';
import type { PreloadBridge } from '#contract/api.ts';
import type { HomeCounts } from '#contract/home-procedures.ts';
import { createStores } from '#renderer/state/stores.ts';
import { wrapBridgeCalls } from '#renderer/state/bridge.ts';
import { NOON, rawRequisition, sentOrders, visitNotification } from '../../../support/builders.ts';
import { testPage, type TestPage } from '../../../support/page/page.ts';
import { aHealth, aKindHealth, openDemo, SIGNED_OUT } from '../../../support/values.ts';
import { waitUntilPasses } from '../../../support/wait.ts';

const other = {
  id: 'a1b2c3d4e5f60718',
  kind: 'service',
  baseUrl: 'https://clinic.example.org',
  userId: null,
  addedAt: null,
} as const;

function started(page: TestPage) {
  const app = createStores(page.bridge);
  const end = app.start();
  app.browsers.requisition.list.show();
  return { app, end };
}

/** The records of the account before are not those of the next one. */
async function removeAll({ engine }: TestPage): Promise<void> {
  for (const { id } of sentOrders(3)) await engine.removeOne('requisition', String(id));
}

const toRows = ({ browsers }: ReturnType<typeof createStores>) =>
  browsers.requisition.list.store.getState().rows;

describe('another account', () => {
  it('is opened once the input is saved', async () => {
    const page = testPage();
    const app = createStores(page.bridge);
    await app.editor.create();
    app.editor.applyInput({ name: 'Ferritin' });
    await app.session.switchTo(other.id);
    const names = page.asked.map(({ name }) => name);
    expect(names).toContain('drafts.save');
    expect(names.indexOf('drafts.save')).toBeLessThan(names.indexOf('accounts.switch'));
  });
});

describe('each call of the page', () => {
  it('is for the account that the page shows then', async () => {
    const page = testPage();
    const accounts: unknown[] = [];
    const read: PreloadBridge['call']['records.raw'] = async (_input, context) => {
      accounts.push(context);
      return err('not-found');
    };
    const app = createStores({ ...page.bridge, call: { ...page.bridge.call, 'records.raw': read } });
    const ask = (signal?: AbortSignal) => app.calls['records.raw']({ kind: 'form', id: 'form_1' }, signal);
    await ask();
    const end = app.start();
    await waitUntilPasses(() => expect(app.session.store.getState().phase).toBe('ready'));
    await ask();
    page.emit('accounts', { ...openDemo(), accounts: [other], current: other.id });
    await ask(new AbortController().signal);
    page.emit('accounts', SIGNED_OUT);
    await ask();
    expect(accounts).toEqual([
      {},
      { account: 'demo' },
      { account: other.id, ticket: expect.any(Number) },
      {},
    ]);
    end();
  });
});

describe('the review clock', () => {
  it('counts again at the end of a sync, without the pause after the count before', async () => {
    const page = testPage();
    const { app } = started(page);
    app.worklist.dueReviews.show();
    const counts = () => page.asked.filter(({ name }) => name === 'reviews.due').length;
    await waitUntilPasses(() => expect(app.health.store.getState().health).not.toBeNull());
    await waitUntilPasses(() => expect(counts()).toBeGreaterThan(0));
    const before = counts();
    page.emit('health', aHealth({ kinds: [aKindHealth({ lastSuccessAt: toEpochMs(NOON + 1_000) })] }));
    expect(counts()).toBeGreaterThan(before);
  });
});

describe('the stores', () => {
  it('load accounts, settings, health and counts of the open account', async () => {
    const page = testPage({
      requisitions: sentOrders(3),
      notifications: [visitNotification(), visitNotification({ id: 'notf_2', read: true })],
    });
    const { app } = started(page);
    await waitUntilPasses(() => expect(app.totals.store.getState().unread).not.toBeNull());
    expect(app.totals.store.getState()).toMatchObject({
      unread: { count: 1, capped: false },
    });
    expect(app.session.store.getState()).toMatchObject({ phase: 'ready', app: { version: '0.1.0' } });
    expect(app.health.store.getState().health?.connection).toBe('online');
    await waitUntilPasses(() => expect(toRows(app)).toHaveLength(3));
  });

  it('request no record while signed out', async () => {
    const page = testPage({ accounts: SIGNED_OUT });
    const app = createStores(page.bridge);
    app.start();
    await waitUntilPasses(() => expect(app.session.store.getState().phase).toBe('ready'));
    const names = new Set(page.asked.map(({ name }) => name));
    expect([...names].sort()).toEqual([
      'accounts.getReceipts',
      'accounts.list',
      'app.info',
      'policy.get',
      'settings.get',
      'updates.get',
    ]);
  });

  it('say so when the engine behind the bridge does not respond', async () => {
    const page = testPage({}, { 'accounts.list': () => Promise.resolve(err('engine-down')) });
    const { app } = started(page);
    await waitUntilPasses(() => expect(app.session.store.getState().phase).toBe('failed'));
    expect(app.session.store.getState().error).toEqual({ code: 'engine-down' });
  });

  it('are notified that records changed, and show them', async () => {
    const page = testPage({ requisitions: sentOrders(1) });
    const { app } = started(page);
    await waitUntilPasses(() => expect(toRows(app)).toHaveLength(1));
    await page.engine.storeOne('requisition', rawRequisition({ id: 'req_draft' }));
    await waitUntilPasses(() => expect(toRows(app)).toHaveLength(2));
    await waitUntilPasses(() => expect(app.home.store.getState().counted?.counts.drafts).toBe(1));
  });

  it('unsubscribe when they are closed', async () => {
    const page = testPage({ accounts: SIGNED_OUT });
    const { app, end } = started(page);
    await waitUntilPasses(() => expect(app.session.store.getState().phase).toBe('ready'));
    end();
    page.emit('accounts', openDemo());
    expect(app.session.store.getState().accounts.current).toBeNull();
  });
});

describe('another account', () => {
  it('starts with nothing of the one before', async () => {
    const page = testPage({ requisitions: sentOrders(3) });
    const { app } = started(page);
    await waitUntilPasses(() => expect(toRows(app)).toHaveLength(3));
    app.browsers.requisition.open('req_1');
    app.view.go('settings');
    const removed = removeAll(page);
    page.emit('accounts', openDemo({ accounts: [other], current: other.id }));
    expect(toRows(app)).toEqual([]);
    expect(app.browsers.requisition.record.store.getState().phase).toBe('none');
    expect(app.home.store.getState().counted).toBeNull();
    expect(app.health.store.getState().health).toBeNull();
    expect(app.view.store.getState().screen).toBe('home');
    await removed;
  });

  it.each(['opening', 'open'] as const)('leaves nothing of the one before once it is %s', async (session) => {
    const page = testPage({ requisitions: sentOrders(3) });
    const { app } = started(page);
    await waitUntilPasses(() => expect(toRows(app)).toHaveLength(3));
    await waitUntilPasses(() => expect(app.home.store.getState().counted).not.toBeNull());
    app.browsers.requisition.open('req_1');
    const removed = removeAll(page);
    page.emit('accounts', openDemo({ accounts: [other], current: other.id, session }));
    expect(toRows(app)).toEqual([]);
    expect(app.browsers.requisition.record.store.getState().phase).toBe('none');
    expect(app.home.store.getState().counted).toBeNull();
    expect(app.health.store.getState().health).toBeNull();
    await removed;
  });

  it('has none of its banners dismissed, but the one about the computer', async () => {
    const page = testPage();
    const { app } = started(page);
    await waitUntilPasses(() => expect(app.health.store.getState().health).not.toBeNull());
    for (const notice of ['cache-expired', 'memory', 'local-file'] as const) app.view.dismiss(notice);
    page.emit('accounts', openDemo({ accounts: [other], current: other.id }));
    expect(app.view.store.getState().dismissed).toEqual(['memory']);
  });

  it('has no open dialog that shows records of the one before, such as Find', async () => {
    const page = testPage();
    const { app } = started(page);
    await waitUntilPasses(() => expect(app.health.store.getState().health).not.toBeNull());
    app.view.showPalette(true);
    app.view.showGoToDate(true);
    app.view.showCloseQuestion(true);
    page.emit('accounts', openDemo({ accounts: [other], current: other.id }));
    expect(app.view.store.getState()).toMatchObject({
      isPaletteOpen: false,
      isGoToDateOpen: false,
      isCloseQuestionOpen: false,
    });
  });

  it('has no message about an action of the one before', async () => {
    const page = testPage();
    const { app } = started(page);
    await waitUntilPasses(() => expect(app.health.store.getState().health).not.toBeNull());
    app.failedAction.report('print', { code: 'not-printed' });
    page.emit('accounts', openDemo({ accounts: [other], current: other.id }));
    expect(app.failedAction.store.getState().failed).toBeNull();
  });

  it('keeps the screen that the user chose while the first one was being opened', async () => {
    const page = testPage({ accounts: openDemo({ session: 'opening' }) });
    const { app } = started(page);
    await waitUntilPasses(() => expect(app.session.store.getState().accounts.session).toBe('opening'));
    app.view.go('forms');
    page.emit('accounts', openDemo());
    await waitUntilPasses(() => expect(app.health.store.getState().health).not.toBeNull());
    expect(app.view.store.getState().screen).toBe('forms');
  });

  it('ignores a late count of the one before', async () => {
    const late = Promise.withResolvers<ReturnType<typeof ok<HomeCounts>>>();
    const none = {
      requisitions: [],
      forms: [],
      notifications: [],
      completions: [],
      statuses: [],
      moreStatuses: 0,
    };
    const count = vi.fn(() => Promise.resolve(ok<HomeCounts>(none))).mockReturnValueOnce(late.promise);
    const page = testPage({}, { 'home.counts': count });
    const { app } = started(page);
    await waitUntilPasses(() => expect(count).toHaveBeenCalled());
    page.emit('accounts', openDemo({ accounts: [other], current: other.id }));
    await waitUntilPasses(() => expect(app.home.store.getState().counted).not.toBeNull());
    late.resolve(ok({ ...none, statuses: [{ status: 'On hold', count: 99 }] }));
    await waitUntilPasses(() => expect(app.health.store.getState().health).not.toBeNull());
    expect(app.home.store.getState().counted?.statuses).toEqual([]);
  });

  it('is not described by the last event of the one before', async () => {
    const page = testPage();
    const { app } = started(page);
    await waitUntilPasses(() => expect(app.health.store.getState().health).not.toBeNull());
    page.emit('health', aHealth({ account: other.id, connection: 'signed-out' }));
    expect(app.health.store.getState().health?.connection).toBe('online');
  });
});

describe('an engine that was restarted', () => {
  it('finds its records and the screen of the user as they were', async () => {
    const page = testPage({ requisitions: sentOrders(3) });
    const { app } = started(page);
    await waitUntilPasses(() => expect(toRows(app)).toHaveLength(3));
    app.browsers.requisition.open('req_1');
    app.view.go('forms');
    page.emit('engine', { state: 'restarting' });
    page.emit('accounts', openDemo({ session: 'opening' }));
    expect(toRows(app)).toHaveLength(3);
    await page.engine.sync('requisition', sentOrders(4));
    page.emit('accounts', openDemo());
    page.emit('engine', { state: 'running' });
    await waitUntilPasses(() => expect(toRows(app)).toHaveLength(4));
    expect(app.browsers.requisition.currentRow.getState()).toEqual({ selected: 'req_1', opened: true });
    expect(app.view.store.getState().screen).toBe('forms');
  });
});

describe('a sync', () => {
  it('is requested once, while one is running', async () => {
    const page = testPage();
    const { app } = started(page);
    await waitUntilPasses(() => expect(app.health.store.getState().health).not.toBeNull());
    page.emit('health', aHealth({ kinds: [aKindHealth({ state: 'running' })] }));
    await app.health.sync();
    expect(page.asked.some(({ name }) => name === 'sync.run')).toBe(false);
  });

  it('that does not begin says why, until there is a newer event', async () => {
    const page = testPage({}, { 'sync.run': () => Promise.resolve(err('not-signed-in')) });
    const { app } = started(page);
    await waitUntilPasses(() => expect(app.health.store.getState().health).not.toBeNull());
    await app.health.sync();
    expect(app.health.store.getState().refusal).toEqual({ code: 'not-signed-in' });
    page.emit('health', aHealth());
    expect(app.health.store.getState().refusal).toBeNull();
  });

  it('that was stopped is no failure', async () => {
    const page = testPage({}, { 'sync.run': () => Promise.resolve(err('cancelled')) });
    const { app } = started(page);
    await app.health.sync();
    expect(app.health.store.getState().refusal).toBeNull();
  });
});

describe('settings', () => {
  it('show what was saved, and say when a choice was not', async () => {
    const page = testPage();
    const { app } = started(page);
    await app.preferences.choose({ theme: 'dark' });
    expect(app.preferences.store.getState().settings.theme).toBe('dark');
    const broken = testPage({}, { 'settings.set': () => Promise.resolve(err('storage-full')) });
    const failing = started(broken).app;
    await failing.preferences.choose({ theme: 'dark' });
    expect(failing.preferences.store.getState()).toMatchObject({
      settings: { theme: 'system' },
      error: { code: 'storage-full' },
    });
  });
});

describe('a call over a broken channel', () => {
  it('returns the error of a stopped engine instead of throwing', async () => {
    const page = testPage({}, { 'sync.health': () => Promise.reject(new Error('gone')) });
    expect(await wrapBridgeCalls(page.bridge)['sync.health']({})).toEqual(err('engine-down'));
  });
});
