import { describe, expect, it } from 'vitest';
import { ok } from '#contract/result.ts';
import { createBrowser, rowAt } from '#renderer/state/browser.ts';
import { NOON } from '../support/builders.ts';

const rows = ['a', 'b', 'c'].map((id) => ({ id }));

async function browserOverRows() {
  const browser = createBrowser(
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
  await Promise.resolve();
  await Promise.resolve();
  await Promise.resolve();
  return browser;
}

describe('the row so many places on', () => {
  it('stays within the list', () => {
    expect(rowAt(rows, 'b', 1)).toBe('c');
    expect(rowAt(rows, 'c', 1)).toBe('c');
    expect(rowAt(rows, 'a', -5)).toBe('a');
  });

  it('is the first where none is selected or the selected one has gone', () => {
    expect(rowAt(rows, null, 1)).toBe('a');
    expect(rowAt(rows, 'gone', -1)).toBe('a');
    expect(rowAt([], null, 1)).toBeNull();
  });

  it('is the last for a way as long as the list, selected or not', () => {
    expect(rowAt(rows, null, rows.length)).toBe('c');
    expect(rowAt(rows, 'b', rows.length)).toBe('c');
  });
});

describe('moving in a list', () => {
  it('selects without opening', async () => {
    const browser = await browserOverRows();
    browser.move(1);
    browser.move(1);
    expect(browser.selection.getState()).toEqual({ selected: 'b', opened: false });
    expect(browser.record.store.getState().phase).toBe('none');
  });

  it('takes an open record along', async () => {
    const browser = await browserOverRows();
    browser.openSelected();
    browser.move(1);
    expect(browser.selection.getState()).toEqual({ selected: 'b', opened: true });
    expect(browser.record.store.getState()).toMatchObject({ id: 'b' });
  });

  it('leaves the row selected when its record is closed', async () => {
    const browser = await browserOverRows();
    browser.open('c');
    browser.close();
    expect(browser.selection.getState()).toEqual({ selected: 'c', opened: false });
  });
});

describe('where a list stood', () => {
  it('is forgotten with the query that it belonged to', async () => {
    const browser = await browserOverRows();
    browser.anchor.current = { ids: ['b'], first: 1, offset: 3 };
    browser.list.changed();
    expect(browser.anchor.current).not.toBeNull();
    browser.list.setFilter({});
    expect(browser.anchor.current).toBeNull();
  });
});
