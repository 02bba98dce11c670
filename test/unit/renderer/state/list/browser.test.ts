import { describe, expect, it } from 'vitest';
import { ok } from '#contract/result.ts';
import { createListAndRecordStore } from '#renderer/state/list/list-and-record.ts';
import { getRowAtDistance } from '#renderer/state/list/row-moves.ts';
import { NOON } from '../../../../support/builders.ts';
import { listSource, makeRows } from '../../../../support/page/list-source.ts';
import { waitUntilPasses } from '../../../../support/wait.ts';

const rows = ['a', 'b', 'c'].map((id) => ({ id }));

const recordSource = {
  get: ({ id }: { id: string }) => Promise.resolve(ok({ record: id, id, fetchedAt: NOON, pending: null })),
  refresh: () => Promise.resolve(),
};

async function browserOverRows() {
  const browser = createListAndRecordStore(listSource({ '': rows }).source, recordSource, {});
  browser.list.show();
  await waitUntilPasses(() => expect(browser.list.store.getState().rows).toEqual(rows));
  return browser;
}

describe('the row at an offset', () => {
  const whole = { rows, first: 0, isEnd: true };

  it('stays within the list', () => {
    expect(getRowAtDistance(whole, 'b', 1)).toEqual({ id: 'c' });
    expect(getRowAtDistance(whole, 'c', 1)).toEqual({ id: 'c' });
    expect(getRowAtDistance(whole, 'a', -5)).toEqual({ id: 'a' });
  });

  it('is the first if none is current', () => {
    expect(getRowAtDistance(whole, null, 1)).toEqual({ id: 'a' });
    expect(getRowAtDistance({ ...whole, rows: [] }, null, 1)).toBeNull();
  });

  it('is the last for an offset as long as the list, current row or not', () => {
    expect(getRowAtDistance(whole, null, Infinity)).toEqual({ id: 'c' });
    expect(getRowAtDistance(whole, 'b', rows.length)).toEqual({ id: 'c' });
  });

  it('is unknown if it or the current row is not loaded', () => {
    const part = { rows, first: 500, isEnd: false };
    expect(getRowAtDistance(part, 'gone', 1)).toBeNull();
    expect(getRowAtDistance(part, 'c', 1)).toBeNull();
    expect(getRowAtDistance(part, 'a', -1)).toBeNull();
    expect(getRowAtDistance(part, 'a', -Infinity)).toBeNull();
    expect(getRowAtDistance(part, 'b', 1)).toEqual({ id: 'c' });
  });
});

describe('moving over a list that is not loaded as a whole', () => {
  const all = makeRows(20_000);

  async function browserOverMany() {
    const { held, source } = listSource({ '': all, other: makeRows(3, 'other') });
    const browser = createListAndRecordStore(source, recordSource, {});
    browser.list.show();
    await waitUntilPasses(() => expect(browser.list.store.getState().phase).toBe('ready'));
    return { browser, held, selected: () => browser.currentRow.getState().selected };
  }

  it('goes to the very last row and back to the first', async () => {
    const { browser, selected } = await browserOverMany();
    await browser.move(Infinity);
    expect(selected()).toBe('row19999');
    expect(browser.list.store.getState().target).toEqual({ rank: 19_999 });
    await browser.move(-Infinity);
    expect(selected()).toBe('row0');
  });

  it('goes as far as the key says where the rows there are not loaded yet', async () => {
    const { browser, selected } = await browserOverMany();
    browser.open('row60');
    await browser.move(15);
    expect(selected()).toBe('row75');
    expect(browser.record.store.getState()).toMatchObject({ id: 'row75' });
  });

  it('goes on from the current row where the list was scrolled away from it', async () => {
    const { browser, selected } = await browserOverMany();
    browser.select('row60');
    await browser.list.jumpTo(10_000);
    await browser.move(1);
    expect(selected()).toBe('row61');
    await browser.list.jumpTo(250);
    await browser.move(-1);
    expect(selected()).toBe('row60');
  });

  it('goes on from where the current row was, if it left the list while that was scrolled elsewhere', async () => {
    const { browser, held, selected } = await browserOverMany();
    browser.select('row60');
    await browser.list.jumpTo(10_000);
    held.rows = { '': all.filter(({ id }) => id !== 'row60') };
    await browser.move(1);
    expect(selected()).toBe('row61');
  });

  it('reaches the last row although the list changes meanwhile', async () => {
    const { browser, held, selected } = await browserOverMany();
    held.rows = { '': [...all, { id: 'new' }] };
    browser.list.reloadNow();
    await browser.move(Infinity);
    expect(selected()).toBe('new');
  });

  it('stays where the user went while the rows were loaded', async () => {
    const { browser, selected } = await browserOverMany();
    const moved = browser.move(Infinity);
    browser.open('row3');
    await moved;
    expect(selected()).toBe('row3');
  });

  it('selects nothing of another query', async () => {
    const { browser, selected } = await browserOverMany();
    const moved = browser.move(Infinity);
    browser.list.setFilter({ search: 'other' });
    await moved;
    await waitUntilPasses(() => expect(browser.list.store.getState().rows).toHaveLength(3));
    expect(selected()).toBeNull();
  });
});

describe('while the rows of the former query are still shown', () => {
  it('a move goes to a row of the new query, and none of the former is opened', async () => {
    const { source } = listSource({ '': makeRows(10), other: makeRows(3, 'other') });
    const browser = createListAndRecordStore(source, recordSource, {});
    browser.list.show();
    await waitUntilPasses(() => expect(browser.list.store.getState().rows).toHaveLength(10));
    browser.select('row5');
    browser.list.setFilter({ search: 'other' });
    const moved = browser.move(1);
    expect(browser.currentRow.getState().selected).toBe('row5');
    await moved;
    expect(browser.currentRow.getState()).toEqual({ selected: 'other0', opened: false });
  });
});

describe('the first row of a query', () => {
  it('is selected as soon as the query has its rows', async () => {
    const browser = await browserOverRows();
    browser.list.setFilter({});
    browser.selectFirst();
    expect(browser.currentRow.getState().selected).toBeNull();
    await waitUntilPasses(() =>
      expect(browser.currentRow.getState()).toEqual({ selected: 'a', opened: false }),
    );
  });
});

describe('a current row that leaves its position', () => {
  async function browserOver(first: readonly string[]) {
    const toRows = (ids: readonly string[]) => ({ '': ids.map((id) => ({ id })) });
    const { held, source } = listSource(toRows(first));
    const browser = createListAndRecordStore(source, recordSource, {});
    const shown = (): readonly string[] => browser.list.store.getState().rows.map(({ id }) => id);
    browser.list.show();
    await waitUntilPasses(() => expect(shown()).toEqual(first));
    const become = async (now: readonly string[]): Promise<void> => {
      held.rows = toRows(now);
      browser.list.invalidate();
      await waitUntilPasses(() => expect(shown()).toEqual(now));
    };
    return { browser, become, selected: () => browser.currentRow.getState().selected };
  }

  it('is followed by the one that came after it, not by the first of the list', async () => {
    const { browser, become, selected } = await browserOver(['a', 'b', 'c', 'd']);
    browser.open('b');
    await become(['a', 'c', 'd']);
    void browser.move(1);
    expect(selected()).toBe('c');
  });

  it('is preceded by the one that came before it', async () => {
    const { browser, become, selected } = await browserOver(['a', 'b', 'c', 'd']);
    browser.open('c');
    await become(['a', 'b', 'd']);
    void browser.move(-1);
    expect(selected()).toBe('b');
  });

  it('moves the current row to the nearest if it was the last', async () => {
    const { browser, become, selected } = await browserOver(['a', 'b', 'c']);
    browser.open('c');
    await become(['a', 'b']);
    void browser.move(1);
    expect(selected()).toBe('b');
  });

  it('stays in place if the row moves because of the user’s action on it', async () => {
    const { browser, become, selected } = await browserOver(['a', 'b', 'c', 'd']);
    browser.open('a');
    browser.savePosition();
    await become(['b', 'c', 'd', 'a']);
    void browser.move(1);
    expect(selected()).toBe('b');
  });
});

describe('moving in a list', () => {
  it('moves the current row without opening it', async () => {
    const browser = await browserOverRows();
    void browser.move(1);
    void browser.move(1);
    expect(browser.currentRow.getState()).toEqual({ selected: 'b', opened: false });
    expect(browser.record.store.getState().phase).toBe('none');
  });

  it('opens the next record if a record is open', async () => {
    const browser = await browserOverRows();
    browser.openSelected();
    void browser.move(1);
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
