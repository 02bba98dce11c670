import { describe, expect, it } from 'vitest';
import { err, ok, type Result } from '#contract/result.ts';
import { createListSourceWithCounts, type SearchTextQuery } from '#renderer/state/list/query-list.ts';

interface Counts {
  readonly all: number;
  readonly isLowerBound?: true;
}

/** A call whose responses come from the test, in the order of the calls. */
function createControlledCall() {
  const waiting: ((response: Result<Counts>) => void)[] = [];
  const call = () => new Promise<Result<Counts>>((resolve) => waiting.push(resolve));
  const respond = async (counts: Counts | 'failed'): Promise<void> => {
    waiting.shift()?.(counts === 'failed' ? err('internal') : ok(counts));
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { call, respond, isAsked: () => waiting.length > 0 };
}

function createSource() {
  const [some, all] = [createControlledCall(), createControlledCall()];
  const source = createListSourceWithCounts<SearchTextQuery, never, Counts>({
    page: async () => ok({ items: [], next: null }),
    counts: all.call,
    countSome: some.call,
    getCount: (counts) => counts.all,
  });
  const show = () => {
    const { text, counts, isLowerBound } = source.counts.getState();
    return `${text}: ${counts?.all ?? 'unknown'}${isLowerBound ? '+' : ''}`;
  };
  const getKnown = (text: string) => source.getKnownCount?.({ text })?.count ?? null;
  return { some, all, show, getKnown, count: (text: string) => source.count({ filter: { text } }) };
}

describe('the counts of a new search', () => {
  it('are shown as lower bounds until the exact ones arrive, which alone are the length of the list', async () => {
    const { some, all, show, count } = createSource();
    const counted = count('common');
    await some.respond({ all: 10_200, isLowerBound: true });
    expect(show()).toBe('common: 10200+');
    await all.respond({ all: 312_000 });
    expect(show()).toBe('common: 312000');
    expect(await counted).toEqual(ok({ count: 312_000, capped: false }));
  });

  it('are asked for once where all are counted', async () => {
    const { some, all, show, count } = createSource();
    const counted = count('rare');
    await some.respond({ all: 3 });
    expect(await counted).toEqual(ok({ count: 3, capped: false }));
    expect([show(), all.isAsked()]).toEqual(['rare: 3', false]);
  });

  it('are not shown after those of a newer search', async () => {
    const { some, all, show, count } = createSource();
    const [first, second] = [count('com'), count('comm')];
    await some.respond({ all: 20_000, isLowerBound: true });
    await some.respond({ all: 7 });
    await all.respond({ all: 400_000 });
    await Promise.all([first, second]);
    expect(show()).toBe('comm: 7');
  });

  it('stay lower bounds where the exact ones cannot be read, which is an error', async () => {
    const { some, all, show, count } = createSource();
    const counted = count('common');
    await some.respond({ all: 10_200, isLowerBound: true });
    await all.respond('failed');
    expect((await counted).ok).toBe(false);
    expect(show()).toBe('common: 10200+');
  });
});

it('counts of the same search are replaced by exact ones alone', async () => {
  const { some, all, show, count } = createSource();
  const first = count('common');
  await some.respond({ all: 10_200, isLowerBound: true });
  await all.respond({ all: 312_000 });
  await first;
  const second = count('common');
  expect([some.isAsked(), all.isAsked()]).toEqual([false, true]);
  expect(show()).toBe('common: 312000');
  await all.respond({ all: 312_001 });
  await second;
  expect(show()).toBe('common: 312001');
});

it('a search that was counted has a known length, in each of its tabs; one that has a lower bound has none', async () => {
  const { some, all, getKnown, count } = createSource();
  expect(getKnown('common')).toBeNull();
  const counted = count('common');
  await some.respond({ all: 10_200, isLowerBound: true });
  expect(getKnown('common')).toBeNull();
  await all.respond({ all: 312_000 });
  await counted;
  expect([getKnown('common'), getKnown('rare')]).toEqual([312_000, null]);
});
