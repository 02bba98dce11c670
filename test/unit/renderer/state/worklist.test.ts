import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { err, ok } from '#contract/result.ts';
import { createDesk } from '#renderer/state/desk.ts';
import { createMarks } from '#renderer/state/marks.ts';
import { HOLD_MS } from '#renderer/state/worklist-reviews.ts';
import { aPaper, aRequisitionRow, requisitionRows } from '../support/builders.ts';
import { fakeBridge, type FakeBridge } from '../support/fake-bridge.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const settled = () => vi.advanceTimersByTimeAsync(1_000);
const rows = [1, 2, 3].map((number) => aRequisitionRow({ id: `req_${number}`, needsReview: number !== 3 }));
const saved = ({ asked }: FakeBridge) =>
  asked.flatMap(({ name, input }) => (name === 'writes.save' ? [(input as { data: unknown }).data] : []));

async function deskOver(...setUp: Parameters<typeof fakeBridge>) {
  const fake = fakeBridge(...setUp);
  const desk = createDesk(fake.bridge);
  const end = desk.start();
  desk.browsers.requisition.list.show();
  await settled();
  return { fake, desk, end };
}

describe('picked rows', () => {
  const list = ['a', 'b', 'c', 'd'].map((id) => ({ id }));
  const picked = (marks: ReturnType<typeof createMarks>) => [...marks.store.getState().ids];

  it('reach from the one picked last to this one, whichever way', () => {
    const marks = createMarks();
    marks.toggle('c');
    marks.extendTo('a', list);
    expect(picked(marks).toSorted()).toEqual(['a', 'b', 'c']);
    marks.extendTo('d', list);
    expect(picked(marks).toSorted()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('take this one alone where the one before has gone', () => {
    const marks = createMarks();
    marks.toggle('gone');
    marks.extendTo('b', list);
    expect(picked(marks)).toEqual(['gone', 'b']);
  });

  it('are let go when another search holds', async () => {
    const { desk } = await deskOver({ requisitions: rows });
    await desk.worklist.markAll();
    expect(desk.worklist.marks.store.getState().ids.size).toBe(3);
    desk.worklist.ask({ text: 'iron' });
    expect(desk.worklist.marks.store.getState().ids.size).toBe(0);
  });
});

describe('marking as reviewed by the key alone', () => {
  let number = 0;
  const numbered = () => Promise.resolve(ok({ number: (number += 1), id: 'req_1' }));

  it('saves the review at once, held back from the service, and goes to the next', async () => {
    const { desk, fake } = await deskOver({ requisitions: rows });
    desk.browsers.requisition.open('req_1');
    desk.worklist.reviewSelected();
    expect(desk.browsers.requisition.selection.getState()).toEqual({ selected: 'req_2', opened: true });
    expect(saved(fake)).toMatchObject([{ id: 'req_1', review: { status: 'reviewed' } }]);
    const [write] = fake.asked.flatMap(({ name, input }) => (name === 'writes.save' ? [input] : []));
    expect((write as { holdMs: number }).holdMs).toBeGreaterThan(HOLD_MS);
    await vi.advanceTimersByTimeAsync(2 * HOLD_MS);
    expect(saved(fake)).toHaveLength(1);
  });

  it('says that it is marked only once it is saved, and why where it is not', async () => {
    const answer = Promise.withResolvers<Awaited<ReturnType<typeof numbered>>>();
    const { desk } = await deskOver({ requisitions: rows }, { 'writes.save': () => answer.promise });
    desk.browsers.requisition.open('req_1');
    desk.worklist.reviewSelected();
    await settled();
    expect(desk.worklist.reviews.store.getState().held).toEqual([]);
    answer.resolve(ok({ number: 1, id: 'req_1' }));
    await vi.advanceTimersByTimeAsync(10);
    expect(desk.worklist.reviews.store.getState().held).toMatchObject([{ id: 'req_1', number: 1 }]);

    const full = await deskOver(
      { requisitions: rows },
      { 'writes.save': () => Promise.resolve(err('storage-full')) },
    );
    full.desk.browsers.requisition.open('req_1');
    full.desk.worklist.reviewSelected();
    await settled();
    expect(full.desk.worklist.reviews.store.getState().held).toEqual([]);
    expect(full.desk.outbox.store.getState().refusal).toEqual({ code: 'storage-full' });
  });

  it('discards the last one alone when it is undone', async () => {
    number = 0;
    const { desk, fake } = await deskOver({ requisitions: rows }, { 'writes.save': numbered });
    desk.browsers.requisition.open('req_1');
    desk.worklist.reviewSelected();
    await settled();
    desk.worklist.reviewSelected();
    await settled();
    await desk.worklist.reviews.undo();
    expect(fake.asked.filter(({ name }) => name === 'outbox.discard')).toMatchObject([
      { input: { number: 2 } },
    ]);
    expect(desk.worklist.reviews.store.getState().held).toMatchObject([{ number: 1 }]);
  });

  it('says so where it can no longer be undone', async () => {
    const { desk } = await deskOver(
      { requisitions: rows },
      { 'outbox.discard': () => Promise.resolve(err('on-its-way')) },
    );
    desk.browsers.requisition.open('req_1');
    desk.worklist.reviewSelected();
    await settled();
    await desk.worklist.reviews.undo();
    expect(desk.outbox.store.getState().refusal).toEqual({ code: 'on-its-way' });
  });

  it('knows whose review stays open', async () => {
    const others = rows.map((row) => ({ ...row, reviewer: 'user_colleague' }));
    const { desk } = await deskOver({ requisitions: others });
    desk.browsers.requisition.selection.setState({ selected: 'req_1', opened: false });
    desk.worklist.reviewSelected();
    await settled();
    expect(desk.worklist.reviews.store.getState().held).toMatchObject([{ reviewer: 'user_colleague' }]);
  });

  it('marks nothing that does not wait for a review, and says so', async () => {
    const { desk, fake } = await deskOver({ requisitions: rows });
    desk.browsers.requisition.open('req_3');
    desk.worklist.reviewSelected();
    expect(desk.worklist.reviews.store.getState()).toEqual({ held: [], isRefused: true });
    expect(desk.browsers.requisition.selection.getState().selected).toBe('req_3');
    await vi.advanceTimersByTimeAsync(2 * HOLD_MS);
    expect(saved(fake)).toEqual([]);
    expect(desk.worklist.reviews.store.getState().isRefused).toBe(false);
  });
});

describe('what is done with many', () => {
  const run = async (...setUp: Parameters<typeof fakeBridge>) => {
    const found = await deskOver(...setUp);
    const { bulk } = found.desk.worklist;
    const states = () => bulk.store.getState().sheet?.rows.map(({ id, state }) => [id, state]);
    return { ...found, bulk, states };
  };
  const targets = rows.map(({ id, name }) => ({ id, name }));

  it('follows the PDFs until each is here or has failed, and tries those again alone', async () => {
    const papers = [aPaper({ id: 'req_1' }), aPaper({ id: 'req_2', state: 'queued' })];
    const { bulk, states, fake } = await run({ requisitions: rows, papers });
    await bulk.run('papers', targets);
    expect(states()).toEqual([
      ['req_1', 'here'],
      ['req_2', 'queued'],
      ['req_3', 'failed'],
    ]);
    fake.desk.papers = [aPaper({ id: 'req_2', state: 'failed', error: { code: 'cut-short' } })];
    fake.tell('papers', { items: [{ id: 'req_2', state: 'failed', received: 1, size: 2 }] });
    await settled();
    expect(bulk.store.getState().sheet?.rows[1]?.error).toEqual({ code: 'cut-short' });
    fake.desk.papers = [aPaper({ id: 'req_2' }), aPaper({ id: 'req_3' })];
    await bulk.retryFailed();
    expect(states()?.map(([, state]) => state)).toEqual(['here', 'here', 'here']);
    const asked = fake.asked.filter(({ name }) => name === 'papers.fetch').map(({ input }) => input);
    expect(asked.at(-1)).toEqual({ ids: ['req_2', 'req_3'] });
  });

  it('never asks for the PDF of a record that the service does not know yet', async () => {
    const local = 'local_requisition_01ARZ3NDEKTSV4RRFFQ69G5FAV';
    const { bulk, states, fake } = await run();
    await bulk.run('papers', [{ id: local, name: 'New' }]);
    expect(states()).toEqual([[local, 'failed']]);
    expect(fake.asked.some(({ name }) => name === 'papers.fetch')).toBe(false);
  });

  it('puts an export together from its pieces', async () => {
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

  it('needs no sheet where no file was chosen', async () => {
    const { bulk } = await run({}, { 'files.saveText': () => Promise.resolve(ok({ isSaved: false })) });
    await bulk.run('export', targets);
    expect(bulk.store.getState().sheet).toBeNull();
  });

  it('says of each why a call failed, and keeps them picked', async () => {
    const { bulk, desk } = await run({}, { 'papers.fetch': () => Promise.resolve(err('offline')) });
    await bulk.run('papers', targets.slice(0, 2));
    expect(bulk.store.getState().sheet?.rows.map(({ error }) => error?.code)).toEqual(['offline', 'offline']);
    bulk.close();
    expect([...desk.worklist.marks.store.getState().ids]).toEqual(['req_1', 'req_2']);
  });

  it('reads on in the list for lines that are not loaded, and names those that are gone', async () => {
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

describe('the clock of the reviews', () => {
  it('counts what is open by who is to review it, the most first', async () => {
    const { desk } = await deskOver(
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
    desk.worklist.clock.show();
    await settled();
    expect(desk.worklist.clock.store.getState()).toEqual({
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

  it('and the list above it are asked for again as soon as the user has saved something', async () => {
    const { desk, fake } = await deskOver({ requisitions: rows });
    desk.worklist.clock.show();
    await vi.advanceTimersByTimeAsync(5_000);
    // One change has just been read: what follows it waits, unless it is the user's own.
    fake.tell('changed', { revision: 1, kind: 'requisition', ids: ['req_1'] });
    await vi.advanceTimersByTimeAsync(10);
    fake.desk.requisitions = [];
    await desk.outbox.save({
      operation: 'requisitions.update',
      data: { id: 'req_1', name: 'Iron' },
    } as Parameters<typeof desk.outbox.save>[0]);
    await vi.advanceTimersByTimeAsync(10);
    expect(desk.worklist.counts.getState().counts).toMatchObject({ all: 0 });
    expect(desk.worklist.clock.store.getState().overdue).toBe(0);
    expect(desk.browsers.requisition.list.store.getState().rows).toEqual([]);
  });
});
