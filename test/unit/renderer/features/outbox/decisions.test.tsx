import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { err } from '#contract/result.ts';
import { openActivity, pendingChanges, RENAME, toSeen, UPDATE } from '../../../../support/page/activity.ts';
import type { TestPage } from '../../../../support/page/page.ts';
import { usePage } from '../../../../support/page/render.tsx';
import { localId, type PendingChangeInput } from '../../../../support/pending.ts';
import { NEW_ORDER } from '../../../../support/builders.ts';

usePage();

const NEW = localId('requisition');
const conflict: PendingChangeInput = {
  ...UPDATE,
  state: 'needs-you',
  question: 'conflict',
  data: { name: 'Blood count, fasting', share_with_patient: true, order_details: 'In the morning' },
  base: { name: 'Blood count', share_with_patient: false, order_details: '' },
  theirs: { name: 'Blood count, later', share_with_patient: false },
};

const ended = async (page: TestPage) => (await page.ask('outbox.closed', {})).items;

describe('a conflict', () => {
  it('is decided field by field, and says which of my values are lost before it is', async () => {
    const page = await openActivity({ pending: [conflict] });
    const [before] = await pendingChanges(page);
    const card = await screen.findByRole('article');
    expect(card.textContent).toContain('Another user changed the same field');
    for (const word of ['Before', 'Yours', 'On the service', 'In the morning'])
      expect(card.textContent).toContain(word);
    const apply = () => within(card).getByRole<HTMLButtonElement>('button', { name: 'Apply these choices' });
    expect(apply().getAttribute('aria-disabled')).toBe('true');
    expect(card.textContent).toContain('Choose a value for every field first.');
    const name = within(card).getByRole('radiogroup', { name: 'Which Name to keep' });
    fireEvent.click(within(name).getByRole('radio', { name: 'Keep the service’s' }));
    const shared = within(card).getByRole('radiogroup', { name: 'Which Shared with patient to keep' });
    fireEvent.click(within(shared).getByRole('radio', { name: 'Keep mine' }));
    fireEvent.click(apply());
    const question = await screen.findByRole('alertdialog', { name: 'Discard your values?' });
    expect(question.textContent).toContain('yours are discarded: Name.');
    expect(page.inputs('outbox.resolve')).toEqual([]);
    fireEvent.click(within(question).getByRole('button', { name: 'Keep the service’s values' }));
    await waitFor(() =>
      expect(page.inputs('outbox.resolve')).toEqual([
        { ...toSeen(before), resolution: { take: 'fields', mine: ['share_with_patient'] } },
      ]),
    );
    const mine = [{ field: 'share_with_patient' }, { field: 'order_details' }];
    expect(await pendingChanges(page)).toMatchObject([{ state: 'saved', fields: mine }]);
  });

  it('continues without a confirmation if all of mine are kept', async () => {
    const page = await openActivity({ pending: [conflict] });
    fireEvent.click(await screen.findByRole('button', { name: 'Keep mine for all' }));
    fireEvent.click(screen.getByRole('button', { name: 'Apply these choices' }));
    await waitFor(() => expect(page.inputs('outbox.resolve')).toHaveLength(1));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('keeps the focus on the button that decides it until it is decided', async () => {
    await openActivity({ pending: [conflict] }, { 'outbox.resolve': () => new Promise(() => {}) });
    fireEvent.click(await screen.findByRole('button', { name: 'Keep mine for all' }));
    const apply = screen.getByRole<HTMLButtonElement>('button', { name: 'Apply these choices' });
    apply.focus();
    fireEvent.click(apply);
    await waitFor(() => expect(apply.getAttribute('aria-disabled')).toBe('true'));
    expect([apply.disabled, document.activeElement]).toEqual([false, apply]);
  });

  it('is discarded whole, as the question before it says, also with the fields that only the user has changed', async () => {
    const page = await openActivity({ pending: [conflict] });
    fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
    const question = await screen.findByRole('alertdialog', { name: 'Discard this change?' });
    expect(question.textContent).toContain(
      'What you entered is discarded: Name, Shared with patient, Order details.',
    );
    fireEvent.click(within(question).getByRole('button', { name: 'Discard' }));
    await waitFor(async () => expect(await ended(page)).toMatchObject([{ number: 1, ending: 'discarded' }]));
    expect(await pendingChanges(page)).toEqual([]);
    fireEvent.click(await screen.findByRole('button', { name: /^Undo/ }));
    await waitFor(async () => expect(await pendingChanges(page)).toMatchObject([{ question: 'conflict' }]));
  });

  it('says so when the choice could not be saved', async () => {
    await openActivity({ pending: [conflict] }, { 'outbox.resolve': async () => err('on-its-way') });
    fireEvent.click(await screen.findByRole('button', { name: 'Keep mine for all' }));
    fireEvent.click(screen.getByRole('button', { name: 'Apply these choices' }));
    expect((await screen.findByRole('alert')).textContent).toContain('is being sent');
  });
});

describe('completion requests that may have been fulfilled before', () => {
  const asked = (data: NonNullable<PendingChangeInput['data']>): PendingChangeInput => ({
    operation: 'forms.completion',
    target: 'form_1',
    data,
    state: 'needs-you',
    question: 'asked-before',
    theirs: { ask: ['user_1'] },
  });

  it.each([
    [
      'the other patients are still asked',
      { ask: ['user_1', 'user_2'] },
      [{ field: 'ask', mine: '["user_2"]' }],
    ],
    [
      'requests are still withdrawn',
      { ask: ['user_1'], withdraw: ['user_3'] },
      [
        { field: 'ask', mine: '[]' },
        { field: 'withdraw', mine: '["user_3"]' },
      ],
    ],
  ])('are sent without those: %s', async (_what, data, fields) => {
    const page = await openActivity({ pending: [asked(data)] });
    fireEvent.click(await screen.findByRole('button', { name: 'Send without them' }));
    await waitFor(async () => expect(await pendingChanges(page)).toMatchObject([{ state: 'saved', fields }]));
  });

  it('have nothing to send without those where there are no others', async () => {
    await openActivity({ pending: [asked({ ask: ['user_1'] })] });
    expect(await screen.findByRole('button', { name: 'Ask them again' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Send without them' })).toBeNull();
  });

  it('are discarded with all patients', async () => {
    const page = await openActivity({ pending: [asked({ ask: ['user_1', 'user_2'] })] });
    fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }));
    await waitFor(async () => expect(await pendingChanges(page)).toEqual([]));
  });
});

describe('a create whose response was lost', () => {
  const lost: PendingChangeInput = {
    operation: 'requisitions.create',
    target: NEW,
    data: NEW_ORDER.data,
    state: 'needs-you',
    question: 'several-found',
    evidence: { mayHaveLeft: true },
    candidates: [
      { id: 'req_7', createdBy: 'user_provider01', createdAt: null, name: 'Lipids', differences: [] },
      {
        id: 'req_8',
        createdBy: 'user_other',
        createdAt: null,
        name: 'Lipids, fasting',
        differences: [{ field: 'order_details', mine: '"by noon"', theirs: '"any time"' }],
      },
    ],
  };

  it('shows the candidates with their evidence, and adopts the chosen one', async () => {
    const page = await openActivity({ pending: [lost] });
    const card = await screen.findByRole('article');
    expect(card.textContent).toContain('req_7');
    expect(card.textContent).toContain('user_other');
    expect(card.textContent).toContain('Identical to yours.');
    expect(card.textContent).toContain('any time');
    expect(card.textContent).toContain('by noon');
    fireEvent.click(within(card).getAllByRole('button', { name: 'This is the same record' })[0] ?? card);
    await waitFor(async () =>
      expect(await ended(page)).toMatchObject([{ number: 1, ending: 'found', id: 'req_7' }]),
    );
  });

  it('is sent once more only after the warning', async () => {
    const page = await openActivity({ pending: [lost] });
    fireEvent.click(await screen.findByRole('button', { name: 'Send again' }));
    const question = await screen.findByRole('alertdialog');
    expect(question.textContent).toContain('the service will have it twice');
    fireEvent.click(within(question).getByRole('button', { name: 'Go back' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(page.inputs('outbox.resolve')).toEqual([]);
  });

  it('is discarded only after the user was told that the record is lost with it', async () => {
    const page = await openActivity({ pending: [lost] });
    fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
    const question = await screen.findByRole('alertdialog', { name: 'Discard this change?' });
    expect(question.textContent).toContain('The record is only on this computer');
    fireEvent.click(within(question).getByRole('button', { name: 'Discard' }));
    await waitFor(async () => expect(await ended(page)).toMatchObject([{ number: 1, ending: 'discarded' }]));
  });
});

describe('a rejected change', () => {
  const rejected: PendingChangeInput = {
    ...RENAME,
    state: 'rejected',
    error: { code: 'rejected', serverWords: 'name: too short' },
  };

  it('shows the message of the service', async () => {
    await openActivity({ pending: [rejected] });
    const card = await screen.findByRole('article');
    expect(card.textContent).toContain('Not accepted');
    expect(within(card).getByText('name: too short')).toBeDefined();
  });

  it('is edited and saved, and the input stays when it could not be saved', async () => {
    let isFull = true;
    const page = await openActivity(
      { pending: [rejected] },
      { 'outbox.edit': async (input, real) => (isFull ? err('storage-full') : real(input)) },
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
    fireEvent.change(name, { target: { value: 'Blood count, fasting' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save the change' }));
    expect((await screen.findByRole('alert')).textContent).toContain('The disk is full');
    expect(name.value).toBe('Blood count, fasting');
    isFull = false;
    fireEvent.click(screen.getByRole('button', { name: 'Save the change' }));
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull());
    const [field] = (await pendingChanges(page))[0]?.fields ?? [];
    expect(field).toMatchObject({ field: 'name', mine: '"Blood count, fasting"' });
  });

  it('that disappears while it is edited leaves the input on screen', async () => {
    const page = await openActivity({ pending: [rejected] });
    fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
    fireEvent.change(name, { target: { value: 'typed' } });
    await page.ask('outbox.discard', { number: 1 });
    await screen.findAllByText(/is no longer in the outbox/);
    expect(name.value).toBe('typed');
  });
});
