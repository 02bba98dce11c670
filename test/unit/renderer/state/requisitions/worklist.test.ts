import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CallInput } from '#contract/api.ts';
import { err, ok } from '#contract/result.ts';
import { MAX_SELECTED } from '#renderer/state/list/selection.ts';
import { reviewAsked, sentOrder, sentOrders, toBytes } from '../../../../support/builders.ts';
import { ORDERS, seeAnswers, showRequisitions } from '../../../../support/page/requisition-stores.ts';
import { waitUntilPasses } from '../../../../support/wait.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

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
