import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { err } from '#contract/result.ts';
import { createLatestRequestGuard } from '#renderer/state/async.ts';
import { wrapBridgeCalls } from '#renderer/state/bridge.ts';
import { getResultError } from '#renderer/state/editor/draft-storage.ts';
import { createRecordEditorStore } from '#renderer/state/editor/editor.ts';
import {
  REQUISITION_EDITOR_DEFINITION,
  type OpenRequisitionEditor,
  type RequisitionEditorStore,
} from '#renderer/state/requisitions/draft.ts';
import { NEW_ORDER, sentOrder } from '../../../../support/builders.ts';
import { localId } from '../../../../support/pending.ts';
import { type PageStart, type Steering, testPage } from '../../../../support/page/page.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const FERRITIN = sentOrder({ patient: 'user_p', name: 'Ferritin' });

/** The editor over an engine in this thread; each one that is opened is another editor of the same account. */
function editing(own: Steering = {}, start: PageStart = {}) {
  const page = testPage({ requisitions: [FERRITIN], ...start }, own);
  const calls = wrapBridgeCalls(page.bridge);
  const open = () =>
    createRecordEditorStore(REQUISITION_EDITOR_DEFINITION, {
      calls,
      discardDraft: async (key) => getResultError(await calls['drafts.drop']({ key })),
      context: () => ({ userId: 'user_me', zone: 'UTC' }),
      undoTimeMs: () => 7_000,
      followAccount: accounts.follow,
      onSaved: () => {},
      getAccountId: () => account.current,
      onSaveFailed: ({ kind, name }, error, of) => void reported.push(error.code, kind, name, String(of)),
      reportLeaving: (action, error) => {
        if (error !== null) reported.push(action, error.code);
      },
      onDraftSaved: () => {},
    });
  const reported: string[] = [];
  const account = { current: 'a' };
  const accounts = createLatestRequestGuard();
  /** Another account is opened. */
  const switchAccount = (): void => {
    accounts.cancel();
    account.current = 'b';
  };
  const count = (name: 'drafts.save' | 'outbox.save'): number => page.inputs(name).length;
  const drafts = async () => (await page.ask('drafts.list', {})).items;
  return { page, open, count, drafts, reported, switchAccount };
}

const shown = (editor: RequisitionEditorStore): OpenRequisitionEditor => {
  const state = editor.store.getState();
  if (state.phase !== 'open') throw new Error(`the editor is ${state.phase}`);
  return state;
};

describe('an editor', () => {
  it('saves the input half a second after the last key, once', async () => {
    const { open, count, drafts } = editing();
    const editor = open();
    await editor.create();
    for (const name of ['F', 'Fe', 'Fer']) {
      editor.applyInput({ name });
      await vi.advanceTimersByTimeAsync(400);
    }
    expect(count('drafts.save')).toBe(0);
    await vi.advanceTimersByTimeAsync(100);
    expect(count('drafts.save')).toBe(1);
    expect((await drafts())[0]).toMatchObject({ label: 'Fer', target: null });
    expect(shown(editor)).toMatchObject({ hasUnsavedInput: false, draftError: null });
    expect(shown(editor).savedAt).not.toBeNull();
  });

  it('restores the input exactly after a crash', async () => {
    const { open, drafts } = editing();
    const before = open();
    await before.create();
    const typed = {
      name: 'بول كامل',
      patient: 'user_',
      diagnoses: [{ id: '', head: 'E1', description: ' x ' }],
    };
    before.applyInput(typed);
    await before.saveDraft();
    const [draft] = await drafts();
    const after = open();
    await after.reopen(draft?.key ?? '');
    expect(shown(after).fields).toEqual(shown(before).fields);
    expect(shown(after)).toMatchObject({ isRestored: true, saveId: shown(before).saveId });
  });

  it('closes at once if nothing was typed, and leaves no draft', async () => {
    const { open, count, drafts } = editing();
    const editor = open();
    await editor.create({ patient: 'user_p' });
    expect(await editor.saveAndClose()).toBe(true);
    expect(count('drafts.save')).toBe(0);
    await editor.create();
    editor.applyInput({ name: 'x' });
    await editor.saveDraft();
    editor.applyInput({ name: '' });
    expect(await editor.saveAndClose()).toBe(true);
    expect(await drafts()).toEqual([]);
  });

  it('saves the draft when it is left, and stays open if that fails', async () => {
    let works = false;
    const { open } = editing({
      'drafts.save': async (draft, real) => (works ? real(draft) : err('storage-full')),
    });
    const editor = open();
    await editor.create();
    editor.applyInput({ name: 'Ferritin' });
    expect(await editor.saveAndClose()).toBe(false);
    expect(shown(editor).draftError?.code).toBe('storage-full');
    expect(shown(editor).fields.name).toBe('Ferritin');
    works = true;
    expect(await editor.saveAndClose()).toBe(true);
    expect(editor.store.getState().phase).toBe('closed');
  });

  it('names the errors and saves nothing', async () => {
    const { open, count } = editing();
    const editor = open();
    await editor.create();
    editor.applyInput({ name: 'Ferritin', orderingProvider: '' });
    expect(await editor.save()).toBeNull();
    expect(shown(editor).problems.map(({ at }) => at)).toEqual(['patient', 'orderingProvider']);
    expect(count('outbox.save')).toBe(0);
  });

  it('removes its draft once the write is saved, and returns the id', async () => {
    const { open, drafts, page } = editing();
    const editor = open();
    await editor.create();
    editor.applyInput({ patient: 'user_p', orderingProvider: 'user_d' });
    await editor.saveDraft();
    expect(await drafts()).toHaveLength(1);
    const { saveId } = shown(editor);
    expect(await editor.save()).toMatch(/^local_requisition_/);
    expect(await drafts()).toEqual([]);
    expect(editor.store.getState().phase).toBe('closed');
    expect(page.inputs('outbox.save')).toMatchObject([{ saveId }]);
  });

  it('keeps a draft that was not saved, with the reason', async () => {
    const { open, drafts } = editing({ 'outbox.save': async () => err('storage-full') });
    const editor = open();
    await editor.create();
    editor.applyInput({ patient: 'user_p', orderingProvider: 'user_d' });
    await editor.saveDraft();
    expect(await editor.save()).toBeNull();
    expect(shown(editor)).toMatchObject({ isSaving: false, saveError: { code: 'storage-full' } });
    expect(await drafts()).toHaveLength(1);
  });

  it('saves once if the key is pressed twice', async () => {
    const { open, count } = editing();
    const editor = open();
    await editor.create();
    editor.applyInput({ patient: 'user_p', orderingProvider: 'user_d' });
    await Promise.all([editor.save(), editor.save()]);
    expect(count('outbox.save')).toBe(1);
  });

  it('goes on storing its input where another one that was left is saved meanwhile', async () => {
    const answer = Promise.withResolvers<void>();
    const { open, drafts, reported } = editing({
      'outbox.save': async (change, real) => {
        await answer.promise;
        return real(change);
      },
    });
    const editor = open();
    await editor.create();
    editor.applyInput({ patient: 'user_p', orderingProvider: 'user_d', name: 'First' });
    const saving = editor.save();
    await editor.create();
    editor.applyInput({ name: 'Second' });
    answer.resolve();
    expect(await saving).not.toBeNull();
    expect(await editor.saveAndClose()).toBe(true);
    expect((await drafts()).map(({ label }) => label)).toEqual(['Second']);
    expect(reported).toEqual([]);
  });

  it('reports that it was not saved where it was left meanwhile', async () => {
    const answer = Promise.withResolvers<void>();
    const { open, drafts, reported } = editing({
      'outbox.save': async () => {
        await answer.promise;
        return err('storage-full');
      },
    });
    const editor = open();
    await editor.create();
    editor.applyInput({ patient: 'user_p', orderingProvider: 'user_d', name: 'First' });
    const saving = editor.save();
    await editor.create();
    answer.resolve();
    expect(await saving).toBeNull();
    expect(reported).toEqual(['storage-full', 'requisition', 'First', 'a']);
    expect(shown(editor).saveError).toBeNull();
    expect((await drafts()).map(({ label }) => label)).toEqual(['First']);
  });

  it('reports it of the account in which it was not saved, also where another one has an editor of the same draft', async () => {
    const answer = Promise.withResolvers<void>();
    const { open, reported, switchAccount } = editing({
      'outbox.save': async () => {
        await answer.promise;
        return err('storage-full');
      },
    });
    const editor = open();
    await editor.edit('req_1');
    editor.applyInput({ name: 'First' });
    const saving = editor.save();
    switchAccount();
    editor.reset();
    await editor.edit('req_1');
    answer.resolve();
    expect(await saving).toBeNull();
    expect(reported).toEqual(['storage-full', 'requisition', 'First', 'a']);
    expect(shown(editor).saveError).toBeNull();
  });

  it('says that nothing was changed instead of saving it', async () => {
    const { open, count } = editing();
    const editor = open();
    await editor.edit('req_1');
    expect(await editor.save()).toBeNull();
    expect(shown(editor).isUnchanged).toBe(true);
    expect(count('outbox.save')).toBe(0);
  });

  it('reports a record that changed meanwhile, while it is open and when its draft is restored', async () => {
    const { open, page } = editing();
    const editor = open();
    await editor.edit('req_1');
    editor.applyInput({ name: 'Mine' });
    await editor.saveDraft();
    await page.engine.storeOne('requisition', { ...FERRITIN, name: 'Theirs', order_details: 'Fasting' });
    editor.invalidate(['req_2']);
    await vi.advanceTimersByTimeAsync(0);
    expect(shown(editor).disputed).toEqual([]);
    editor.invalidate(['req_1']);
    await vi.advanceTimersByTimeAsync(0);
    expect(shown(editor)).toMatchObject({
      disputed: ['name'],
      fields: { name: 'Mine', orderDetails: 'Fasting' },
    });
    const again = open();
    await again.edit('req_1');
    expect(shown(again)).toMatchObject({ isRestored: true, disputed: ['name'], fields: { name: 'Mine' } });
  });

  it('follows a record that was opened by its local id under the id of the service', async () => {
    const local = localId('requisition');
    let isSent = false;
    const { open } = editing(
      { 'records.raw': (input, real) => real(isSent ? { ...input, id: 'req_1' } : input) },
      { pending: [{ ...NEW_ORDER, target: local }] },
    );
    const editor = open();
    await editor.edit(local);
    editor.applyInput({ orderDetails: 'Fasting' });
    isSent = true;
    editor.invalidate(['req_1']);
    await vi.advanceTimersByTimeAsync(0);
    expect(shown(editor).fields).toMatchObject({ name: 'Ferritin', orderDetails: 'Fasting' });
  });

  it('begins with the user of the account as provider and as reviewer, which is no input to be kept', async () => {
    const { open, drafts } = editing();
    const editor = open();
    await editor.create();
    expect(shown(editor)).toMatchObject({ fields: { orderingProvider: 'user_me', reviewer: '' } });
    await editor.create({ orderingProvider: 'user_d' });
    expect(shown(editor)).toMatchObject({ fields: { orderingProvider: 'user_d' } });
    await editor.open('review', 'req_1');
    expect(shown(editor)).toMatchObject({ fields: { reviewer: 'user_me' } });
    await editor.saveAndClose();
    expect(await drafts()).toEqual([]);
  });

  it('keeps requesting a review apart from editing the same record', async () => {
    const { open, drafts } = editing();
    const editor = open();
    await editor.edit('req_1');
    editor.applyInput({ name: 'Mine' });
    await editor.open('review', 'req_1');
    editor.applyInput({ reviewer: 'user_r' });
    await editor.saveAndClose();
    expect((await drafts()).map(({ key }) => key).toSorted()).toEqual([
      '["requisitions.update","req_1",""]',
      '["requisitions.update","req_1","review"]',
    ]);
    await editor.reopen('["requisitions.update","req_1","review"]');
    expect(shown(editor)).toMatchObject({ purpose: 'review', fields: { reviewer: 'user_r' } });
  });

  it('removes a draft that is discarded, even one that is being saved', async () => {
    const { open, drafts } = editing();
    const editor = open();
    await editor.create();
    editor.applyInput({ name: 'x' });
    void editor.saveDraft();
    editor.applyInput({ name: 'xy' });
    await editor.discard();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await drafts()).toEqual([]);
    expect(editor.store.getState().phase).toBe('closed');
  });

  it('stays open with its draft, and says why, where the draft cannot be discarded', async () => {
    const { open, drafts, reported } = editing({ 'drafts.drop': async () => err('storage-full') });
    const editor = open();
    await editor.create();
    editor.applyInput({ name: 'Ferritin' });
    await editor.discard();
    expect(shown(editor).fields.name).toBe('Ferritin');
    expect(await drafts()).toHaveLength(1);
    expect(reported).toEqual(['discardDraft', 'storage-full']);
  });

  it('stays open, and says why, where another one is to be opened and its draft cannot be stored', async () => {
    const { open, reported } = editing({ 'drafts.save': async () => err('storage-full') });
    const editor = open();
    await editor.create();
    editor.applyInput({ name: 'Vitamin D' });
    await editor.edit(FERRITIN.id as string);
    expect(shown(editor).fields.name).toBe('Vitamin D');
    expect(reported).toEqual(['openEditor', 'storage-full']);
  });

  it('says why a record cannot be edited', async () => {
    const { open } = editing();
    const editor = open();
    await editor.edit('req_9');
    expect(editor.store.getState()).toEqual({ phase: 'failed', error: { code: 'not-found' } });
  });
});
