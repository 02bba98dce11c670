import { describe, expect, it, vi } from 'vitest';
import { collectItemsFromPages, iteratePages, type PageStart } from '#contract/paginate.ts';
import { err, ok } from '#contract/result.ts';

/** The numbers from 1 to `count`, two on a page; the cursor is the last number. */
const numbers = (count: number) =>
  vi.fn(async ({ after = 0 }: PageStart<number>) => {
    const items = [after + 1, after + 2].filter((number) => number <= count);
    return ok({ items, next: after + 2 < count ? after + 2 : null });
  });

describe('the pages of a list', () => {
  it('are asked for from where the page before ended, the first one without a place', async () => {
    const ask = numbers(5);
    const pages: (readonly number[])[] = [];
    for await (const page of iteratePages(ask)) if (page.ok) pages.push(page.value.items);
    expect(pages).toEqual([[1, 2], [3, 4], [5]]);
    expect(ask.mock.calls).toEqual([[{}], [{ after: 2 }], [{ after: 4 }]]);
  });

  it('begin at the place that is named', async () => {
    const ask = numbers(4);
    for await (const page of iteratePages(ask, { after: 2 }))
      expect(page).toEqual(ok({ items: [3, 4], next: null }));
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it('end with an error', async () => {
    const ask = vi.fn(async ({ after }: PageStart<number>) =>
      after === undefined ? ok({ items: [1], next: 1 }) : err('storage-damaged'),
    );
    const pages = [];
    for await (const page of iteratePages(ask)) pages.push(page.ok);
    expect(pages).toEqual([true, false]);
    expect(await collectItemsFromPages(ask)).toEqual(err('storage-damaged'));
  });

  it('are not asked for once the reading has stopped', async () => {
    const ask = numbers(9);
    for await (const page of iteratePages(ask)) if (page.ok && page.value.items.includes(3)) break;
    expect(ask).toHaveBeenCalledTimes(2);
  });
});

describe('the items of a list', () => {
  it('are those of all pages', async () => {
    expect(await collectItemsFromPages(numbers(5))).toEqual(ok({ items: [1, 2, 3, 4, 5], next: null }));
  });

  it('end with the page that reaches a limit, which says where the next one begins', async () => {
    expect(await collectItemsFromPages(numbers(9), { pages: 2 })).toEqual(
      ok({ items: [1, 2, 3, 4], next: 4 }),
    );
    expect(await collectItemsFromPages(numbers(9), { items: 3 })).toEqual(
      ok({ items: [1, 2, 3, 4], next: 4 }),
    );
  });
});
