import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { beginRequisitionFromOther } from '#renderer/state/begin-requisition.ts';
import { CLINIC_ACCOUNT } from '../../../support/values.ts';
import { showRequisitions, ORDERS } from '../../../support/page/requisition-stores.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Begins a requisition from another one, which arrives only after something else has happened. */
async function duplicate(meanwhile: (stores: Awaited<ReturnType<typeof showRequisitions>>) => void) {
  const late = Promise.withResolvers<void>();
  const shown = await showRequisitions(
    { requisitions: ORDERS },
    {
      'requisitions.get': async (input, real) => {
        await late.promise;
        return real(input);
      },
    },
  );
  const { app } = shown;
  const begun = beginRequisitionFromOther(app.calls, app, 'duplicate', 'req_1');
  meanwhile(shown);
  late.resolve();
  await begun;
  return app.editor.store.getState();
}

it('A requisition is begun with the values of another one', async () => {
  expect(await duplicate(() => {})).toMatchObject({ phase: 'open', purpose: 'create' });
});

it('Where another account was opened meanwhile, nothing of the former one is shown in an editor', async () => {
  const editor = await duplicate(({ page }) => {
    const { accounts } = page.shell;
    page.emit('accounts', { ...accounts, current: CLINIC_ACCOUNT.id, accounts: [CLINIC_ACCOUNT] });
  });
  expect(editor.phase).toBe('closed');
});
