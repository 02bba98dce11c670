import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createListStore } from '#renderer/state/list/list.ts';
import { MAX_LOADED_ROWS } from '#renderer/state/list/list-window.ts';
import { listSource, makeRows } from '../../../../support/page/list-source.ts';

const settle = () => vi.advanceTimersByTimeAsync(3000);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a list', () => {
  it('requests rows and then their count within the call that changes the query', () => {
    const { source } = listSource({ '': makeRows(3), other: makeRows(3) });
    const list = createListStore(source, {});
    const asked: string[] = [];
    vi.spyOn(source, 'list').mockImplementation(() => {
      asked.push('list');
      return new Promise(() => {});
    });
    vi.spyOn(source, 'count').mockImplementation(() => {
      asked.push('count');
      return new Promise(() => {});
    });
    list.show();
    expect(asked).toEqual(['list', 'count']);
    list.setFilter({ search: 'other' });
    expect(asked).toEqual(['list', 'count', 'list', 'count']);
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
