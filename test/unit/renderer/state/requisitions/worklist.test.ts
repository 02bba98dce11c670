import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { err, ok } from '#contract/result.ts';
import { createStores } from '#renderer/state/stores.ts';
import { createSelection } from '#renderer/state/list/selection.ts';
import { HOLD_MS } from '#renderer/state/requisitions/worklist-reviews.ts';
import { aPdf, aRequisitionRow, requisitionRows } from '../../support/builders.ts';
import { fakeBridge, type FakeBridge } from '../../support/fake-bridge.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const acknowledged = () => vi.advanceTimersByTimeAsync(1_000);
const rows = [1, 2, 3].map((number) => aRequisitionRow({ id: `req_${number}`, needsReview: number !== 3 }));
const saved = ({ asked }: FakeBridge) =>
  asked.flatMap(({ name, input }) => (name === 'writes.save' ? [(input as { data: unknown }).data] : []));

async function storesOver(...setUp: Parameters<typeof fakeBridge>) {
  const fake = fakeBridge(...setUp);
  const app = createStores(fake.bridge);
  const end = app.start();
  app.browsers.requisition.list.show();
  await acknowledged();
  return { fake, app, end };
}

describe('selected rows', () => {
  const list = ['a', 'b', 'c', 'd'].map((id) => ({ id }));
  const picked = (selection: ReturnType<typeof createSelection>) => [...selection.store.getState().ids];

  it('extend from the one selected last to this one, in either direction', () => {
    const selection = createSelection();
    selection.toggle('c');
    selection.extendTo('a', list);
    expect(picked(selection).toSorted()).toEqual(['a', 'b', 'c']);
    selection.extendTo('d', list);
    expect(picked(selection).toSorted()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('are only this one if the one before is gone', () => {
    const selection = createSelection();
    selection.toggle('gone');
    selection.extendTo('b', list);
    expect(picked(selection)).toEqual(['gone', 'b']);
  });

  it('are cleared when another search is applied', async () => {
    const { app } = await storesOver({ requisitions: rows });
    await app.worklist.pickAll();
    expect(app.worklist.selection.store.getState().ids.size).toBe(3);
    app.worklist.ask({ text: 'iron' });
    expect(app.worklist.selection.store.getState().ids.size).toBe(0);
  });
});

describe('marking as reviewed by the key alone', () => {
  let number = 0;
  const numbered = () => Promise.resolve(ok({ number: (number += 1), id: 'req_1' }));

  it('saves the review at once, held back from the service, and moves to the next', async () => {
    const { app, fake } = await storesOver({ requisitions: rows });
    app.browsers.requisition.open('req_1');
    app.worklist.reviewSelected();
    expect(app.browsers.requisition.selection.getState()).toEqual({ selected: 'req_2', opened: true });
    expect(saved(fake)).toMatchObject([{ id: 'req_1', review: { status: 'reviewed' } }]);
    const [write] = fake.asked.flatMap(({ name, input }) => (name === 'writes.save' ? [input] : []));
    expect((write as { holdMs: number }).holdMs).toBeGreaterThan(HOLD_MS);
    await vi.advanceTimersByTimeAsync(2 * HOLD_MS);
    expect(saved(fake)).toHaveLength(1);
  });

  it('says that it is marked only once it is saved, and why if it is not', async () => {
    const answer = Promise.withResolvers<Awaited<ReturnType<typeof numbered>>>();
    const { app } = await storesOver({ requisitions: rows }, { 'writes.save': () => answer.promise });
    app.browsers.requisition.open('req_1');
    app.worklist.reviewSelected();
    await acknowledged();
    expect(app.worklist.reviews.store.getState().held).toEqual([]);
    answer.resolve(ok({ number: 1, id: 'req_1' }));
    await vi.advanceTimersByTimeAsync(10);
    expect(app.worklist.reviews.store.getState().held).toMatchObject([{ id: 'req_1', number: 1 }]);

    const full = await storesOver(
      { requisitions: rows },
      { 'writes.save': () => Promise.resolve(err('storage-full')) },
    );
    full.app.browsers.requisition.open('req_1');
    full.app.worklist.reviewSelected();
    await acknowledged();
    expect(full.app.worklist.reviews.store.getState().held).toEqual([]);
    expect(full.app.outbox.store.getState().refusal).toEqual({ code: 'storage-full' });
  });

  it('discards only the last one when it is undone', async () => {
    number = 0;
    const { app, fake } = await storesOver({ requisitions: rows }, { 'writes.save': numbered });
    app.browsers.requisition.open('req_1');
    app.worklist.reviewSelected();
    await acknowledged();
    app.worklist.reviewSelected();
    await acknowledged();
    await app.worklist.reviews.undo();
    expect(fake.asked.filter(({ name }) => name === 'outbox.discard')).toMatchObject([
      { input: { number: 2 } },
    ]);
    expect(app.worklist.reviews.store.getState().held).toMatchObject([{ number: 1 }]);
  });

  it('says so if it can no longer be undone', async () => {
    const { app } = await storesOver(
      { requisitions: rows },
      { 'outbox.discard': () => Promise.resolve(err('on-its-way')) },
    );
    app.browsers.requisition.open('req_1');
    app.worklist.reviewSelected();
    await acknowledged();
    await app.worklist.reviews.undo();
    expect(app.outbox.store.getState().refusal).toEqual({ code: 'on-its-way' });
  });

  it('knows whose review stays open', async () => {
    const others = rows.map((row) => ({ ...row, reviewer: 'user_colleague' }));
    const { app } = await storesOver({ requisitions: others });
    app.browsers.requisition.selection.setState({ selected: 'req_1', opened: false });
    app.worklist.reviewSelected();
    await acknowledged();
    expect(app.worklist.reviews.store.getState().held).toMatchObject([{ reviewer: 'user_colleague' }]);
  });

  it('marks nothing without an open review, and says so', async () => {
    const { app, fake } = await storesOver({ requisitions: rows });
    app.browsers.requisition.open('req_3');
    app.worklist.reviewSelected();
    expect(app.worklist.reviews.store.getState()).toEqual({ held: [], isRefused: true });
    expect(app.browsers.requisition.selection.getState().selected).toBe('req_3');
    await vi.advanceTimersByTimeAsync(2 * HOLD_MS);
    expect(saved(fake)).toEqual([]);
    expect(app.worklist.reviews.store.getState().isRefused).toBe(false);
  });
});

describe('bulk actions', () => {
  const run = async (...setUp: Parameters<typeof fakeBridge>) => {
    const found = await storesOver(...setUp);
    const { bulk } = found.app.worklist;
    const states = () => bulk.store.getState().sheet?.rows.map(({ id, state }) => [id, state]);
    return { ...found, bulk, states };
  };
  const targets = rows.map(({ id, name }) => ({ id, name }));

  it('follow the PDFs until each is here or has failed, and try only the failed ones again', async () => {
    const pdfs = [aPdf({ id: 'req_1' }), aPdf({ id: 'req_2', state: 'queued' })];
    const { bulk, states, fake } = await run({ requisitions: rows, pdfs });
    await bulk.run('pdfs', targets);
    expect(states()).toEqual([
      ['req_1', 'here'],
      ['req_2', 'queued'],
      ['req_3', 'failed'],
    ]);
    fake.app.pdfs = [aPdf({ id: 'req_2', state: 'failed', error: { code: 'cut-short' } })];
    fake.emit('pdfs', { items: [{ id: 'req_2', state: 'failed', received: 1, size: 2 }] });
    await acknowledged();
    expect(bulk.store.getState().sheet?.rows[1]?.error).toEqual({ code: 'cut-short' });
    fake.app.pdfs = [aPdf({ id: 'req_2' }), aPdf({ id: 'req_3' })];
    await bulk.retryFailed();
    expect(states()?.map(([, state]) => state)).toEqual(['here', 'here', 'here']);
    const asked = fake.asked.filter(({ name }) => name === 'pdfs.fetch').map(({ input }) => input);
    expect(asked.at(-1)).toEqual({ ids: ['req_2', 'req_3'] });
  });

  it('never request the PDF of a record that the service does not know yet', async () => {
    const local = 'local_requisition_01ARZ3NDEKTSV4RRFFQ69G5FAV';
    const { bulk, states, fake } = await run();
    await bulk.run('pdfs', [{ id: local, name: 'New' }]);
    expect(states()).toEqual([[local, 'failed']]);
    expect(fake.asked.some(({ name }) => name === 'pdfs.fetch')).toBe(false);
  });

  it('assemble an export from its pieces', async () => {
    const first = { text: 'id\nreq_1\n', count: 1, next: 'more' };
    const last = { text: 'req_2\n', count: 1, next: null };
    const { bulk, states, fake } = await run(
      {},
      { 'worklist.export': ({ after }) => Promise.resolve(ok(after === undefined ? first : last)) },
    );
    await bulk.run('export', targets.slice(0, 2));
    expect(fake.asked.find(({ name }) => name === 'files.saveText')?.input).toEqual({
      suggested: 'requisitions.csv',
      text: 'id\nreq_1\nreq_2\n',
    });
    expect(states()?.map(([, state]) => state)).toEqual(['written', 'written']);
  });

  it('open no dialog if no file was chosen', async () => {
    const { bulk } = await run({}, { 'files.saveText': () => Promise.resolve(ok({ isSaved: false })) });
    await bulk.run('export', targets);
    expect(bulk.store.getState().sheet).toBeNull();
  });

  it('say for each record why a call failed, and keep those records selected', async () => {
    const { bulk, app } = await run({}, { 'pdfs.fetch': () => Promise.resolve(err('offline')) });
    await bulk.run('pdfs', targets.slice(0, 2));
    expect(bulk.store.getState().sheet?.rows.map(({ error }) => error?.code)).toEqual(['offline', 'offline']);
    bulk.close();
    expect([...app.worklist.selection.store.getState().ids]).toEqual(['req_1', 'req_2']);
  });

  it('load further rows that are selected, and name those that are gone', async () => {
    const { bulk, states } = await run({ requisitions: requisitionRows(700) });
    await bulk.run(
      'print',
      ['req_3', 'req_650', 'req_gone'].map((id) => ({ id, name: id })),
    );
    expect(bulk.store.getState().printed.map(({ id }) => id)).toEqual(['req_3', 'req_650']);
    expect(states()).toEqual([
      ['req_3', 'printed'],
      ['req_650', 'printed'],
      ['req_gone', 'failed'],
    ]);
  });
});

describe('the review clock', () => {
  it('counts the open reviews by reviewer, the most first', async () => {
    const { app } = await storesOver(
      {},
      {
        'worklist.page': () =>
          Promise.resolve(
            ok({
              items: ['user_a', 'user_b', 'user_b'].map((reviewer) => aRequisitionRow({ reviewer })),
              next: null,
            }),
          ),
        'worklist.counts': ({ terms }) => {
          const all = terms.some((term) => 'value' in term && term.value === 'user_b') ? 2 : 1;
          return Promise.resolve(
            ok({ draft: 0, sent: 0, results_received: 0, needs_review: 0, all, unknown: 0 }),
          );
        },
      },
    );
    app.worklist.clock.show();
    await acknowledged();
    expect(app.worklist.clock.store.getState()).toEqual({
      error: null,
      overdue: 1,
      today: 1,
      soon: 1,
      reviewers: [
        { id: 'user_b', count: 2 },
        { id: 'user_a', count: 1 },
      ],
    });
  });

  it('and the list above it are read again as soon as the user has saved something', async () => {
    const { app, fake } = await storesOver({ requisitions: rows });
    app.worklist.clock.show();
    await vi.advanceTimersByTimeAsync(5_000);
    // One change has just been read: what follows is throttled, unless it is the user's own.
    fake.emit('changed', { revision: 1, kind: 'requisition', ids: ['req_1'] });
    await vi.advanceTimersByTimeAsync(10);
    fake.app.requisitions = [];
    await app.outbox.save({
      operation: 'requisitions.update',
      data: { id: 'req_1', name: 'Iron' },
    });
    await vi.advanceTimersByTimeAsync(10);
    expect(app.worklist.counts.getState().counts).toMatchObject({ all: 0 });
    expect(app.worklist.clock.store.getState().overdue).toBe(0);
    expect(app.browsers.requisition.list.store.getState().rows).toEqual([]);
  });
});
