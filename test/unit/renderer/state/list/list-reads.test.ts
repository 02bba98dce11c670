import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createListStore } from '#renderer/state/list/list.ts';
import { MAX_LOADED_ROWS } from '#renderer/state/list/list-window.ts';
import { listSource, makeRows } from '../../../../support/page/list-source.ts';

const settle = () => vi.advanceTimersByTimeAsync(3000);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a list', () => {
  it('that was empty when it was read is loading once it is shown after a change, and empty again if it still is', async () => {
    const { source } = listSource({ '': [] });
    const list = createListStore(source, {});
    list.show()();
    await settle();
    const getPhase = () => list.store.getState().phase;
    expect(getPhase()).toBe('ready');
    const hide = list.show();
    expect(getPhase()).toBe('ready');
    hide();
    list.invalidate();
    list.show();
    expect(getPhase()).toBe('loading');
    await settle();
    expect([getPhase(), list.store.getState().rows]).toEqual(['ready', []]);
  });

  it('requests rows within the call that changes the query, and counts them once they are there', async () => {
    const { source } = listSource({ '': makeRows(3), other: makeRows(3) });
    const list = createListStore(source, {});
    const asked: string[] = [];
    const { list: read, count } = source;
    let rows = Promise.withResolvers<void>();
    vi.spyOn(source, 'list').mockImplementation(async (input, signal) => {
      asked.push(`list ${JSON.stringify(input.filter)}`);
      await rows.promise;
      return read(input, signal);
    });
    vi.spyOn(source, 'count').mockImplementation((input, signal) => {
      asked.push(`count ${JSON.stringify(input.filter)}`);
      return count(input, signal);
    });
    list.show();
    expect(asked).toEqual(['list {}']);
    rows.resolve();
    await settle();
    expect(asked).toEqual(['list {}', 'count {}']);
    asked.length = 0;
    rows = Promise.withResolvers();
    list.setFilter({ search: 'other' });
    expect(asked).toEqual(['list {"search":"other"}']);
    rows.resolve();
    await settle();
    expect(asked).toEqual(['list {"search":"other"}', 'count {"search":"other"}']);
    expect(list.store.getState().count).toMatchObject({ count: 3 });
  });

  it('does not count a query that another one has overtaken before its rows were there', async () => {
    const { source } = listSource({ '': makeRows(3), other: makeRows(5) });
    const list = createListStore(source, {});
    const read = source.list;
    const first = Promise.withResolvers<void>();
    vi.spyOn(source, 'list').mockImplementation(async (input, signal) => {
      if (input.filter.search === undefined) await first.promise;
      return read(input, signal);
    });
    const counted = vi.spyOn(source, 'count');
    list.show();
    list.setFilter({ search: 'other' });
    await settle();
    first.resolve();
    await settle();
    expect(counted.mock.calls.map(([{ filter }]) => filter)).toEqual([{ search: 'other' }]);
  });

  it.each([
    { inView: 20, limit: 70 },
    { inView: 60, limit: 110 },
    { inView: 130, limit: MAX_LOADED_ROWS },
  ])(
    'reads no more rows of a new query than a view of $inView rows needs, in one read',
    async ({ inView, limit }) => {
      const { source } = listSource({ '': makeRows(1_000), other: makeRows(1_000) });
      const list = createListStore(source, {});
      const view = { first: 0, last: inView - 1, isAtTop: true };
      list.show();
      await settle();
      list.setVisible(view);
      await settle();
      const asked = vi.spyOn(source, 'list');
      list.setFilter({ search: 'other' });
      await settle();
      list.setVisible(view);
      await settle();
      expect(asked.mock.calls.map(([input]) => input.limit)).toEqual([limit]);
    },
  );

  it('reads no change while it is not on screen, also where it was hidden before the read began', async () => {
    const { source } = listSource({ '': makeRows(2) });
    const list = createListStore(source, {});
    const hide = list.show();
    await settle();
    const asked = vi.spyOn(source, 'list');
    list.invalidate();
    list.invalidate();
    hide();
    await settle();
    expect(asked).toHaveBeenCalledTimes(1);
    list.show();
    await settle();
    expect(asked).toHaveBeenCalledTimes(2);
  });
});
