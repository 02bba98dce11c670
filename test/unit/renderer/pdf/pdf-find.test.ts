import { describe, expect, it } from 'vitest';
import {
  getCurrentAndTotalMatchNumbers,
  createPdfFind,
  type FindLimits,
  type PageTextReadResult,
} from '#renderer/pdf/find/pdf-find.ts';

const text = (...lines: readonly string[]): PageTextReadResult => ({
  pieces: lines.map((line) => ({ text: line, endsLine: true })),
  isPartial: false,
});

/** A PDF with these pages; `read` are the numbers of those that were read, in order. */
function openPdf(pages: readonly (PageTextReadResult | null)[], limits?: FindLimits) {
  const read: number[] = [];
  const find = createPdfFind(
    pages.length,
    async (number) => {
      read.push(number);
      const page = pages[number - 1];
      if (page === null || page === undefined) throw new Error('no such page');
      return page;
    },
    limits,
  );
  const at = () => find.store.getState().current;
  return { find, read, at, count: () => getCurrentAndTotalMatchNumbers(find.store.getState()) };
}

const PAGES = [text('iron', 'Iron'), text('zinc'), text('iron'), text('of IRON')];

describe('a search in a PDF', () => {
  it('begins at the page in view, and counts the matches of all pages', async () => {
    const { find, read, at, count } = openPdf(PAGES);
    await find.search('Iron', 2);
    expect(read).toEqual([2, 3, 4, 1]);
    expect(at()).toEqual({ page: 3, index: 0 });
    expect(count()).toEqual({ at: 3, all: 4 });
  });

  it('goes to the next and the previous match, and around', async () => {
    const { find, count } = openPdf(PAGES);
    await find.search('iron', 1);
    const seen = [1, 1, 1, 1, -1, -1].map((by) => {
      find.step(by === 1 ? 1 : -1);
      return count().at;
    });
    expect(seen).toEqual([2, 3, 4, 1, 4, 3]);
  });

  it('reads no page before there is a search, and each page once', async () => {
    const { find, read } = openPdf(PAGES);
    expect(read).toEqual([]);
    await find.search('iron', 1);
    await find.search('zinc', 1);
    expect(read).toEqual([1, 2, 3, 4]);
    expect(find.store.getState().current).toEqual({ page: 2, index: 0 });
  });

  it('is not replaced by one that was typed before', async () => {
    const { find, count } = openPdf(PAGES);
    await Promise.all([find.search('zinc', 1), find.search('iron', 1)]);
    expect(find.store.getState()).toMatchObject({ search: 'iron', isSearching: false });
    expect(count().all).toBe(4);
  });

  it('knows a PDF without text from one that lacks the words', async () => {
    const scan = openPdf([text(), text(' ')]);
    await scan.find.search('iron', 1);
    expect(scan.find.store.getState()).toMatchObject({ hasText: false, isPartial: false, current: null });
    const { find } = openPdf(PAGES);
    await find.search('copper', 1);
    expect(find.store.getState()).toMatchObject({ hasText: true, isPartial: false, current: null });
  });

  it('says that a part was not searched where a page cannot be read or is too long', async () => {
    const broken = openPdf([text('iron'), null]);
    await broken.find.search('iron', 1);
    expect(broken.find.store.getState()).toMatchObject({ isPartial: true, isSearching: false });
    expect(broken.count().all).toBe(1);
    const long = openPdf([{ ...text('iron'), isPartial: true }]);
    await long.find.search('iron', 1);
    expect(long.find.store.getState().isPartial).toBe(true);
  });

  it('reads no more once there is enough text, or enough matches', async () => {
    const page = text('a a a a');
    const full = openPdf([page, page, page, page], { characters: 16, matches: 100 });
    await full.find.search('b', 1);
    expect(full.read).toEqual([1, 2]);
    expect(full.find.store.getState().isPartial).toBe(true);
    const many = openPdf([page, page], { characters: 100, matches: 3 });
    await many.find.search('a', 1);
    expect(many.read).toEqual([1]);
    expect(many.count()).toEqual({ at: 1, all: 3 });
    expect(many.find.store.getState().isPartial).toBe(true);
  });

  it('is forgotten when it is closed, and stops reading', async () => {
    const { find, read } = openPdf(PAGES);
    const search = find.search('iron', 1);
    find.clear();
    await search;
    expect(read).toEqual([1]);
    expect(find.store.getState()).toMatchObject({ search: '', current: null, isSearching: false });
    expect(find.store.getState().matches.size).toBe(0);
  });
});
