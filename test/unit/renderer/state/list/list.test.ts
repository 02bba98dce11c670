import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { err, ok, type Result } from '#contract/result.ts';
import { createListStore } from '#renderer/state/list/list.ts';
import { appendRows, type ListSource, type ListPage } from '#renderer/state/list/list-requests.ts';

interface Row {
  readonly id: string;
}
interface Filter {
  readonly search?: string;
}

const named = (count: number, name = 'row'): readonly Row[] =>
  Array.from({ length: count }, (_, index) => ({ id: `${name}${index}` }));

/** A cache in memory: one list of rows per search, windows by the id of the last row. */
function cache(start: Record<string, readonly Row[]>) {
  const held = { rows: start };
  const source: ListSource<Filter, Row> = {
    list: ({ filter, limit, after }) => {
      const rows = held.rows[filter.search ?? ''] ?? [];
      const from = after === undefined ? 0 : rows.findIndex(({ id }) => id === after) + 1;
      const items = rows.slice(from, from + limit);
      return Promise.resolve(
        ok({ items, next: from + limit < rows.length ? (items.at(-1)?.id ?? null) : null }),
      );
    },
    count: ({ filter }) =>
      Promise.resolve(ok({ count: held.rows[filter.search ?? '']?.length ?? 0, capped: false })),
  };
  return { held, source };
}

const settle = () => vi.advanceTimersByTimeAsync(3000);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a list', () => {
  it('requests nothing before it is shown', async () => {
    const { source } = cache({ '': named(3) });
    const list = vi.spyOn(source, 'list');
    createListStore(source, {}).invalidate();
    await settle();
    expect(list).not.toHaveBeenCalled();
  });

  it('shows the first window and the count', async () => {
    const list = createListStore(cache({ '': named(250) }).source, {});
    list.show();
    await settle();
    const { rows, next, phase, count } = list.store.getState();
    expect({ rows: rows.length, next, phase, count }).toEqual({
      rows: 100,
      next: 'row99',
      phase: 'ready',
      count: { count: 250, capped: false },
    });
  });

  it('fetches on as the user scrolls down, to the end and no further', async () => {
    const list = createListStore(cache({ '': named(250) }).source, {});
    list.show();
    await settle();
    list.setLastVisible(20);
    await settle();
    expect(list.store.getState().rows).toHaveLength(100);
    list.setLastVisible(90);
    await settle();
    list.setLastVisible(199);
    await settle();
    list.setLastVisible(249);
    await settle();
    expect(list.store.getState().rows).toEqual(named(250));
    expect(list.store.getState().next).toBeNull();
  });

  it('reaches a far position in few windows', async () => {
    const { source } = cache({ '': named(2000) });
    const asked = vi.spyOn(source, 'list');
    const list = createListStore(source, {});
    list.show();
    await settle();
    for (let tries = 0; tries < 10 && list.store.getState().rows.length < 1500; tries += 1) {
      list.setLastVisible(1500);
      await settle();
    }
    expect(list.store.getState().rows.slice(0, 1500)).toEqual(named(2000).slice(0, 1500));
    expect(asked.mock.calls.length).toBeLessThanOrEqual(5);
  });

  it('fetches again what is shown when the cache changed, as deep as the user has scrolled', async () => {
    const { held, source } = cache({ '': named(300) });
    const list = createListStore(source, {});
    list.show();
    await settle();
    list.setLastVisible(95);
    await settle();
    held.rows = { '': [{ id: 'new' }, ...named(300)] };
    list.invalidate();
    await settle();
    expect(list.store.getState().rows.slice(0, 3)).toEqual([{ id: 'new' }, { id: 'row0' }, { id: 'row1' }]);
    expect(list.store.getState().rows).toHaveLength(200);
    expect(list.store.getState().count?.count).toBe(301);
  });

  it('postpones that while it is not on screen', async () => {
    const { held, source } = cache({ '': named(2) });
    const list = createListStore(source, {});
    const hide = list.show();
    await settle();
    hide();
    held.rows = { '': named(5) };
    list.invalidate();
    await settle();
    expect(list.store.getState().rows).toHaveLength(2);
    list.show();
    await settle();
    expect(list.store.getState().rows).toHaveLength(5);
  });

  it('keeps its rows when a refresh fails, and says why', async () => {
    const { source } = cache({ '': named(2) });
    const list = createListStore(source, {});
    list.show();
    await settle();
    vi.spyOn(source, 'list').mockResolvedValue(err('engine-down'));
    list.invalidate();
    await settle();
    const { rows, phase, error } = list.store.getState();
    expect({ rows: rows.length, phase, error }).toEqual({
      rows: 2,
      phase: 'failed',
      error: { code: 'engine-down' },
    });
  });
});

describe('responses that come late', () => {
  /** A source whose responses wait until the test releases them, in any order. */
  function slow(rowsOf: (search: string) => readonly Row[]) {
    const waiting: { readonly search: string; readonly let: () => void }[] = [];
    const source: ListSource<Filter, Row> = {
      list: ({ filter: { search = '' } }) =>
        new Promise<Result<ListPage<Row>>>((answer) => {
          waiting.push({ search, let: () => answer(ok({ items: rowsOf(search), next: null })) });
        }),
      count: () => Promise.resolve(ok({ count: 0, capped: false })),
    };
    return { source, waiting };
  }

  it('to an older query are dropped, in whatever order they come', async () => {
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }), async (order) => {
        const { source, waiting } = slow((search) => [{ id: `of ${search}` }]);
        const list = createListStore(source, {});
        list.show();
        for (const search of ['a', 'ab', 'abc']) list.setFilter({ search });
        for (const index of order) {
          waiting[index]?.let();
          await vi.advanceTimersByTimeAsync(0);
        }
        expect(list.store.getState().rows).toEqual([{ id: 'of abc' }]);
      }),
      { numRuns: 24 },
    );
  });

  it('do not restore rows after a reset', async () => {
    const { source, waiting } = slow(() => [{ id: 'of the account before' }]);
    const list = createListStore(source, {});
    const hide = list.show();
    hide();
    list.reset();
    waiting[0]?.let();
    await settle();
    expect(list.store.getState().rows).toEqual([]);
  });

  it('of a window are not added behind rows that were fetched again', async () => {
    const { held, source } = cache({ '': named(300) });
    const list = createListStore(source, {});
    list.show();
    await settle();
    const late = Promise.withResolvers<Result<ListPage<Row>>>();
    const real = source.list;
    vi.spyOn(source, 'list').mockReturnValueOnce(late.promise).mockImplementation(real);
    list.setLastVisible(99);
    held.rows = { '': named(150, 'other') };
    list.invalidate();
    await settle();
    late.resolve(ok({ items: [{ id: 'row100' }], next: null }));
    await settle();
    expect(list.store.getState().rows).toEqual(named(150, 'other'));
  });
});

describe('windows that overlap', () => {
  it('are merged so that each row is there once, at its first position', () => {
    expect(appendRows(named(3), [{ id: 'row2' }, { id: 'row3' }])).toEqual(named(4));
  });

  it('are merged that way for any two windows', () => {
    const ids = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e').map((id) => ({ id })));
    fc.assert(
      fc.property(ids, ids, (one, other) => {
        const merged = appendRows(appendRows([], one), other).map(({ id }) => id);
        expect(merged).toEqual([...new Set([...one, ...other].map(({ id }) => id))]);
      }),
    );
  });
});
