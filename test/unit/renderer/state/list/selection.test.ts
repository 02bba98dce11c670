import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runAppCommand } from '#renderer/app/commands.ts';
import { createListStore } from '#renderer/state/list/list.ts';
import { createRowSelectionStore, MAX_SELECTED, selectRowsThrough } from '#renderer/state/list/selection.ts';
import { sentOrders } from '../../../../support/builders.ts';
import { listSource, makeRows } from '../../../../support/page/list-source.ts';
import { ORDERS, seeAnswers, showRequisitions } from '../../../../support/page/requisition-stores.ts';
import { waitUntilPasses } from '../../../../support/wait.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('selected rows', () => {
  const picked = (selection: ReturnType<typeof createRowSelectionStore>) => [
    ...selection.store.getState().ids,
  ];

  async function selectionOver(...sources: Parameters<typeof listSource>) {
    const { source, held } = listSource(...sources);
    const list = createListStore(source, {});
    const hide = list.show();
    await waitUntilPasses(() => expect(list.store.getState().phase).toBe('ready'));
    hide();
    const selection = createRowSelectionStore();
    return { list, held, selection, extendTo: (id: string) => selectRowsThrough(list, selection, id) };
  }

  it('extend from the one selected last to this one, in either direction', async () => {
    const { selection, extendTo } = await selectionOver({ '': makeRows(6) });
    selection.toggle('row2');
    await extendTo('row0');
    expect(picked(selection).toSorted()).toEqual(['row0', 'row1', 'row2']);
    await extendTo('row3');
    expect(picked(selection).toSorted()).toEqual(['row0', 'row1', 'row2', 'row3']);
  });

  it('extend over rows that are not loaded', async () => {
    const { list, selection, extendTo } = await selectionOver({ '': makeRows(9_000) });
    selection.toggle('row20');
    await list.jumpTo(1_900);
    await extendTo('row1900');
    expect(picked(selection)).toEqual(
      makeRows(1_901)
        .slice(20)
        .map(({ id }) => id),
    );
    expect(selection.store.getState().isCut).toBe(false);
  });

  it('are cut where they are more than one action takes', async () => {
    const { list, selection, extendTo } = await selectionOver({ '': makeRows(9_000) });
    selection.toggle('row0');
    await list.jumpTo(8_000);
    await extendTo('row8000');
    expect(selection.store.getState()).toMatchObject({ isCut: true });
    expect(picked(selection)).toHaveLength(MAX_SELECTED);
  });

  it('are only this one if the one before is gone, and the next range starts at this one', async () => {
    const { selection, extendTo } = await selectionOver({ '': makeRows(6) });
    selection.toggle('gone');
    await extendTo('row1');
    expect(picked(selection)).toEqual(['gone', 'row1']);
    await extendTo('row3');
    expect(picked(selection)).toEqual(['gone', 'row1', 'row2', 'row3']);
  });

  it('never include a row that is not loaded and ends the range', async () => {
    const { selection, extendTo } = await selectionOver({ '': makeRows(6) });
    selection.toggle('row1');
    await extendTo('hidden');
    expect(picked(selection)).toEqual(['row1']);
  });

  it('are those between the two rows also where others arrive above them meanwhile', async () => {
    const { list, held, selection, extendTo } = await selectionOver({ '': makeRows(9_000) });
    selection.toggle('row20');
    await list.jumpTo(1_900);
    const { list: read } = list.source;
    let reads = 0;
    vi.spyOn(list.source, 'list').mockImplementation((...asked) => {
      reads += 1;
      // The first two reads have found both ends.
      if (reads === 3) held.rows = { '': [...makeRows(7, 'new'), ...makeRows(9_000)] };
      return read(...asked);
    });
    await extendTo('row1900');
    expect(picked(selection)).toEqual(
      makeRows(1_901)
        .slice(20)
        .map(({ id }) => id),
    );
  });

  it('are cleared when another search is applied', async () => {
    const { app } = await showRequisitions({ requisitions: ORDERS });
    await app.worklist.selectAll();
    expect(app.worklist.selection.store.getState().ids.size).toBe(3);
    app.worklist.updateQuery({ text: 'iron' });
    expect(app.worklist.selection.store.getState().ids.size).toBe(0);
  });
});

describe('all rows that are to be selected', () => {
  /** The worklist of three requisitions, which are all to be selected once `answer` is called. */
  async function selectAllLater() {
    const held = Promise.withResolvers<void>();
    const { app } = await showRequisitions(
      { requisitions: ORDERS },
      {
        'worklist.ids': async (asked, real) => {
          const ids = await real(asked);
          await held.promise;
          return ids;
        },
      },
    );
    const { selection, selectAll } = app.worklist;
    app.view.go('requisitions');
    const done = selectAll();
    const answer = async (): Promise<readonly string[]> => {
      held.resolve();
      expect(await done).toBeNull();
      return [...selection.store.getState().ids];
    };
    return { app, answer };
  }

  it('replace the selection when their ids arrive', async () => {
    const { answer } = await selectAllLater();
    expect(await answer()).toHaveLength(3);
  });

  it('are given up by Escape before their ids arrive, also where nothing is selected yet', async () => {
    const { app, answer } = await selectAllLater();
    runAppCommand(app, 'record.back');
    expect(await answer()).toEqual([]);
  });

  it('are given up where a row is selected before their ids arrive', async () => {
    const { app, answer } = await selectAllLater();
    app.worklist.selection.toggle('req_2');
    expect(await answer()).toEqual(['req_2']);
  });

  it('are given up where the account changes before their ids arrive', async () => {
    const { app, answer } = await selectAllLater();
    app.worklist.reset();
    expect(await answer()).toEqual([]);
  });
});

describe('a key that selects the current row', () => {
  const NAMES = ['Iron', 'Sodium', 'Iron'];

  /** The worklist with three requisitions, of which the second is the current row, searched for the other two. */
  async function searchWithoutCurrentRow() {
    const requisitions = ORDERS.map((order, place) => ({ ...order, name: NAMES[place] }));
    const { app } = await showRequisitions({ requisitions });
    app.view.go('requisitions');
    app.browsers.requisition.select('req_2');
    app.worklist.updateQuery({ text: 'iron' });
    await seeAnswers();
    expect(app.worklist.list.store.getState().rows.map(({ id }) => id)).toEqual(['req_1', 'req_3']);
    return { app, ids: () => [...app.worklist.selection.store.getState().ids] };
  }

  it('selects nothing where the search excludes that row', async () => {
    const { app, ids } = await searchWithoutCurrentRow();
    runAppCommand(app, 'row.pick');
    await seeAnswers();
    expect(ids()).toEqual([]);
  });

  it('and moves on selects only the row that it moves to where the search excludes the current one', async () => {
    const { app, ids } = await searchWithoutCurrentRow();
    runAppCommand(app, 'list.extendNext');
    await seeAnswers();
    expect(ids()).toEqual(['req_1']);
    runAppCommand(app, 'list.extendNext');
    await seeAnswers();
    expect(ids()).toEqual(['req_1', 'req_3']);
  });

  it('selects a row that is not loaded once it is scrolled to', async () => {
    const { app } = await showRequisitions({ requisitions: sentOrders(400) });
    app.view.go('requisitions');
    const { list, select } = app.browsers.requisition;
    const first = list.store.getState().rows[0]?.id ?? '';
    select(first);
    void list.jumpTo(390);
    await seeAnswers();
    expect(list.store.getState().rows.map(({ id }) => id)).not.toContain(first);
    runAppCommand(app, 'row.pick');
    await seeAnswers();
    expect([...app.worklist.selection.store.getState().ids]).toEqual([first]);
    expect(list.store.getState().target).toEqual({ rank: 0 });
  });
});
