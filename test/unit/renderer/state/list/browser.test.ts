import { describe, expect, it, vi } from 'vitest';
import { ok } from '#contract/result.ts';
import { createRecordBrowser } from '#renderer/state/list/browser.ts';
import { getRowBelow } from '#renderer/state/list/row-moves.ts';
import { NOON } from '../../../../support/builders.ts';

const rows = ['a', 'b', 'c'].map((id) => ({ id }));

async function browserOverRows() {
  const browser = createRecordBrowser(
    {
      list: () => Promise.resolve(ok({ items: rows, next: null })),
      count: () => Promise.resolve(ok({ count: rows.length, capped: false })),
    },
    {
      get: ({ id }) => Promise.resolve(ok({ record: id, id, fetchedAt: NOON, pending: null })),
      refresh: () => Promise.resolve(),
    },
    {},
  );
  browser.list.show();
  await vi.waitFor(() => expect(browser.list.store.getState().rows).toEqual(rows));
  return browser;
}

describe('the row at an offset', () => {
  it('stays within the list', () => {
    expect(getRowBelow(rows, 'b', 1)).toBe('c');
    expect(getRowBelow(rows, 'c', 1)).toBe('c');
    expect(getRowBelow(rows, 'a', -5)).toBe('a');
  });

  it('is the first if none is current or the current one is gone', () => {
    expect(getRowBelow(rows, null, 1)).toBe('a');
    expect(getRowBelow(rows, 'gone', -1)).toBe('a');
    expect(getRowBelow([], null, 1)).toBeNull();
  });

  it('is the last for an offset as long as the list, current row or not', () => {
    expect(getRowBelow(rows, null, rows.length)).toBe('c');
    expect(getRowBelow(rows, 'b', rows.length)).toBe('c');
  });
});

describe('moving over a list that is not loaded as a whole', () => {
  const all = Array.from({ length: 1_300 }, (_, index) => ({ id: `row${index}` }));

  async function browserOverMany() {
    const held = { rows: all };
    const browser = createRecordBrowser(
      {
        list: ({ limit, after }) => {
          const from = after === undefined ? 0 : held.rows.findIndex(({ id }) => id === after) + 1;
          const items = held.rows.slice(from, from + limit);
          const next = from + limit < held.rows.length ? (items.at(-1)?.id ?? null) : null;
          return Promise.resolve(ok({ items, next }));
        },
        count: () => Promise.resolve(ok({ count: held.rows.length, capped: false })),
      },
      {
        get: ({ id }) => Promise.resolve(ok({ record: id, id, fetchedAt: NOON, pending: null })),
        refresh: () => Promise.resolve(),
      },
      {},
    );
    browser.list.show();
    await vi.waitFor(() => expect(browser.list.store.getState().rows).toHaveLength(100));
    return { browser, held, selected: () => browser.currentRow.getState().selected };
  }

  it('goes to the very last row and back to the first', async () => {
    const { browser, selected } = await browserOverMany();
    browser.move(Infinity);
    await vi.waitFor(() => expect(selected()).toBe('row1299'));
    expect(browser.list.store.getState().rows).toEqual(all);
    browser.move(-Infinity);
    expect(selected()).toBe('row0');
  });

  it('goes as far as the key says where the rows there are not loaded yet', async () => {
    const { browser, selected } = await browserOverMany();
    browser.open('row90');
    browser.move(15);
    await vi.waitFor(() => expect(selected()).toBe('row105'));
    expect(browser.record.store.getState()).toMatchObject({ id: 'row105' });
  });

  it('reaches the last row although the list changes meanwhile', async () => {
    const { browser, held, selected } = await browserOverMany();
    browser.move(Infinity);
    held.rows = [{ id: 'new' }, ...all];
    browser.list.reloadNow();
    await vi.waitFor(() => expect(selected()).toBe('row1299'));
    expect(browser.list.store.getState().rows[0]).toEqual({ id: 'new' });
  });

  it('stays where the user went while the rows were loaded', async () => {
    const { browser, selected } = await browserOverMany();
    browser.move(Infinity);
    browser.open('row3');
    await vi.waitFor(() => expect(browser.list.store.getState().rows).toHaveLength(all.length));
    expect(selected()).toBe('row3');
  });

  it('selects nothing of another query', async () => {
    const { browser, selected } = await browserOverMany();
    browser.move(Infinity);
    browser.list.setFilter({ text: 'other' });
    await vi.waitFor(() => expect(browser.list.store.getState().rows).toHaveLength(100));
    expect(selected()).toBeNull();
  });
});

describe('the first row of a query', () => {
  it('is selected as soon as the query has its rows', async () => {
    const browser = await browserOverRows();
    browser.list.setFilter({});
    browser.selectFirst();
    expect(browser.currentRow.getState().selected).toBeNull();
    await vi.waitFor(() => expect(browser.currentRow.getState()).toEqual({ selected: 'a', opened: false }));
  });
});

describe('a current row that leaves its position', () => {
  async function browserOver(first: readonly string[]) {
    let ids = first;
    const browser = createRecordBrowser(
      {
        list: () => Promise.resolve(ok({ items: ids.map((id) => ({ id })), next: null })),
        count: () => Promise.resolve(ok({ count: ids.length, capped: false })),
      },
      {
        get: ({ id }) => Promise.resolve(ok({ record: id, id, fetchedAt: NOON, pending: null })),
        refresh: () => Promise.resolve(),
      },
      {},
    );
    const shown = (): readonly string[] => browser.list.store.getState().rows.map(({ id }) => id);
    browser.list.show();
    await vi.waitFor(() => expect(shown()).toEqual(first));
    const become = async (now: readonly string[]): Promise<void> => {
      ids = now;
      browser.list.invalidate();
      await vi.waitFor(() => expect(shown()).toEqual(now), { timeout: 5_000 });
    };
    return { browser, become, selected: () => browser.currentRow.getState().selected };
  }

  it('is followed by the one that came after it, not by the first of the list', async () => {
    const { browser, become, selected } = await browserOver(['a', 'b', 'c', 'd']);
    browser.open('b');
    await become(['a', 'c', 'd']);
    browser.move(1);
    expect(selected()).toBe('c');
  });

  it('is preceded by the one that came before it', async () => {
    const { browser, become, selected } = await browserOver(['a', 'b', 'c', 'd']);
    browser.open('c');
    await become(['a', 'b', 'd']);
    browser.move(-1);
    expect(selected()).toBe('b');
  });

  it('moves the current row to the nearest if it was the last', async () => {
    const { browser, become, selected } = await browserOver(['a', 'b', 'c']);
    browser.open('c');
    await become(['a', 'b']);
    browser.move(1);
    expect(selected()).toBe('b');
  });

  it('stays in place if the row moves because of the user’s action on it', async () => {
    const { browser, become, selected } = await browserOver(['a', 'b', 'c', 'd']);
    browser.open('a');
    browser.savePosition();
    await become(['b', 'c', 'd', 'a']);
    browser.move(1);
    expect(selected()).toBe('b');
  });
});

describe('moving in a list', () => {
  it('moves the current row without opening it', async () => {
    const browser = await browserOverRows();
    browser.move(1);
    browser.move(1);
    expect(browser.currentRow.getState()).toEqual({ selected: 'b', opened: false });
    expect(browser.record.store.getState().phase).toBe('none');
  });

  it('opens the next record if a record is open', async () => {
    const browser = await browserOverRows();
    browser.openSelected();
    browser.move(1);
    expect(browser.currentRow.getState()).toEqual({ selected: 'b', opened: true });
    expect(browser.record.store.getState()).toMatchObject({ id: 'b' });
  });

  it('keeps the current row when its record is closed', async () => {
    const browser = await browserOverRows();
    browser.open('c');
    browser.close();
    expect(browser.currentRow.getState()).toEqual({ selected: 'c', opened: false });
  });
});

describe('the scroll position of a list', () => {
  it('is forgotten with the query that it belonged to', async () => {
    const browser = await browserOverRows();
    browser.anchor.current = { ids: ['b'], first: 1, offset: 3 };
    browser.list.invalidate();
    expect(browser.anchor.current).not.toBeNull();
    browser.list.setFilter({});
    expect(browser.anchor.current).toBeNull();
  });
});
