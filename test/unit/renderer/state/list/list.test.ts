import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { err, ok, type Result } from '#contract/result.ts';
import { createListStore, type ListStore } from '#renderer/state/list/list.ts';
import {
  getLoadedRowAtRank,
  getShownRows,
  type ListPage,
  type ListSource,
  MAX_LOADED_ROWS,
} from '#renderer/state/list/list-window.ts';
import {
  listSource,
  makeRows,
  type NamedFilter as Filter,
  type NamedRow as Row,
} from '../../../../support/page/list-source.ts';

const settle = () => vi.advanceTimersByTimeAsync(3000);
const IN_VIEW = 20;

/** Shows the rows from this rank on, as a list on screen reports them. */
function look(list: ListStore<Filter, Row>, first: number): Promise<unknown> {
  list.setVisible({ first, last: first + IN_VIEW - 1, isAtTop: first === 0 });
  return settle();
}

/** The ids of the rows in view; null for one that is not loaded. */
function idsInView(list: ListStore<Filter, Row>, first: number, length: number): readonly (string | null)[] {
  const state = list.store.getState();
  return Array.from(
    { length: Math.max(0, Math.min(IN_VIEW, length - first)) },
    (_none, index) => getLoadedRowAtRank(state, first + index)?.id ?? null,
  );
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a list', () => {
  it('requests nothing before it is shown', async () => {
    const { source } = listSource({ '': makeRows(3) });
    const asked = vi.spyOn(source, 'list');
    createListStore(source, {}).invalidate();
    await settle();
    expect(asked).not.toHaveBeenCalled();
  });

  it('shows its first rows and the count', async () => {
    const list = createListStore(listSource({ '': makeRows(250) }).source, {});
    list.show();
    await settle();
    const { rows, isEnd, phase, count, first } = list.store.getState();
    expect({ rows: rows.length, isEnd, phase, count, first }).toEqual({
      rows: 64,
      isEnd: false,
      phase: 'ready',
      count: { count: 250, capped: false },
      first: 0,
    });
  });

  it('reads on where the user scrolls to, and lets the rows far from there go', async () => {
    const all = makeRows(2000);
    const { source } = listSource({ '': all });
    const list = createListStore(source, {});
    list.show();
    await settle();
    await look(list, 4);
    expect(list.store.getState().rows).toHaveLength(64);
    await look(list, 80);
    await look(list, 900);
    const { rows, first } = list.store.getState();
    expect(rows).toEqual(all.slice(first, first + MAX_LOADED_ROWS));
    expect(first).toBeGreaterThan(700);
  });

  it('reads a far place at once, and the places that were passed meanwhile not at all', async () => {
    const { source } = listSource({ '': makeRows(100_000) });
    const list = createListStore(source, {});
    list.show();
    await settle();
    const asked = vi.spyOn(source, 'list');
    for (let rank = 1_000; rank <= 50_000; rank += 1_000)
      list.setVisible({ first: rank, last: rank + IN_VIEW, isAtTop: false });
    await settle();
    // The first place, then the newest: little more than what is in view, and then the rows around that.
    const few = IN_VIEW + 1 + 16;
    expect(asked.mock.calls.map(([{ limit }]) => limit)).toEqual([few, few, MAX_LOADED_ROWS]);
    expect(getLoadedRowAtRank(list.store.getState(), 50_000)).toEqual({ id: 'row50000' });
  });

  it('reads what is in view again when the cache changed, and nothing else', async () => {
    const { held, source } = listSource({ '': makeRows(5_000) });
    const list = createListStore(source, {});
    list.show();
    await settle();
    await look(list, 4_000);
    held.rows = { '': [{ id: 'new' }, ...makeRows(5_000)] };
    const asked = vi.spyOn(source, 'list');
    list.invalidate();
    await settle();
    expect(asked.mock.calls.map(([{ limit }]) => limit)).toEqual([MAX_LOADED_ROWS]);
    expect(getLoadedRowAtRank(list.store.getState(), 4_001)).toEqual({ id: 'row4000' });
    expect(getShownRows(list.store.getState()).total).toBe(5_001);
  });

  it('shows new rows where it is scrolled to its very top', async () => {
    const { held, source } = listSource({ '': makeRows(300) });
    const list = createListStore(source, {});
    list.show();
    await settle();
    await look(list, 0);
    held.rows = { '': [...makeRows(1_000, 'new'), ...makeRows(300)] };
    list.invalidate();
    await settle();
    expect(list.store.getState().rows[0]).toEqual({ id: 'new0' });
  });

  it('postpones that while it is not on screen', async () => {
    const { held, source } = listSource({ '': makeRows(2) });
    const list = createListStore(source, {});
    const hide = list.show();
    await settle();
    hide();
    held.rows = { '': makeRows(5) };
    list.invalidate();
    await settle();
    expect(list.store.getState().rows).toHaveLength(2);
    list.show();
    await settle();
    expect(list.store.getState().rows).toHaveLength(5);
  });

  it('keeps its rows when a refresh fails, and says why', async () => {
    const { source } = listSource({ '': makeRows(2) });
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

  it('shows its last rows where it became shorter than the view is deep', async () => {
    const { held, source } = listSource({ '': makeRows(5_000) });
    const list = createListStore(source, {});
    list.show();
    await settle();
    await look(list, 4_900);
    held.rows = { '': makeRows(40, 'other') };
    list.invalidate();
    await settle();
    expect(list.store.getState()).toMatchObject({ rows: makeRows(40, 'other'), first: 0, isEnd: true });
    expect(getShownRows(list.store.getState()).total).toBe(40);
  });
});

describe('a list whose query changes', () => {
  async function listOfTen() {
    const { source } = listSource({ '': makeRows(10), a: makeRows(3, 'a') });
    const list = createListStore(source, {});
    const hide = list.show();
    await settle();
    return { source, list, hide, shown: () => getShownRows(list.store.getState()) };
  }

  it('shows the former rows until its own arrive, and has none of them itself', async () => {
    const { list, shown } = await listOfTen();
    list.setFilter({ search: 'a' });
    expect(shown()).toEqual({ rows: makeRows(10), first: 0, total: 10, isFormer: true });
    expect(list.store.getState().rows).toEqual([]);
    await settle();
    expect(shown()).toEqual({ rows: makeRows(3, 'a'), first: 0, total: 3, isFormer: false });
  });

  it('goes on to show them where it changes again before any rows arrived', async () => {
    const { list, shown } = await listOfTen();
    list.setFilter({ search: 'b' });
    list.setFilter({ search: 'a' });
    expect(shown()).toMatchObject({ rows: makeRows(10), isFormer: true });
    await settle();
    expect(shown()).toMatchObject({ rows: makeRows(3, 'a'), isFormer: false });
  });

  it('shows them no longer where nothing matches, or where the rows cannot be read', async () => {
    const { list, source, shown } = await listOfTen();
    list.setFilter({ search: 'none' });
    await settle();
    expect(shown()).toMatchObject({ rows: [], isFormer: false });
    list.setFilter({});
    await settle();
    vi.spyOn(source, 'list').mockResolvedValue(err('engine-down'));
    list.setFilter({ search: 'a' });
    await settle();
    expect(shown()).toMatchObject({ rows: [], isFormer: false });
  });

  it('shows none of another account', async () => {
    const { list, shown } = await listOfTen();
    list.setFilter({ search: 'a' });
    list.reset();
    expect(shown()).toMatchObject({ rows: [], isFormer: false });
  });

  it('shows none if it was not on screen', async () => {
    const { list, hide, shown } = await listOfTen();
    hide();
    list.setFilter({ search: 'a' });
    expect(shown()).toMatchObject({ rows: [], isFormer: false });
  });
});

describe('a read that throws', () => {
  /** A list whose next read throws an error, as a defect in it would. */
  async function listWithDefect() {
    const { held, source } = listSource({ '': makeRows(1_000) });
    const list = createListStore(source, {});
    list.show();
    await settle();
    await look(list, 0);
    const asked = vi.spyOn(source, 'list').mockRejectedValueOnce(new Error('a defect'));
    return { held, list, asked };
  }

  it('does not stop the later reads of the list', async () => {
    const { held, list } = await listWithDefect();
    await expect(list.jumpTo(900)).rejects.toThrow('a defect');
    await look(list, 500);
    expect(getLoadedRowAtRank(list.store.getState(), 500)).toEqual({ id: 'row500' });
    held.rows = { '': makeRows(2) };
    list.invalidate();
    await settle();
    expect(list.store.getState().rows).toEqual(makeRows(2));
  });

  it('is not followed by another at once, which would fail in the same way', async () => {
    const { list, asked } = await listWithDefect();
    const jump = list.jumpTo(900);
    list.setVisible({ first: 500, last: 520, isAtTop: false });
    await expect(jump).rejects.toThrow('a defect');
    await settle();
    expect(asked).toHaveBeenCalledTimes(1);
  });
});

describe('a jump', () => {
  it('reaches the last row of a list whose length is not known yet', async () => {
    const { source } = listSource({ '': makeRows(70_000) });
    const list = createListStore(source, {});
    const row = list.jumpTo(Infinity);
    await settle();
    expect(await row).toEqual({ id: 'row69999' });
    expect(list.store.getState()).toMatchObject({ target: { rank: 69_999 }, isEnd: true });
    expect(getShownRows(list.store.getState()).total).toBe(70_000);
  });

  it('finds a row by its id, or the next one of those that were near it', async () => {
    const { source } = listSource({ '': makeRows(70_000) });
    const list = createListStore(source, {});
    const row = list.find(['gone', 'row30000', 'row2']);
    await settle();
    expect(await row).toEqual({ id: 'row30000' });
    expect(list.store.getState().target).toEqual({ rank: 30_000 });
    const none = list.find(['gone']);
    await settle();
    expect(await none).toBeNull();
    expect(list.store.getState().phase).toBe('ready');
  });

  it('ends without a row when the query changes meanwhile', async () => {
    const { source } = listSource({ '': makeRows(1_000), a: makeRows(5, 'a') });
    const list = createListStore(source, {});
    list.show();
    await settle();
    const row = list.jumpTo(900);
    list.setFilter({ search: 'a' });
    await settle();
    expect(await row).toBeNull();
    expect(list.store.getState()).toMatchObject({ rows: makeRows(5, 'a'), target: null });
  });
});

describe('for any inserts, deletes and scrolls', () => {
  const change = fc.record({
    is: fc.constantFrom('insert' as const, 'delete' as const, 'scroll' as const, 'jump' as const),
    /** In hundredths of the list. */
    at: fc.nat(100),
    count: fc.integer({ min: 1, max: 900 }),
  });
  type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

  /** A list in view, beside a plain array of all its rows. */
  async function listInView(size: number) {
    const { held, source } = listSource({ '': makeRows(size) });
    const list = createListStore(source, {});
    let first = 0;
    list.show();
    await settle();
    await look(list, first);
    const rows = (): readonly Row[] => held.rows[''] ?? [];
    const clamp = (rank: number): number => Math.max(0, Math.min(rank, rows().length - IN_VIEW));

    /** Changes the rows; the view follows its own ones, unless it is at the very top. Returns one that it keeps. */
    async function replace(next: readonly Row[]): Promise<string | null> {
      const seen = rows().slice(first, first + IN_VIEW);
      held.rows = { '': next };
      list.invalidate();
      await settle();
      const kept = seen.findIndex(({ id }) => next.some((row) => row.id === id));
      const id = seen[kept]?.id ?? null;
      const isKept = first > 0 && id !== null;
      if (isKept) first = next.findIndex((row) => row.id === id) - kept;
      first = clamp(first);
      return isKept ? id : null;
    }

    return {
      list,
      rows,
      first: () => first,
      apply: async ({ is, at, count }: Change, turn: number): Promise<string | null> => {
        const place = Math.floor((at / 100) * rows().length);
        const added = is === 'insert' ? makeRows(count, `new${turn}-`) : [];
        const end = place + (is === 'delete' ? count : 0);
        if (is === 'insert' || is === 'delete')
          return replace([...rows().slice(0, place), ...added, ...rows().slice(end)]);
        first = clamp(place + count);
        if (is === 'scroll') return null;
        const row = list.jumpTo(first);
        await settle();
        return (await row)?.id ?? null;
      },
    };
  }

  it('the row under the eye stays, every rank can be reached, and few rows are kept', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(4_000), fc.array(change, { maxLength: 12 }), async (size, changes) => {
        const { list, rows, first, apply } = await listInView(size);
        for (const [turn, each] of changes.entries()) {
          const kept = await apply(each, turn);
          const loaded = list.store.getState().rows.map(({ id }) => id);
          expect(loaded).toEqual(expect.arrayContaining(kept === null ? [] : [kept]));
          await look(list, first());
          const expected = rows().slice(first(), first() + IN_VIEW);
          expect(idsInView(list, first(), rows().length)).toEqual(expected.map(({ id }) => id));
          expect(list.store.getState().rows.length).toBeLessThanOrEqual(MAX_LOADED_ROWS);
          expect(getShownRows(list.store.getState()).total).toBe(rows().length);
        }
      }),
      { numRuns: 60 },
    );
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
        await vi.advanceTimersByTimeAsync(0);
        for (const search of ['a', 'ab', 'abc']) {
          list.setFilter({ search });
          await vi.advanceTimersByTimeAsync(0);
        }
        for (const index of order) {
          waiting[index]?.let();
          await vi.advanceTimersByTimeAsync(0);
        }
        expect(list.store.getState().rows).toEqual([{ id: 'of abc' }]);
      }),
      { numRuns: 24 },
    );
  });

  it('to an earlier count do not replace the newest count', async () => {
    const { source } = listSource({ '': makeRows(3) });
    const waiting: ((count: number) => void)[] = [];
    vi.spyOn(source, 'count').mockImplementation(
      () =>
        new Promise((answer) => {
          waiting.push((count) => answer(ok({ count, capped: false })));
        }),
    );
    const list = createListStore(source, {});
    list.show();
    await settle();
    list.reloadNow();
    await settle();
    expect(waiting).toHaveLength(2);
    for (const [index, count] of [
      [1, 8],
      [0, 7],
    ] as const) {
      waiting[index]?.(count);
      await settle();
      expect(list.store.getState().count).toEqual({ count: 8, capped: false });
    }
  });

  it('do not restore rows after a reset', async () => {
    const { source, waiting } = slow(() => [{ id: 'of the account before' }]);
    const list = createListStore(source, {});
    const hide = list.show();
    await vi.advanceTimersByTimeAsync(0);
    hide();
    list.reset();
    waiting[0]?.let();
    await settle();
    expect(waiting).toHaveLength(1);
    expect(list.store.getState().rows).toEqual([]);
  });
});
