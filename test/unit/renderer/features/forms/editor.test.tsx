import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { FormEditorScreen } from '#renderer/features/forms/editor/FormEditorScreen.tsx';
import { FormActions } from '#renderer/shared/forms/FormActions.tsx';
import { UnsentChangesProvider } from '#renderer/shared/pending/PendingBadge.tsx';
import { createStores } from '#renderer/state/stores.ts';
import { ProvideStores } from '../../../../support/page/provide-stores.tsx';
import { formatServiceTime, NOON, publishedForm, rawRequest } from '../../../../support/builders.ts';
import { type PageStart, testPage } from '../../../../support/page/page.ts';
import type { PendingChangeInput } from '../../../../support/pending.ts';
import { aForm } from '../../../../support/values.ts';

afterEach(cleanup);

/** A form that two patients are asked to complete. */
const ASKED = publishedForm({
  request_completion_from: ['user_asked1', 'user_asked2'].map((patient) =>
    rawRequest(patient, formatServiceTime(NOON)),
  ),
});

function aStores(start: PageStart = {}) {
  const page = testPage({ forms: [ASKED], ...start });
  return { ...page, app: createStores(page.bridge) };
}

/** The editor over stores of an engine in this thread, and what it opened at last. */
function showEditor(start: PageStart = {}) {
  const page = aStores(start);
  const opened: string[] = [];
  render(
    <ProvideStores value={page.app}>
      <FormEditorScreen onOpenRecord={(id) => opened.push(id)} />
    </ProvideStores>,
  );
  return { ...page, opened };
}

/** What can be done with a form of which some writes wait. */
async function showActions(pending: readonly PendingChangeInput[], form = aForm()) {
  const page = aStores({ pending });
  const { items } = await page.ask('outbox.list', {});
  render(
    <ProvideStores value={page.app}>
      <UnsentChangesProvider value={items}>
        <FormActions form={form} />
      </UnsentChangesProvider>
    </ProvideStores>,
  );
  return page;
}

const combo = (name: string): HTMLElement => screen.getByRole('combobox', { name });
/** Types into a list of ids and takes it in. */
function choose(name: string, typed: string): void {
  fireEvent.change(combo(name), { target: { value: typed } });
  fireEvent.keyDown(combo(name), { key: 'Enter' });
}
const publishes: PendingChangeInput = { operation: 'forms.publish', target: 'form_1' };
const FORM_1 = { id: 'form_1', name: 'Intake' };
const deletes: PendingChangeInput = { operation: 'forms.delete', target: 'form_1' };

describe('the editor of forms', () => {
  it('wants a name, and makes a form that everyone may use', async () => {
    const { app, opened, inputs } = showEditor();
    await act(() => app.formEditor.create());
    fireEvent.click(screen.getByRole('button', { name: 'Save form' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Enter a name.');
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Diary' } });
    fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'Enter', ctrlKey: true });
    await waitFor(() => expect(opened).toEqual([expect.stringMatching(/^local_form_/)]));
    expect(inputs('outbox.save')).toMatchObject([{ operation: 'forms.create', data: { name: 'Diary' } }]);
  });

  it('names each invalid field in a summary that has the focus and links to it, and sends nothing', async () => {
    const { app, inputs } = showEditor();
    await act(() => app.formEditor.create());
    fireEvent.change(screen.getByLabelText('Description'), { target: { value: 'x'.repeat(100_000) } });
    fireEvent.click(screen.getByRole('button', { name: 'Save form' }));
    const summary = await screen.findByRole('alert');
    expect(document.activeElement).toBe(summary);
    expect(summary.textContent).toContain('Enter a name.');
    expect(summary.textContent).toContain('The description has 100,000 characters.');
    fireEvent.click(within(summary).getByRole('button', { name: 'Description' }));
    expect(document.activeElement).toBe(screen.getByLabelText('Description'));
    expect(inputs('outbox.save')).toEqual([]);
  });

  it('says whom among the asked a choice of individuals leaves out', async () => {
    const { app } = showEditor();
    await act(() => app.formEditor.edit('form_1'));
    expect(screen.queryByRole('note')).toBeNull();
    fireEvent.click(screen.getByText('Some'));
    choose('Individuals', 'user_asked1');
    const left = screen.getByRole('note');
    expect(left.textContent).toContain('One of the 2 patients already asked can no longer use it:');
    expect(within(left).getAllByRole('listitem')).toHaveLength(1);
    choose('Peer groups', 'pgrp_1');
    expect(left.textContent).toContain('Intray does not know the members of medical centers');
  });

  it('takes the ids that are right and keeps the others, each with the reason', async () => {
    const { app } = showEditor();
    await act(() => app.formEditor.open('ask', 'form_1'));
    choose('Patients to ask', 'user_new1, fac_1 user_asked1 user_new1');
    const chosen = screen.getByRole('list', { name: 'Chosen: Patients to ask' });
    expect(within(chosen).getAllByRole('listitem')).toHaveLength(1);
    expect(combo('Patients to ask').getAttribute('value')).toBe('fac_1 user_asked1 user_new1');
    for (const why of [
      'fac_1 is another kind of id: this field needs an id that starts with user_.',
      'user_asked1 is already asked.',
      'user_new1 is already in the list.',
    ])
      expect(screen.getByText(why, { exact: false })).toBeDefined();
  });

  it('takes several ids that are pasted at once', async () => {
    const { app } = showEditor();
    await act(() => app.formEditor.open('ask', 'form_1'));
    fireEvent.paste(combo('Patients to ask'), {
      clipboardData: { getData: () => 'user_new1\nuser_new2,user_new3' },
    });
    expect(screen.getByRole('button', { name: 'Ask 3 patients' })).toBeDefined();
  });

  it('says that a patient had been asked before, and asks again', async () => {
    const before = publishedForm({
      request_completion_from: [rawRequest('user_back1', formatServiceTime(NOON - 7_200_000))],
    });
    const { app, ask, inputs } = showEditor({ earlier: { at: NOON - 3_600_000, forms: [before] } });
    await waitFor(async () =>
      expect((await ask('completions.history', { form: 'form_1' })).items).toContainEqual(
        expect.objectContaining({ patient: 'user_back1', ended: expect.anything() as unknown }),
      ),
    );
    await act(() => app.formEditor.open('ask', 'form_1'));
    choose('Patients to ask', 'user_back1');
    await screen.findByText(/completed it or the request was withdrawn; will be asked again/);
    fireEvent.click(screen.getByRole('button', { name: 'Withdraw request: user_asked2' }));
    fireEvent.click(screen.getByRole('button', { name: 'Ask one patient, withdraw one request' }));
    await waitFor(() =>
      expect(inputs('outbox.save')).toMatchObject([
        {
          operation: 'forms.completion',
          data: { id: 'form_1', ask: ['user_back1'], withdraw: ['user_asked2'] },
        },
      ]),
    );
  });
});

describe('what can be done with a form', () => {
  const confirm = async (name: string): Promise<void> => {
    const question = await screen.findByRole('alertdialog');
    fireEvent.click(within(question).getByRole('button', { name }));
  };

  it('is published after it was said what becomes visible, and to how many', async () => {
    const requests = [{ patient: 'user_p', requestedBy: 'user_me', requestedAt: NOON }];
    const { inputs } = await showActions(
      [],
      aForm({ publishedVersion: '', requestCompletionFrom: requests }),
    );
    fireEvent.click(screen.getByRole('button', { name: 'Publish to everyone' }));
    const question = await screen.findByRole('alertdialog');
    expect(question.textContent).toContain('fver_2');
    expect(question.textContent).toContain('One patient is asked to complete it');
    expect(question.textContent).toContain('Until then patients do not see the form.');
    await confirm('Publish to everyone');
    await waitFor(() =>
      expect(inputs('outbox.save')).toMatchObject([{ operation: 'forms.publish', data: { id: 'form_1' } }]),
    );
  });

  it('takes a publication back while it is here', async () => {
    const { inputs } = await showActions([publishes]);
    fireEvent.click(screen.getByRole('button', { name: 'Undo publishing' }));
    await waitFor(() => expect(inputs('outbox.discard')).toEqual([{ number: 1 }]));
  });

  it('is never published twice: a second press leads to the one that waits', async () => {
    const { app, inputs } = await showActions([{ ...publishes, state: 'uncertain' }]);
    await act(() => app.formActions.publish({ id: 'form_1', name: '' }));
    fireEvent.click(screen.getByRole('button', { name: /^Publishing: / }));
    expect(app.view.store.getState()).toMatchObject({ screen: 'outbox', highlightedChange: { number: 1 } });
    expect(inputs('outbox.save')).toEqual([]);
  });

  it('is published once where two presses are on their way', async () => {
    const { app, inputs } = await showActions([]);
    await act(() => Promise.all([app.formActions.publish(FORM_1), app.formActions.publish(FORM_1)]));
    expect(inputs('outbox.save')).toHaveLength(1);
  });

  it.each([
    [{}, 'Publish for 2 people'],
    [{ peerGroups: ['pgrp_1'] }, 'Publish to those who can use it'],
    [{ individuals: [] }, 'Publish (no one can use it yet)'],
  ])('names for whom it is published: %j', async (own, words) => {
    const { usableBy } = aForm();
    await showActions(
      [],
      aForm({ usableBy: { ...usableBy, usableByAll: false, individuals: ['user_a', 'user_b'], ...own } }),
    );
    expect(screen.getByRole('button', { name: words })).toBeDefined();
  });

  it('is deleted after its name and its open requests were shown', async () => {
    const requests = [{ patient: 'user_p', requestedBy: 'user_me', requestedAt: NOON }];
    const { inputs } = await showActions([], aForm({ requestCompletionFrom: requests }));
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    const question = await screen.findByRole('alertdialog');
    expect(question.textContent).toContain('Intake');
    expect(question.textContent).toContain('One open request is withdrawn');
    await confirm('Delete the form');
    await waitFor(() => expect(inputs('outbox.save')).toMatchObject([{ operation: 'forms.delete' }]));
  });

  it('is deleted after the changes were counted that are sent only if that is undone', async () => {
    const edit: PendingChangeInput = { operation: 'forms.update', target: 'form_1', data: { name: 'B' } };
    await showActions([{ ...edit, state: 'uncertain' }, edit]);
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    const question = await screen.findByRole('alertdialog');
    expect(question.textContent).toContain('One pending change of this form is not sent now.');
    expect(question.textContent).not.toContain('lost');
  });

  it('takes a deletion back while it is here, and does nothing else with the form', async () => {
    const { inputs } = await showActions([deletes]);
    const publish = screen.getByRole('button', { name: 'Publish to everyone' });
    expect(publish.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(publish);
    fireEvent.click(screen.getByRole('button', { name: 'Undo the deletion' }));
    await waitFor(() => expect(inputs('outbox.discard')).toEqual([{ number: 1 }]));
    expect(inputs('outbox.save')).toEqual([]);
  });

  it('takes no deletion back that is on its way', async () => {
    const { inputs } = await showActions([{ ...deletes, state: 'sending' }]);
    fireEvent.click(screen.getByRole('button', { name: 'Undo the deletion' }));
    expect(inputs('outbox.discard')).toEqual([]);
  });
});
