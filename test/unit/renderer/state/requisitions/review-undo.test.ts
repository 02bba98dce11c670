import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { err } from '#contract/result.ts';
import { ORDERS, showRequisitions } from '../../../../support/page/requisition-stores.ts';
import { OWN_ACCOUNT } from '../../../../support/values.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const about = { patient: 'user_p1', effect: 'closes' as const, others: [] };
const TWO = ['req_1', 'req_2'].map((id) => ({ id, name: id, ...about }));

it.each(['outbox.discard', 'outbox.list'] as const)(
  'an undo of reviews says nothing in an account that is opened before %s is answered',
  async (call) => {
    const state = { isUndoing: false };
    const openOtherAccount = (of: string): void => {
      if (state.isUndoing && of === call) app.worklist.reviews.reset();
    };
    const { app } = await showRequisitions(
      { accounts: OWN_ACCOUNT, requisitions: ORDERS },
      {
        'outbox.discard': async (input, real) => {
          const discarded = input.number === 1 ? err('on-its-way') : await real(input);
          // The last one is discarded first.
          if (input.number === 1) openOtherAccount('outbox.discard');
          return discarded;
        },
        'outbox.list': async (input, real) => {
          const listed = await real(input);
          if (input.limit === 1) openOtherAccount('outbox.list');
          return listed;
        },
      },
    );
    app.view.go('requisitions');
    await app.worklist.reviews.mark(TWO);
    app.toasts.dismiss();
    state.isUndoing = true;
    expect(await app.worklist.reviews.undo()).toEqual({ undone: [], left: 0 });
    expect(app.toasts.store.getState().shown).toBeNull();
  },
);
