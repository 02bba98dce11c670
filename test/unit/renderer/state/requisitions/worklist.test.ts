import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CallInput } from '#contract/api.ts';
import { err, ok } from '#contract/result.ts';
import { runAppCommand } from '#renderer/app/commands.ts';
import { createListStore } from '#renderer/state/list/list.ts';
import { createRowSelectionStore, MAX_SELECTED, selectRowsThrough } from '#renderer/state/list/selection.ts';
import { reviewAsked, sentOrder, sentOrders, toBytes } from '../../../../support/builders.ts';
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
      // Both ends are found by now.
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

describe('bulk actions', () => {
  const run = async (...setUp: Parameters<typeof showRequisitions>) => {
    const found = await showRequisitions(...setUp);
    const { bulk } = found.app.worklist;
    const states = () => bulk.store.getState().result?.rows.map(({ id, state }) => [id, state]);
    return { ...found, bulk, states };
  };
  const targets = [1, 2, 3].map((number) => ({
    id: `req_${number}`,
    name: 'Complete blood count',
    patient: 'user_patient0001',
  }));

  it('follow the PDFs until each is here or has failed, and try only the failed ones again', async () => {
    const { bulk, states, page } = await run({ requisitions: ORDERS });
    const { service } = page.engine;
    const whole = toBytes('%PDF-1.7 %%EOF');
    service.answer('req_1', whole);
    service.answer('req_3', 'not-found');
    await bulk.run('pdfs', targets);
    await seeAnswers();
    expect(states()).toEqual([
      ['req_1', 'here'],
      ['req_2', 'arriving'],
      ['req_3', 'failed'],
    ]);
    service.answer('req_2', 'cut-short');
    await seeAnswers();
    expect(bulk.store.getState().result?.rows[1]?.error).toMatchObject({ code: 'cut-short' });
    service.answer('req_2', whole);
    service.answer('req_3', whole);
    await bulk.retryFailed();
    await seeAnswers();
    expect(states()?.map(([, state]) => state)).toEqual(['here', 'here', 'here']);
    expect(page.inputs('pdfs.fetch').at(-1)).toEqual({ ids: ['req_2', 'req_3'] });
  });

  it('never request the PDF of a record that the service does not know yet', async () => {
    const local = 'local_requisition_01ARZ3NDEKTSV4RRFFQ69G5FAV';
    const { bulk, states, page } = await run();
    await bulk.run('pdfs', [{ id: local, name: 'New', patient: '' }]);
    expect(states()).toEqual([[local, 'failed']]);
    expect(page.inputs('pdfs.fetch')).toEqual([]);
  });

  it('assemble an export from its pieces', async () => {
    const first = { text: 'id\nreq_1\n', count: 1, next: 'more' };
    const last = { text: 'req_2\n', count: 1, next: null };
    const { bulk, states, page } = await run(
      {},
      { 'worklist.export': async ({ after }) => ok(after === undefined ? first : last) },
    );
    await bulk.run('export', targets.slice(0, 2));
    expect(page.inputs('files.saveText')[0]).toEqual({
      suggested: 'requisitions.csv',
      text: 'id\nreq_1\nreq_2\n',
    });
    expect(states()?.map(([, state]) => state)).toEqual(['written', 'written']);
  });

  it('open no dialog if no file was chosen', async () => {
    const { bulk } = await run({}, { 'files.saveText': async () => ok({ isSaved: false, path: '' }) });
    await bulk.run('export', targets);
    expect(bulk.store.getState().result).toBeNull();
  });

  it('say for each record why a call failed, and keep those records selected', async () => {
    const { bulk, app } = await run({}, { 'pdfs.fetch': async () => err('offline') });
    await bulk.run('pdfs', targets.slice(0, 2));
    expect(bulk.store.getState().result?.rows.map(({ error }) => error?.code)).toEqual([
      'offline',
      'offline',
    ]);
    bulk.close();
    expect([...app.worklist.selection.store.getState().ids]).toEqual(['req_1', 'req_2']);
  });

  /** Makes a `outbox.saveMany` that saves every change. A call for which `answer` does not return null fails. */
  function answerSaves(answer: (call: number) => Promise<unknown> = async () => null) {
    let calls = 0;
    return async ({ changes }: CallInput<'outbox.saveMany'>) => {
      calls += 1;
      const said = await answer(calls);
      if (said !== null) return err('engine-down');
      return ok({ results: changes.map((_, number) => ok({ number: number + 1, id: 'req_1' })) });
    };
  }
  const manyTargets = (count: number) =>
    Array.from({ length: count }, (_, number) => ({ id: `req_${number}`, name: '', patient: '' }));

  it('share 5,000 requisitions in 50 calls, with an update of the screen for each and of each row once', async () => {
    const { bulk, states, page } = await run({}, { 'outbox.saveMany': answerSaves() });
    let updates = 0;
    let changedRows = 0;
    bulk.store.subscribe(({ result: now }, { result: before }) => {
      updates += 1;
      changedRows +=
        now?.rows.filter((row, place) => before !== null && row !== before.rows[place]).length ?? 0;
    });
    await bulk.run('share', manyTargets(MAX_SELECTED));
    expect(page.inputs('outbox.saveMany')).toHaveLength(50);
    expect(page.inputs('outbox.save')).toEqual([]);
    expect(updates).toBeLessThanOrEqual(60);
    expect(changedRows).toBe(MAX_SELECTED);
    expect(new Set(states()?.map(([, state]) => state))).toEqual(new Set(['saved']));
  });

  it('stop after the present part; the others stay selected and can be continued with', async () => {
    const second = Promise.withResolvers<null>();
    const { bulk, states, page, app } = await run(
      {},
      { 'outbox.saveMany': answerSaves(async (call) => (call === 2 ? second.promise : null)) },
    );
    const running = bulk.run('unshare', manyTargets(350));
    await seeAnswers();
    bulk.close();
    bulk.stop();
    expect(bulk.store.getState().result).toMatchObject({ isRunning: true, isStopped: true });
    second.resolve(null);
    await running;
    const expected = manyTargets(350).map(({ id }, place) => [id, place < 200 ? 'saved' : 'stopped']);
    expect(states()).toEqual(expected);
    expect(page.inputs('outbox.saveMany')).toHaveLength(2);
    await bulk.continueStopped();
    expect(states()?.every(([, state]) => state === 'saved')).toBe(true);
    const sizes = page
      .inputs('outbox.saveMany')
      .map((input) => (input as { changes: unknown[] }).changes.length);
    expect(sizes).toEqual([100, 100, 100, 50]);
    bulk.close();
    expect(app.worklist.selection.store.getState().ids.size).toBe(0);
  });

  it('leave what was not begun selected when the result of a stopped action is closed', async () => {
    const first = Promise.withResolvers<null>();
    const { bulk, app } = await run({}, { 'outbox.saveMany': answerSaves(() => first.promise) });
    const running = bulk.run('share', manyTargets(102));
    bulk.stop();
    first.resolve(null);
    await running;
    bulk.close();
    expect([...app.worklist.selection.store.getState().ids]).toEqual(['req_100', 'req_101']);
  });

  it('go on after a part that was not stored, and save it with the same save ids when it is tried again', async () => {
    const { bulk, states, page } = await run(
      {},
      { 'outbox.saveMany': answerSaves(async (call) => (call === 1 ? 'no answer' : null)) },
    );
    await bulk.run('share', manyTargets(150));
    expect(states()?.filter(([, state]) => state === 'failed')).toHaveLength(100);
    expect(bulk.store.getState().result?.rows[0]?.error).toEqual({ code: 'engine-down' });
    await bulk.retryFailed();
    expect(states()?.every(([, state]) => state === 'saved')).toBe(true);
    const [first, , again] = page.inputs('outbox.saveMany');
    expect(again).toEqual(first);
  });

  it('begin no further part once the account is left', async () => {
    const first = Promise.withResolvers<null>();
    const { bulk, page, app } = await run({}, { 'outbox.saveMany': answerSaves(() => first.promise) });
    const running = bulk.run('share', manyTargets(300));
    app.worklist.reset();
    first.resolve(null);
    await running;
    expect(page.inputs('outbox.saveMany')).toHaveLength(1);
    expect(bulk.store.getState().result).toBeNull();
  });

  it('note printed PDFs in one call, and cannot be stopped where they are one job', async () => {
    const { bulk, page } = await run({}, { 'pdfs.notePrinted': async () => ok({}) });
    const running = bulk.run('printPdfs', targets);
    bulk.stop();
    expect(bulk.store.getState().result?.isStopped).toBe(false);
    bulk.finishPdfPrint({ outcome: 'printed', failed: [{ id: 'req_2', error: { code: 'bad-payload' } }] });
    await running;
    await bulk.notePrinted();
    expect(page.inputs('pdfs.notePrinted')).toEqual([{ ids: ['req_1', 'req_3'] }]);
  });

  it('load further rows that are selected, and name those that are gone', async () => {
    const { bulk, states } = await run({ requisitions: sentOrders(700) });
    const ran = bulk.run(
      'print',
      ['req_3', 'req_650', 'req_gone'].map((id) => ({ id, name: id, patient: '' })),
    );
    await waitUntilPasses(() => expect(bulk.store.getState().printed).not.toEqual([]));
    expect(states()).toEqual([
      ['req_3', 'waiting'],
      ['req_650', 'waiting'],
      ['req_gone', 'failed'],
    ]);
    expect(bulk.store.getState().printed.map(({ id }) => id)).toEqual(['req_3', 'req_650']);
    await bulk.printRows();
    await ran;
    expect(states()).toEqual([
      ['req_3', 'printed'],
      ['req_650', 'printed'],
      ['req_gone', 'failed'],
    ]);
  });
});

describe('the review clock', () => {
  it('counts the open reviews by reviewer, the most first', async () => {
    const due = (days: number, reviewer: string) => ({
      ...sentOrder(reviewAsked({ reviewer, deadline: Date.now() + days * 86_400_000 })),
      id: `req_${days}`,
    });
    const { app } = await showRequisitions({
      at: Date.now(),
      requisitions: [due(-2, 'user_b'), due(-1, 'user_a'), due(0, 'user_b'), due(2, 'user_b')],
    });
    app.worklist.dueReviews.show();
    await seeAnswers();
    expect(app.worklist.dueReviews.store.getState()).toEqual({
      error: null,
      overdue: 2,
      today: 1,
      soon: 1,
      reviewers: [
        { id: 'user_b', count: 3 },
        { id: 'user_a', count: 1 },
      ],
    });
  });

  it('and the list above it are read again as soon as the user has saved something', async () => {
    const { app, page } = await showRequisitions({ requisitions: ORDERS });
    app.worklist.dueReviews.show();
    await vi.advanceTimersByTimeAsync(5_000);
    // One change has just been read: what follows is throttled, unless it is the user's own.
    page.emit('changed', { revision: 1, kind: 'requisition', ids: ['req_1'] });
    await vi.advanceTimersByTimeAsync(10);
    for (const { id } of ORDERS) await page.engine.removeOne('requisition', String(id));
    await app.outbox.save({
      operation: 'requisitions.update',
      data: { id: 'req_1', name: 'Iron' },
    });
    await vi.advanceTimersByTimeAsync(10);
    expect(app.worklist.counts.getState().counts).toMatchObject({ all: 0 });
    expect(app.worklist.dueReviews.store.getState().overdue).toBe(0);
    expect(app.browsers.requisition.list.store.getState().rows).toEqual([]);
  });
});
