import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EMPTY_OUTBOX_COUNTS } from '#contract/outbox.ts';
import { err, ok } from '#contract/result.ts';
import { getLastRefusal } from '#renderer/state/sync/outbox.ts';
import { NOON, reviewAsked, sentOrder } from '../../../../support/builders.ts';
import { pendingChanges } from '../../../../support/page/activity.ts';
import type { TestPage } from '../../../../support/page/page.ts';
import { ORDERS, seeAnswers, showRequisitions } from '../../../../support/page/requisition-stores.ts';
import { OWN_ACCOUNT } from '../../../../support/values.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const mine = { accounts: OWN_ACCOUNT };
const saved = ({ inputs }: TestPage) =>
  (inputs('outbox.save') as readonly { readonly data: unknown }[]).map(({ data }) => data); // as the page sends them

describe('marking as reviewed by the key alone', () => {
  it('saves the review at once, held back from the service, and moves to the next', async () => {
    const { app, page } = await showRequisitions({ ...mine, requisitions: ORDERS });
    app.browsers.requisition.open('req_1');
    app.worklist.reviewSelected();
    expect(app.browsers.requisition.currentRow.getState()).toEqual({ selected: 'req_2', opened: true });
    expect(saved(page)).toMatchObject([{ id: 'req_1', review: { status: 'reviewed' } }]);
    const [write] = page.inputs('outbox.save');
    expect((write as { holdMs: number }).holdMs).toBe(7_000);
    await vi.advanceTimersByTimeAsync(14_000);
    expect(saved(page)).toHaveLength(1);
  });

  it('holds it back for the time of the settings', async () => {
    const settings = { undoSeconds: 60 } as const;
    const { app, page } = await showRequisitions({ ...mine, requisitions: ORDERS, settings });
    app.browsers.requisition.open('req_1');
    app.worklist.reviewSelected();
    await seeAnswers();
    expect(page.inputs('outbox.save')).toMatchObject([{ holdMs: 60_000 }]);
  });

  it('says that it is marked only once it is saved, and why if it is not', async () => {
    const late = Promise.withResolvers<void>();
    const { app } = await showRequisitions(
      { ...mine, requisitions: ORDERS },
      {
        'outbox.save': async (change, real) => {
          await late.promise;
          return real(change);
        },
      },
    );
    app.browsers.requisition.open('req_1');
    app.worklist.reviewSelected();
    await seeAnswers();
    expect(app.worklist.reviews.store.getState().undoable).toEqual([]);
    late.resolve();
    await vi.advanceTimersByTimeAsync(10);
    expect(app.worklist.reviews.store.getState().undoable).toMatchObject([{ id: 'req_1', number: 1 }]);

    const full = await showRequisitions(
      { ...mine, requisitions: ORDERS },
      { 'outbox.save': async () => err('storage-full') },
    );
    full.app.browsers.requisition.open('req_1');
    full.app.worklist.reviewSelected();
    await seeAnswers();
    expect(full.app.worklist.reviews.store.getState().undoable).toEqual([]);
    expect(getLastRefusal(full.app.outbox.store.getState())?.error).toEqual({ code: 'storage-full' });
  });

  it('discards only the last one when it is undone', async () => {
    const { app, page } = await showRequisitions({ ...mine, requisitions: ORDERS });
    app.browsers.requisition.open('req_1');
    app.worklist.reviewSelected();
    await seeAnswers();
    app.worklist.reviewSelected();
    await seeAnswers();
    await app.worklist.reviews.undo();
    expect(page.inputs('outbox.discard')).toEqual([{ number: 2 }]);
    expect(app.worklist.reviews.store.getState().undoable).toMatchObject([{ number: 1 }]);
  });

  it('opens the requisition again whose review is undone, so that the next press reviews no other one', async () => {
    const { app, page } = await showRequisitions({ ...mine, requisitions: ORDERS });
    app.view.go('requisitions');
    app.browsers.requisition.open('req_1');
    app.worklist.reviewSelected();
    await seeAnswers();
    expect(app.browsers.requisition.currentRow.getState().selected).toBe('req_2');
    await app.worklist.reviews.undo();
    expect(app.browsers.requisition.currentRow.getState()).toEqual({ selected: 'req_1', opened: true });
    await seeAnswers();
    app.worklist.reviewSelected();
    await seeAnswers();
    expect(saved(page)).toMatchObject([{ id: 'req_1' }, { id: 'req_1' }]);
  });

  it('says which review was undone, and of whom, until the next review', async () => {
    const { app } = await showRequisitions({ ...mine, requisitions: ORDERS });
    app.view.go('requisitions');
    app.browsers.requisition.open('req_1');
    app.worklist.reviewSelected();
    await seeAnswers();
    await app.worklist.reviews.undo();
    const { id, name, patient } = sentOrder({ id: 'req_1' }) as Record<string, string>;
    expect(app.toasts.store.getState().shown).toMatchObject({
      subject: { did: 'reviewUndone', name },
      patient,
      place: { id },
    });
    await seeAnswers();
    app.worklist.reviewSelected();
    expect(app.toasts.store.getState().shown).toBeNull();
  });

  it('leaves the open record alone where its undo fails, or the user is on another screen', async () => {
    let isRefused = true;
    const { app } = await showRequisitions(
      { ...mine, requisitions: ORDERS },
      { 'outbox.discard': async (input, real) => (isRefused ? err('on-its-way') : real(input)) },
    );
    app.view.go('requisitions');
    const review = async (id: string) => {
      app.browsers.requisition.open(id);
      app.worklist.reviewSelected();
      await seeAnswers();
    };
    const selected = () => app.browsers.requisition.currentRow.getState().selected;
    await review('req_1');
    await app.worklist.reviews.undo();
    expect(selected()).toBe('req_2');
    expect(app.toasts.store.getState().shown).toBeNull();
    isRefused = false;
    await review('req_2');
    app.view.go('home');
    await app.worklist.reviews.undo();
    expect(selected()).toBe('req_3');
    expect(app.toasts.store.getState().shown).toMatchObject({ subject: { did: 'reviewUndone' } });
  });

  it('says so if it can no longer be undone', async () => {
    const { app } = await showRequisitions(
      { ...mine, requisitions: ORDERS },
      { 'outbox.discard': async () => err('on-its-way') },
    );
    app.browsers.requisition.open('req_1');
    app.worklist.reviewSelected();
    await seeAnswers();
    await app.worklist.reviews.undo();
    expect(getLastRefusal(app.outbox.store.getState())?.error).toEqual({ code: 'on-its-way' });
  });

  it('can be undone until it is sent, however long that takes, and no longer', async () => {
    let isSending = false;
    const { app, page } = await showRequisitions(
      { ...mine, requisitions: ORDERS },
      {
        'outbox.list': async (input, real) => {
          const listed = await real(input);
          if (!listed.ok || !isSending) return listed;
          const items = listed.value.items.map((each) => ({ ...each, state: 'sending' as const }));
          return ok({ ...listed.value, items });
        },
      },
    );
    app.browsers.requisition.open('req_1');
    app.worklist.reviewSelected();
    await vi.advanceTimersByTimeAsync(60_000);
    page.emit('outbox', { ...EMPTY_OUTBOX_COUNTS, saved: 1 });
    await seeAnswers();
    expect(app.worklist.reviews.store.getState().undoable).toMatchObject([{ id: 'req_1' }]);
    isSending = true;
    page.emit('outbox', { ...EMPTY_OUTBOX_COUNTS, sending: 1 });
    await seeAnswers();
    expect(app.worklist.reviews.store.getState().undoable).toEqual([]);
    await app.worklist.reviews.undo();
    expect(page.inputs('outbox.discard')).toEqual([]);
  });

  it('is undone together with the others of one action', async () => {
    const { app, page } = await showRequisitions({ ...mine, requisitions: ORDERS });
    const about = { patient: 'user_p1', effect: 'closes' as const, others: [] };
    const targets = ['req_1', 'req_2'].map((id) => ({ id, name: id, ...about }));
    await app.worklist.reviews.mark(targets);
    await app.worklist.reviews.undo();
    expect(page.inputs('outbox.discard')).toEqual([{ number: 2 }, { number: 1 }]);
    expect(await pendingChanges(page)).toEqual([]);
  });

  it('says why one of them was not saved, although the next one is', async () => {
    const { app } = await showRequisitions(
      { ...mine, requisitions: ORDERS },
      {
        'outbox.save': async (change, real) =>
          (change.data as { readonly id?: string }).id === 'req_1' ? err('storage-full') : real(change),
      },
    );
    const about = { patient: 'user_p1', effect: 'closes' as const, others: [] };
    const targets = ['req_1', 'req_2'].map((id) => ({ id, name: id, ...about }));
    const unsaved = [{ id: 'req_1', error: { code: 'storage-full' } }];
    expect(await app.worklist.reviews.mark(targets)).toEqual(unsaved);
    expect(app.worklist.reviews.store.getState().undoable).toMatchObject([{ id: 'req_2' }]);
    expect(getLastRefusal(app.outbox.store.getState())?.error).toEqual({ code: 'storage-full' });
    await app.worklist.reviews.mark(targets.slice(1));
    expect(getLastRefusal(app.outbox.store.getState())?.error).toEqual({ code: 'storage-full' });
  });

  it('saves no more of them once it is undone', async () => {
    const late = Promise.withResolvers<void>();
    const { app, page } = await showRequisitions(
      { ...mine, requisitions: ORDERS },
      {
        'outbox.save': async (change, real) => {
          if ((change.data as { readonly id?: string }).id === 'req_2') await late.promise;
          return real(change);
        },
      },
    );
    const about = { patient: 'user_p1', effect: 'closes' as const, others: [] };
    const targets = ['req_1', 'req_2', 'req_3'].map((id) => ({ id, name: id, ...about }));
    const marked = app.worklist.reviews.mark(targets);
    await seeAnswers();
    const undone = app.worklist.reviews.undo();
    late.resolve();
    await Promise.all([marked, undone]);
    expect(saved(page)).toMatchObject([{ id: 'req_1' }, { id: 'req_2' }]);
    expect((await undone).undone).toMatchObject([{ id: 'req_2' }, { id: 'req_1' }]);
    expect(await pendingChanges(page)).toEqual([]);
  });

  describe('of which the last one is still being saved', () => {
    async function markTwo() {
      const late = Promise.withResolvers<void>();
      const { app, page } = await showRequisitions(
        { ...mine, requisitions: ORDERS },
        {
          'outbox.save': async (change, real) => {
            if ((change.data as { readonly id?: string }).id === 'req_2') await late.promise;
            return real(change);
          },
        },
      );
      const review = (id: string) => ({
        id,
        name: id,
        patient: 'user_p1',
        effect: 'closes' as const,
        others: [],
      });
      await app.worklist.reviews.mark([review('req_1')]);
      const last = app.worklist.reviews.mark([review('req_2')]);
      await seeAnswers();
      const undoAfterSaving = async (group?: number) => {
        const undone = app.worklist.reviews.undo(group);
        late.resolve();
        await last;
        return (await undone).undone.map(({ id }) => id);
      };
      return { app, page, review, undoAfterSaving };
    }

    it('the last one is undone, and the one before it is not', async () => {
      const { app, page, undoAfterSaving } = await markTwo();
      const { undoable } = app.worklist.reviews.store.getState();
      expect(app.worklist.reviews.getLastGroup()).toBeGreaterThan(undoable[0]?.group ?? Infinity);
      expect(await undoAfterSaving()).toEqual(['req_2']);
      expect((await pendingChanges(page)).map(({ number }) => number)).toEqual([1]);
    });

    it('one that was begun after it and is saved already is undone first', async () => {
      const { app, page, review, undoAfterSaving } = await markTwo();
      await app.worklist.reviews.mark([review('req_3')]);
      expect(await undoAfterSaving()).toEqual(['req_3']);
      expect((await pendingChanges(page)).map(({ number }) => number)).toEqual([1, 3]);
    });

    it('the button of the message about the one before undoes what the message names', async () => {
      const { app, page, undoAfterSaving } = await markTwo();
      const [shown] = app.worklist.reviews.store.getState().undoable;
      expect(await undoAfterSaving(shown?.group)).toEqual(['req_1']);
      expect((await pendingChanges(page)).map(({ number }) => number)).toEqual([2]);
    });
  });

  describe('of which one is on its way, of three of one action', () => {
    const about = { patient: 'user_p1', effect: 'closes' as const, others: [] };
    const targets = ['req_1', 'req_2', 'req_3'].map((id) => ({ id, name: id, ...about }));
    async function undoWithout(second: 'sending' | 'saved') {
      const shown = await showRequisitions(
        { ...mine, requisitions: ORDERS },
        {
          'outbox.discard': async (input, real) => (input.number === 2 ? err('on-its-way') : real(input)),
          'outbox.list': async (input, real) => {
            const listed = await real(input);
            if (!listed.ok) return listed;
            const items = listed.value.items.map((each) => ({ ...each, state: second }));
            return ok({ ...listed.value, items });
          },
        },
      );
      shown.app.view.go('requisitions');
      await shown.app.worklist.reviews.mark(targets);
      await shown.app.worklist.reviews.undo();
      return shown;
    }

    it('are undone but for that one, and how many of each is said, with the reason', async () => {
      const { app, page } = await undoWithout('sending');
      expect(page.inputs('outbox.discard')).toEqual([{ number: 3 }, { number: 2 }, { number: 1 }]);
      expect((await pendingChanges(page)).map(({ number }) => number)).toEqual([2]);
      expect(app.toasts.store.getState().shown).toMatchObject({
        subject: { did: 'reviewsPartlyUndone', undone: 2, left: 1 },
        place: { to: 'screen', screen: 'outbox' },
      });
      expect(getLastRefusal(app.outbox.store.getState())?.error).toEqual({ code: 'on-its-way' });
      expect(app.worklist.reviews.store.getState().undoable).toEqual([]);
    });

    it('can be undone again where it is unsent after all', async () => {
      const { app } = await undoWithout('saved');
      expect(app.worklist.reviews.store.getState().undoable).toMatchObject([{ id: 'req_2', number: 2 }]);
    });
  });

  const others = ORDERS.map((order) => ({ ...order, ...reviewAsked({ reviewer: 'user_colleague' }) }));

  it('saves nothing where the open review is of somebody else, and says whose it is', async () => {
    const { app, page } = await showRequisitions({ ...mine, requisitions: others });
    app.browsers.requisition.open('req_1');
    app.worklist.reviewSelected();
    await seeAnswers();
    expect(saved(page)).toEqual([]);
    expect(app.worklist.reviews.store.getState()).toMatchObject({
      undoable: [],
      refusal: { reason: 'beside', others: ['user_colleague'] },
    });
    expect(app.browsers.requisition.currentRow.getState().selected).toBe('req_1');
    void app.browsers.requisition.move(1);
    expect(app.worklist.reviews.store.getState().refusal).toBeNull();
  });

  it('adds a review beside that of somebody else by another action only', async () => {
    const { app, page } = await showRequisitions({ ...mine, requisitions: others });
    app.browsers.requisition.currentRow.setState({ selected: 'req_1', opened: false });
    app.worklist.addReviewToSelected();
    await seeAnswers();
    expect(saved(page)).toMatchObject([{ id: 'req_1' }]);
    expect(app.worklist.reviews.store.getState().undoable).toMatchObject([
      { effect: 'beside', others: ['user_colleague'] },
    ]);
    const own = await showRequisitions({ ...mine, requisitions: ORDERS });
    own.app.browsers.requisition.open('req_1');
    own.app.worklist.addReviewToSelected();
    expect(own.app.worklist.reviews.store.getState().refusal).toMatchObject({ reason: 'own' });
  });

  it('saves nothing where a review is open and the user is not known', async () => {
    const { app, page } = await showRequisitions({ requisitions: ORDERS });
    app.browsers.requisition.open('req_1');
    app.worklist.reviewSelected();
    await seeAnswers();
    expect(saved(page)).toEqual([]);
    expect(app.worklist.reviews.store.getState().refusal).toMatchObject({ reason: 'unknown' });
  });

  it('closes the own review of several, and knows which stay open', async () => {
    const two = [
      ...(reviewAsked({ reviewer: 'user_colleague', deadline: NOON })['reviews'] as readonly object[]),
      ...(reviewAsked({ reviewer: 'user_me' })['reviews'] as readonly object[]),
    ];
    const { app } = await showRequisitions({ ...mine, requisitions: [sentOrder({ reviews: two })] });
    app.browsers.requisition.currentRow.setState({ selected: 'req_1', opened: false });
    app.worklist.reviewSelected();
    await seeAnswers();
    expect(app.worklist.reviews.store.getState().undoable).toMatchObject([
      { effect: 'closes', others: ['user_colleague'] },
    ]);
  });

  it('marks nothing without an open review, and says so', async () => {
    const { app, page } = await showRequisitions({ ...mine, requisitions: ORDERS });
    app.browsers.requisition.open('req_3');
    app.worklist.reviewSelected();
    expect(app.worklist.reviews.store.getState()).toMatchObject({
      undoable: [],
      refusal: { reason: 'none' },
    });
    expect(app.browsers.requisition.currentRow.getState().selected).toBe('req_3');
    expect(saved(page)).toEqual([]);
  });
});
