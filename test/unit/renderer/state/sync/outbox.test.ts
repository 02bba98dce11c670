import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { err, ok } from '#contract/result.ts';
import { wrapBridgeCalls } from '#renderer/state/bridge.ts';
import { createStores } from '#renderer/state/stores.ts';
import { createOutboxStore, getLastRefusal, type OutboxStore } from '#renderer/state/sync/outbox.ts';
import { createShareChange } from '#renderer/state/changes/quick-changes.ts';
import { testPage } from '../../../../support/page/page.ts';
import { aWrite } from '../../../../support/values.ts';

const settle = () => vi.advanceTimersByTimeAsync(5000);
const numbers = (outbox: ReturnType<typeof createOutboxStore>) =>
  outbox.store.getState().pending?.map(({ number }) => number);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const RENAME = { operation: 'requisitions.update', target: 'req_1', data: { name: 'Iron' } } as const;

function outboxOver(...setUp: Parameters<typeof testPage>) {
  const page = testPage(...setUp);
  return { page, outbox: createOutboxStore(wrapBridgeCalls(page.bridge)) };
}

describe('the outbox', () => {
  it('is read only while it is on screen', async () => {
    const { page, outbox } = outboxOver({ pending: [RENAME] });
    outbox.invalidate();
    await settle();
    expect(page.asked).toEqual([]);
    const end = outbox.show();
    await settle();
    expect(numbers(outbox)).toEqual([1]);
    end();
    const before = page.asked.length;
    outbox.invalidate();
    await settle();
    expect(page.asked).toHaveLength(before);
  });

  it('is read to its end, page by page', async () => {
    const { outbox } = outboxOver(
      {},
      {
        'outbox.list': ({ after = 0 }) =>
          Promise.resolve(ok({ items: [aWrite({ number: after + 1 })], next: after < 3 ? after + 1 : null })),
      },
    );
    outbox.show();
    await settle();
    expect(numbers(outbox)).toEqual([1, 2, 3, 4]);
    expect(outbox.store.getState().hasMore).toBe(false);
  });

  it('that never ends is cut, and says so', async () => {
    const { page, outbox } = outboxOver(
      {},
      {
        'outbox.list': ({ after = 0 }) =>
          Promise.resolve(ok({ items: [aWrite({ number: after + 1 })], next: after + 1 })),
      },
    );
    outbox.show();
    await settle();
    expect(outbox.store.getState().hasMore).toBe(true);
    expect(page.asked.filter(({ name }) => name === 'outbox.list').length).toBeLessThan(20);
  });

  it('keeps its content when it cannot be read', async () => {
    let isBroken = false;
    const { outbox } = outboxOver(
      { pending: [RENAME] },
      { 'outbox.list': async (asked, real) => (isBroken ? err('engine-down') : real(asked)) },
    );
    outbox.show();
    await settle();
    isBroken = true;
    outbox.invalidate();
    await settle();
    expect(numbers(outbox)).toEqual([1]);
    expect(outbox.store.getState().error).toEqual({ code: 'engine-down' });
  });

  it('shows nothing of an account that was left', async () => {
    const late = Promise.withResolvers<ReturnType<typeof ok<{ items: []; next: null }>>>();
    const { outbox } = outboxOver({}, { 'outbox.list': () => late.promise });
    outbox.show();
    await settle();
    outbox.reset();
    late.resolve(ok({ items: [], next: null }));
    await settle();
    expect(outbox.store.getState().pending).toBeNull();
  });
});

/** Dismisses what the banner shows. */
function dismissLast(outbox: OutboxStore): void {
  const shown = getLastRefusal(outbox.store.getState());
  if (shown !== null) outbox.dismissRefusal(shown);
}

describe('a press that writes', () => {
  it('shows the reason when it was not saved, until the next one', async () => {
    let isFull = true;
    const { outbox } = outboxOver(
      {},
      {
        'outbox.save': async (change, real) => (isFull ? err('storage-full') : real(change)),
      },
    );
    const share = (id: string) => outbox.saveAndReport(`share ${id}`, createShareChange(id, true));
    await share('req_1');
    expect(getLastRefusal(outbox.store.getState())?.error).toEqual({ code: 'storage-full' });
    isFull = false;
    await share('req_1');
    expect(getLastRefusal(outbox.store.getState())).toBeNull();
  });

  it('goes on showing the reason when the write of another record is saved, until it is dismissed', async () => {
    const { outbox } = outboxOver(
      {},
      {
        'outbox.save': async (change, real) =>
          'target' in change && change.target === 'req_2' ? real(change) : err('storage-full'),
      },
    );
    const share = (id: string) => outbox.saveAndReport(`share ${id}`, createShareChange(id, true));
    await share('req_1');
    await share('req_2');
    expect(getLastRefusal(outbox.store.getState())?.error).toEqual({ code: 'storage-full' });
    outbox.report('share req_3', { code: 'held' });
    outbox.report('share req_3', null);
    expect(getLastRefusal(outbox.store.getState())?.error).toEqual({ code: 'storage-full' });
    dismissLast(outbox);
    expect(getLastRefusal(outbox.store.getState())).toBeNull();
  });

  it('leaves the reasons that were not seen yet when the last one is dismissed, and each is shown once', () => {
    const { outbox } = outboxOver();
    const shown = () => getLastRefusal(outbox.store.getState())?.error.code;
    outbox.report('review req_1', { code: 'storage-full' });
    outbox.report('review req_2', { code: 'held' });
    outbox.report('review req_3', { code: 'held' });
    expect(shown()).toBe('held');
    dismissLast(outbox);
    expect(shown()).toBe('storage-full');
    dismissLast(outbox);
    expect(shown()).toBeUndefined();
  });

  it('no longer shows why an editor was not saved once its draft is, and not before', async () => {
    const answer = Promise.withResolvers<void>();
    let isFull = true;
    const page = testPage(
      {},
      {
        'outbox.save': async (change, real) => {
          await answer.promise;
          return isFull ? err('storage-full') : real(change);
        },
      },
    );
    const { editor, outbox } = createStores(page.bridge);
    const fill = async (name: string) => {
      await editor.create();
      editor.applyInput({ patient: 'user_p', orderingProvider: 'user_d', name });
    };
    await fill('First');
    const saving = editor.save();
    await fill('Second');
    answer.resolve();
    await saving;
    const shown = () => getLastRefusal(outbox.store.getState())?.error.code;
    expect(shown()).toBe('storage-full');
    isFull = false;
    expect(await editor.save()).not.toBeNull();
    expect(shown()).toBe('storage-full');
    const [first] = (await page.ask('drafts.list', {})).items;
    await editor.reopen(first?.key ?? '');
    expect(await editor.save()).not.toBeNull();
    expect(shown()).toBeUndefined();
  });

  it('has a save id of its own each time', () => {
    expect(createShareChange('req_1', true).saveId).not.toBe(createShareChange('req_1', true).saveId);
  });
});

describe('the events of the outbox', () => {
  it('change the counts at once and refresh what is on screen', async () => {
    const page = testPage();
    const app = createStores(page.bridge);
    app.start();
    await settle();
    app.outbox.show();
    await settle();
    await page.engine.addPendingChange(RENAME);
    await Promise.resolve();
    expect(app.health.store.getState().health?.outbox.saved).toBe(1);
    await settle();
    expect(numbers(app.outbox)).toEqual([1]);
  });
});
