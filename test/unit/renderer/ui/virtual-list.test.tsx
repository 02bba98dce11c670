import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useLayoutEffect } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { ok } from '#contract/result.ts';
import { createListAndRecordStore } from '#renderer/state/list/list-and-record.ts';
import { getShownRows, MAX_LOADED_ROWS, type ListSource } from '#renderer/state/list/list-window.ts';
import { MAX_SCROLL_HEIGHT_PX } from '#renderer/ui/scroll-scale.ts';
import { VirtualList } from '#renderer/ui/VirtualList.tsx';
import { NOON } from '../../../support/builders.ts';

const COUNT = 1_000_000;
const ROW = 40;
const HEIGHT = 600;

interface Row {
  readonly id: string;
}

/** A list whose rows are named by their ranks: `new` ones come before the others. */
function rankedSource() {
  const held = { added: 0 };
  const toId = (rank: number): string => (rank < held.added ? `new${rank}` : `row${rank - held.added}`);
  const toRank = (id: string): number => Number(id.slice(3)) + (id.startsWith('row') ? held.added : 0);
  const source: ListSource<object, Row> = {
    list: async ({ limit, at }) => {
      const total = COUNT + held.added;
      const place = at ?? { rank: 0 };
      const wanted =
        'ids' in place
          ? toRank(place.ids[0] ?? 'row0') - place.before
          : 'rank' in place
            ? place.rank
            : place.time;
      const rank = wanted < total ? Math.max(0, wanted) : total - limit;
      const length = Math.min(limit, total - rank);
      const items = Array.from({ length }, (_none, index) => ({ id: toId(rank + index) }));
      return ok({ items, rank, next: rank + length < total ? 'more' : null });
    },
    count: async () => ok({ count: COUNT + held.added, capped: false }),
  };
  return { held, source };
}

function List({
  browser,
}: {
  readonly browser: ReturnType<typeof createListAndRecordStore<object, Row, string>>;
}) {
  const state = useStore(browser.list.store);
  const selected = useStore(browser.currentRow, (value) => value.selected);
  const { rows, first, total, isFormer } = getShownRows(state);
  return (
    <VirtualList
      label="Rows"
      rows={rows}
      first={first}
      target={state.target}
      total={total}
      busyLabel={isFormer ? 'Loading' : undefined}
      rowHeight={ROW}
      selected={selected}
      onOpen={browser.open}
      onOpenSelected={browser.openSelected}
      onMove={(positions) => void browser.move(positions)}
      onVisible={browser.list.setVisible}
      anchorRef={browser.anchor}
    >
      {({ id }) => id}
    </VirtualList>
  );
}

async function showList() {
  const { held, source } = rankedSource();
  const browser = createListAndRecordStore<object, Row, string>(
    source,
    {
      get: ({ id }) => Promise.resolve(ok({ record: id, id, fetchedAt: NOON, pending: null })),
      refresh: () => Promise.resolve(),
    },
    {},
  );
  browser.list.show();
  render(<List browser={browser} />);
  await screen.findByText('row0');
  return { held, browser, list: screen.getByRole('listbox') };
}

/** The rows in view: their ids and their places in the list. */
function listInView(list: HTMLElement): readonly { readonly id: string; readonly place: number }[] {
  return screen
    .getAllByRole('option')
    .map((row) => ({
      id: row.textContent ?? '',
      place: Number(row.getAttribute('aria-posinset')),
      top: Number(/-?[\d.]+/.exec(row.style.transform)?.[0]) - list.scrollTop,
    }))
    .filter(({ top }) => top > -ROW && top < HEIGHT)
    .toSorted((one, other) => one.top - other.top)
    .map(({ id, place }) => ({ id, place }));
}

function scrollTo(list: HTMLElement, scrollTop: number): void {
  list.scrollTop = scrollTop;
  fireEvent.scroll(list);
}

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(HEIGHT);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('a list of a million rows', () => {
  it('is in an element that can be rendered, with the number of all rows on each', async () => {
    const { list } = await showList();
    expect((list.lastElementChild as HTMLElement).style.height).toBe(`${MAX_SCROLL_HEIGHT_PX}px`);
    expect(screen.getByText('row3').getAttribute('aria-posinset')).toBe('4');
    expect(screen.getByText('row3').getAttribute('aria-setsize')).toBe(String(COUNT));
  });

  it('shows its last row by a key, with few rows in memory and fewer in the page', async () => {
    const { list, browser } = await showList();
    fireEvent.keyDown(list, { key: 'End' });
    const last = await screen.findByText(`row${COUNT - 1}`);
    expect(last.getAttribute('aria-selected')).toBe('true');
    expect(list.getAttribute('aria-activedescendant')).toBe(last.id);
    expect(listInView(list).at(-1)).toEqual({ id: `row${COUNT - 1}`, place: COUNT });
    expect(browser.list.store.getState().rows.length).toBeLessThanOrEqual(MAX_LOADED_ROWS);
    expect(list.querySelectorAll('[role="option"]').length).toBeLessThan(50);
    fireEvent.keyDown(list, { key: 'Home' });
    await screen.findByText('row0');
    expect(listInView(list)[0]).toEqual({ id: 'row0', place: 1 });
  });

  it('shows the rows where the scrollbar was dragged to, and goes on from there pixel by pixel', async () => {
    const { list } = await showList();
    scrollTo(list, (MAX_SCROLL_HEIGHT_PX - HEIGHT) / 2);
    await waitFor(() => expect(listInView(list).length).toBeGreaterThan(10));
    const [before] = listInView(list);
    expect(Math.abs((before?.place ?? 0) - COUNT / 2)).toBeLessThan(HEIGHT / ROW);
    scrollTo(list, list.scrollTop + 3 * ROW);
    expect(listInView(list)[0]).toEqual({
      id: `row${(before?.place ?? 0) + 2}`,
      place: (before?.place ?? 0) + 3,
    });
  });

  it.each([1, 250, 30_000])('keeps the rows in view where %i come above them', async (added) => {
    const { held, browser, list } = await showList();
    scrollTo(list, (MAX_SCROLL_HEIGHT_PX - HEIGHT) / 2);
    await waitFor(() => expect(listInView(list).length).toBeGreaterThan(10));
    const before = listInView(list);
    held.added = added;
    browser.list.reloadNow();
    await waitFor(() => expect(listInView(list)[0]?.place).toBe((before[0]?.place ?? 0) + added));
    expect(listInView(list).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  });
});

describe('the rows of a former query', () => {
  it('stay where they are, take no clicks, after a moment no focus either, and the new ones begin at the top', async () => {
    const { list, browser } = await showList();
    scrollTo(list, (MAX_SCROLL_HEIGHT_PX - HEIGHT) / 2);
    await waitFor(() => expect(listInView(list).length).toBeGreaterThan(10));
    const before = listInView(list);
    const held = Promise.withResolvers<void>();
    const read = browser.list.source.list;
    const asked = vi.spyOn(browser.list.source, 'list').mockImplementation(async (input) => {
      await held.promise;
      return read(input);
    });
    act(() => browser.list.setFilter({ text: 'new' }));
    expect(listInView(list)).toEqual(before);
    expect(list.getAttribute('aria-busy')).toBe('true');
    expect(list.lastElementChild?.hasAttribute('inert')).toBe(false);
    const [former] = screen.getAllByRole('option');
    if (former === undefined) throw new Error('the former rows are shown');
    // A mouse that is pressed moves the focus, unless that is prevented.
    expect(fireEvent.mouseDown(former)).toBe(false);
    fireEvent.click(former);
    expect(browser.currentRow.getState().selected).toBeNull();

    await screen.findByText('Loading');
    expect(list.lastElementChild?.hasAttribute('inert')).toBe(true);

    scrollTo(list, list.scrollTop + 3 * ROW);
    held.resolve();
    await waitFor(() => expect(list.hasAttribute('aria-busy')).toBe(false));
    expect(list.lastElementChild?.hasAttribute('inert')).toBe(false);
    expect(listInView(list)[0]).toEqual({ id: 'row0', place: 1 });
    // The view of the former rows was not read in the new list.
    expect(asked.mock.calls.every(([{ at }]) => at === undefined)).toBe(true);
  });
});

describe('the rows around those in view', () => {
  const IN_VIEW = HEIGHT / ROW + 1;
  const AROUND = 8;

  /** Renders lists of 100 rows; `counts` has the number of rows after each commit. */
  function renderRows() {
    const counts: number[] = [];
    const anchorRef = { current: null };
    function CountedRow({ id }: Row) {
      useLayoutEffect(() => void counts.push(document.querySelectorAll('[role="option"]').length));
      return id;
    }
    const toList = (name: string, busyLabel?: string) => (
      <VirtualList
        label="Rows"
        rows={Array.from({ length: 100 }, (_none, rank) => ({ id: `${name}${rank}` }))}
        first={0}
        target={null}
        total={100}
        busyLabel={busyLabel}
        rowHeight={ROW}
        selected={null}
        onOpen={() => {}}
        onOpenSelected={() => {}}
        onMove={() => {}}
        onVisible={() => {}}
        anchorRef={anchorRef}
      >
        {({ id }) => <CountedRow id={id} />}
      </VirtualList>
    );
    const { rerender } = render(toList('row'));
    return {
      counts,
      show: (...list: Parameters<typeof toList>): void => {
        counts.length = 0;
        rerender(toList(...list));
      },
    };
  }

  it('are rendered after those in view, when the list appears', async () => {
    const { counts } = renderRows();
    await waitFor(() => expect(counts.at(-1)).toBe(IN_VIEW + AROUND));
    expect(counts[0]).toBe(IN_VIEW);
  });

  it('are rendered after those in view, when others have replaced the rows', async () => {
    const { counts, show } = renderRows();
    await waitFor(() => expect(counts.at(-1)).toBe(IN_VIEW + AROUND));
    show('row', 'Loading');
    await waitFor(() => expect(counts.at(-1)).toBe(IN_VIEW));
    show('new');
    await waitFor(() => expect(counts.at(-1)).toBe(IN_VIEW + AROUND));
    expect(counts[0]).toBe(IN_VIEW);
  });

  it('stay while rows are read again', async () => {
    const { counts, show } = renderRows();
    await waitFor(() => expect(counts.at(-1)).toBe(IN_VIEW + AROUND));
    show('row');
    expect(counts.length).toBeGreaterThan(0);
    expect(new Set(counts)).toEqual(new Set([IN_VIEW + AROUND]));
  });
});

it('leaves keys and clicks of a dialog that a row has opened to the dialog', () => {
  const open = vi.fn<(id: string) => void>();
  const move = vi.fn<(positions: number) => void>();
  render(
    <VirtualList
      label="Rows"
      rows={[{ id: 'row0' }]}
      first={0}
      target={null}
      total={1}
      rowHeight={ROW}
      selected="row0"
      isGrid
      onOpen={open}
      onOpenSelected={() => open('selected')}
      onOpenWindow={open}
      onMove={move}
      onVisible={() => {}}
      anchorRef={{ current: null }}
    >
      {() => (
        <>
          <button type="button">Remind</button>
          {createPortal(<input aria-label="Note" />, document.body)}
        </>
      )}
    </VirtualList>,
  );
  const note = screen.getByRole('textbox', { name: 'Note' });
  act(() => note.focus());
  for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowDown', 'Enter'])
    expect(fireEvent.keyDown(note, { key })).toBe(true);
  fireEvent.click(note);
  fireEvent(note, new MouseEvent('auxclick', { button: 1, bubbles: true }));
  expect(document.activeElement).toBe(note);
  expect([open, move].map(({ mock }) => mock.calls)).toEqual([[], []]);
  // The row itself takes them.
  fireEvent.click(screen.getByRole('row'));
  expect(open.mock.calls).toEqual([['row0']]);
});
