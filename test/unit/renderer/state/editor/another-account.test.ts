/** What an editor does where another account is opened before its calls have returned. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ORDERS, showRequisitions } from '../../../../support/page/requisition-stores.ts';
import { CLINIC_ACCOUNT } from '../../../../support/values.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const INPUT = { patient: 'user_p', orderingProvider: 'user_d', name: 'Ferritin' };

type Shown = Awaited<ReturnType<typeof showRequisitions>>;

/** Types into the editor of a new requisition, and opens another account while a call of an action has not returned. */
async function actThenChangeAccount(
  name: 'drafts.save' | 'drafts.drop' | 'outbox.save',
  act: (editor: Shown['app']['editor']) => Promise<unknown>,
): Promise<Shown> {
  const late = Promise.withResolvers<void>();
  const waitFirst = async <I, O>(input: I, real: (input: I) => Promise<O>): Promise<O> => {
    const answer = await real(input);
    await late.promise;
    return answer;
  };
  const shown = await showRequisitions({ requisitions: ORDERS }, { [name]: waitFirst });
  const { app, page } = shown;
  await app.editor.create();
  app.editor.applyInput(INPUT);
  const acting = act(app.editor);
  await vi.advanceTimersByTimeAsync(0);
  const { accounts } = page.shell;
  page.emit('accounts', { ...accounts, current: CLINIC_ACCOUNT.id, accounts: [CLINIC_ACCOUNT] });
  late.resolve();
  await acting;
  return shown;
}

it('opens no other editor, and shows no draft of the former account', async () => {
  const { app } = await actThenChangeAccount('drafts.save', ({ create }) => create({ patient: 'user_q' }));
  expect(app.editor.store.getState().phase).toBe('closed');
  expect(app.toasts.store.getState().shown).toBeNull();
});

it('says nothing of a change of the former account, and discards no draft of the same record', async () => {
  const { app, page } = await actThenChangeAccount('outbox.save', ({ save }) => save());
  await vi.advanceTimersByTimeAsync(0);
  expect(app.toasts.store.getState().shown).toBeNull();
  expect(page.inputs('drafts.drop')).toEqual([]);
});

it('says nothing of a change of the former account whose draft is still being discarded', async () => {
  const { app } = await actThenChangeAccount('drafts.drop', ({ save }) => save());
  await vi.advanceTimersByTimeAsync(0);
  expect(app.toasts.store.getState().shown).toBeNull();
});

it('discards no draft of the same record', async () => {
  const { page } = await actThenChangeAccount('drafts.save', ({ discard }) => discard());
  await vi.advanceTimersByTimeAsync(0);
  expect(page.inputs('drafts.drop')).toEqual([]);
});
