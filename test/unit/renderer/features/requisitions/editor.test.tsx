import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { CallInput } from '#contract/api.ts';
import { err } from '#contract/result.ts';
import { RequisitionEditorScreen } from '#renderer/features/requisitions/editor/RequisitionEditorScreen.tsx';
import { createStores } from '#renderer/state/stores.ts';
import { ProvideStores } from '../../../../support/page/provide-stores.tsx';
import { NEW_ORDER, rawRequisition } from '../../../../support/builders.ts';
import { localId } from '../../../../support/pending.ts';
import { clearPart, typeDay } from '../../../../support/page/actions.ts';
import { type PageStart, type Steering, testPage } from '../../../../support/page/page.ts';

afterEach(cleanup);

const FERRITIN = rawRequisition({
  id: 'req_1',
  patient: 'user_patient1',
  name: 'Ferritin',
  ordering_provider: 'user_doctor1',
  diagnoses: [],
  scripts: [],
});

const ANNUAL: CallInput<'templates.save'>['fields'] = {
  type: 'lab',
  name: 'CBC',
  furtherTests: [],
  serviceFacility: '',
  diagnoses: [],
  scripts: [],
  orderDetails: '',
};

/** The editor over stores of an engine in this thread, and what it opened last. */
function showEditor(own: Steering = {}, start: PageStart = {}) {
  const page = testPage({ requisitions: [FERRITIN], ...start }, own);
  const app = createStores(page.bridge);
  const opened: string[] = [];
  render(
    <ProvideStores value={app}>
      <RequisitionEditorScreen onOpenRecord={(id) => opened.push(id)} />
    </ProvideStores>,
  );
  return { ...page, app, opened };
}

const type = (label: string | RegExp, value: string): void => {
  fireEvent.change(screen.getAllByLabelText(label)[0] ?? document.body, { target: { value } });
};

const field = (label: string): HTMLElement => screen.getAllByLabelText(label)[0] ?? document.body;
/** Presses a button, also while the list of a combo box hides the rest of the page from screen readers. */
const press = (name: string): void =>
  void fireEvent.click(screen.getByRole('button', { name, hidden: true }));
const valueOf = (label: string): string =>
  screen.getAllByLabelText<HTMLInputElement>(label)[0]?.value ?? 'there is no such field';

describe('the editor of requisitions', () => {
  it('requires the mandatory fields, beside the field and in a summary that links to it', async () => {
    const { app } = showEditor();
    await act(() => app.editor.create());
    fireEvent.click(screen.getByRole('button', { name: 'Save requisition' }));
    const summary = await screen.findByRole('alert');
    expect(summary.textContent).toContain('2 fields need your attention');
    expect(document.activeElement).toBe(summary);
    expect(screen.getAllByText('Choose an ordering provider.')).toHaveLength(2);
    fireEvent.click(within(summary).getByRole('button', { name: 'Ordering provider' }));
    expect(document.activeElement?.getAttribute('data-anchor')).toBe('orderingProvider');
    type('Ordering provider', 'user_doctor1');
    await waitFor(() => expect(screen.queryByText('Choose an ordering provider.')).toBeNull());
  });

  it('stays open at the Escape that closes a list of suggestions, and closes at the next one', async () => {
    const { app } = showEditor();
    await act(() => app.editor.create());
    const patient = field('Patient');
    patient.focus();
    type('Patient', 'user_pat');
    await waitFor(() => expect(patient.getAttribute('aria-expanded')).toBe('true'));
    fireEvent.keyDown(patient, { key: 'Escape' });
    await waitFor(() => expect(patient.getAttribute('aria-expanded')).toBe('false'));
    expect(valueOf('Patient')).toBe('user_pat');
    fireEvent.keyDown(patient, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByLabelText('Patient')).toBeNull());
  });

  it('is discarded without a question while nothing is typed, and with one afterwards', async () => {
    const { app } = showEditor();
    await act(() => app.editor.create());
    press('Discard draft');
    await waitFor(() => expect(screen.queryByLabelText('Patient')).toBeNull());
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await act(() => app.editor.create());
    type('Patient', 'user_patient1');
    press('Discard draft');
    const question = await screen.findByRole('alertdialog', { name: 'Discard what you typed?' });
    // There is no record yet that could stay.
    expect(question.textContent).toContain('It was never saved as a record or sent.');
    expect(question.textContent).not.toContain('The record itself stays');
  });

  it('shows a person by the local name; changing it searches again, and the id is what is saved', async () => {
    const page = showEditor({}, { names: { user_patient1: 'Anna Miller', user_doctor1: 'Dr. Olsen' } });
    act(() => page.app.directory.invalidate());
    await act(() => page.app.editor.create());
    type('Ordering provider', 'user_doctor1');
    type('Patient', 'user_patient1');
    await waitFor(() => expect(valueOf('Patient')).toBe('Anna Miller'));
    expect(field('Patient').closest('div')?.parentElement?.textContent).toContain('Anna Miller');
    type('Patient', 'Anna');
    await waitFor(() => expect(page.inputs('ids.suggest').at(-1)).toMatchObject({ search: 'Anna' }));
    expect(valueOf('Patient')).toBe('Anna');
    fireEvent.click(screen.getByRole('button', { name: 'Save requisition', hidden: true }));
    await screen.findByRole('alert');
    expect(page.inputs('outbox.save')).toEqual([]);
    type('Patient', 'user_patient1');
    await waitFor(() => expect(valueOf('Patient')).toBe('Anna Miller'));
    fireEvent.click(screen.getByRole('button', { name: 'Save requisition', hidden: true }));
    await waitFor(() =>
      expect(page.inputs('outbox.save')).toMatchObject([
        { data: { patient: 'user_patient1', ordering_provider: 'user_doctor1' } },
      ]),
    );
  });

  it('saves the input by Ctrl+S, and opens the record', async () => {
    const { app, opened, inputs } = showEditor();
    await act(() => app.editor.create());
    type('Patient', 'user_patient1');
    type('Ordering provider', 'user_doctor1');
    type('Name', 'Ferritin');
    fireEvent.keyDown(field('Name'), { key: 's', ctrlKey: true });
    await waitFor(() => expect(opened).toEqual([expect.stringMatching(/^local_requisition_/)]));
    expect(inputs('outbox.save')).toMatchObject([
      {
        operation: 'requisitions.create',
        data: { patient: 'user_patient1', type: 'lab', ordering_provider: 'user_doctor1', name: 'Ferritin' },
      },
    ]);
    expect(screen.queryByRole('heading', { name: 'New requisition' })).toBeNull();
  });

  it('never offers to change the patient or the type of a record', async () => {
    const { app } = showEditor();
    await act(() => app.editor.edit('req_1'));
    expect(screen.getByRole('heading', { name: 'Edit requisition' })).toBeDefined();
    expect(screen.queryByLabelText('Patient')).toBeNull();
    expect(screen.queryByText('Imaging')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    await screen.findByText(/There are no changes to save/);
  });

  it('asks before a requisition is shared with the patient', async () => {
    const { app, inputs } = showEditor();
    await act(() => app.editor.edit('req_1'));
    fireEvent.click(screen.getByText('Share it with the patient'));
    fireEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    const question = await screen.findByRole('alertdialog');
    expect(inputs('outbox.save')).toEqual([]);
    fireEvent.click(within(question).getByRole('button', { name: 'Save and share it' }));
    await waitFor(() =>
      expect(inputs('outbox.save')).toMatchObject([
        { data: { id: 'req_1', share_with_patient: true }, seen: { share_with_patient: false } },
      ]),
    );
  });

  it('closes by Escape without a confirmation once the input is stored', async () => {
    const { app, inputs } = showEditor();
    await act(() => app.editor.create());
    type('Name', 'Ferritin');
    fireEvent.keyDown(field('Name'), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'New requisition' })).toBeNull());
    expect(inputs('drafts.save')).toHaveLength(1);
  });

  it('asks before it closes if the input could not be stored', async () => {
    const { app } = showEditor({ 'drafts.save': async () => err('storage-full') });
    await act(() => app.editor.create());
    type('Order details', 'fasting');
    fireEvent.keyDown(field('Order details'), { key: 'Escape' });
    const question = await screen.findByRole('alertdialog');
    expect(question.textContent).toContain('The disk is full.');
    fireEvent.click(within(question).getByRole('button', { name: 'Continue editing' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(valueOf('Order details')).toBe('fasting');
  });

  it('keeps the draft that was stored before where it is closed with input that could not be stored', async () => {
    let isFull = false;
    const { app, ask } = showEditor({
      'drafts.save': async (draft, real) => (isFull ? err('storage-full') : real(draft)),
    });
    await act(() => app.editor.create());
    type('Order details', 'fasting');
    await act(() => app.editor.saveDraft());
    isFull = true;
    type('Order details', 'fasting, at eight');
    fireEvent.keyDown(field('Order details'), { key: 'Escape' });
    const question = await screen.findByRole('alertdialog');
    expect(question.textContent).toContain('What was saved in the draft before stays.');
    fireEvent.click(within(question).getByRole('button', { name: 'Close anyway' }));
    await waitFor(() => expect(screen.queryByLabelText('Order details')).toBeNull());
    const [draft] = (await ask('drafts.list', {})).items;
    await act(() => app.editor.reopen(draft?.key ?? ''));
    expect(valueOf('Order details')).toBe('fasting');
  });

  it('warns of a requisition that is nearly the same, and links to it', async () => {
    const again = { ...FERRITIN, id: 'req_7', name: 'Ferritin, again' };
    const { app, opened } = showEditor({}, { requisitions: [again] });
    await act(() => app.editor.create({ patient: 'user_patient1' }));
    type('Name', 'Ferritin again');
    fireEvent.click(await screen.findByRole('button', { name: /Ferritin, again/ }));
    await waitFor(() => expect(opened).toEqual(['req_7']));
  });

  it('adds and removes rows, and names the one that lacks its code', async () => {
    const { app } = showEditor();
    await act(() => app.editor.create({ patient: 'user_patient1', orderingProvider: 'user_doctor1' }));
    for (const index of [0, 1]) {
      fireEvent.click(screen.getByRole('button', { name: 'Add a diagnosis' }));
      expect(document.activeElement).toBe(screen.getAllByRole('combobox', { name: 'Code' })[index]);
    }
    const second = screen.getAllByLabelText('Description')[1] ?? document.body;
    fireEvent.change(second, { target: { value: 'Diabetes' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save requisition' }));
    const summary = await screen.findByRole('alert');
    expect(summary.textContent).toContain('Diagnosis 2');
    fireEvent.click(screen.getByRole('button', { name: 'Remove Diagnosis 1' }));
    expect(screen.getAllByLabelText('Description')).toHaveLength(1);
    expect(screen.getByLabelText<HTMLInputElement>('Description').value).toBe('Diabetes');
  });

  it('is saved by Ctrl+Enter also on the button that removes a diagnosis, which stays', async () => {
    const { app, inputs } = showEditor();
    await act(() => app.editor.create({ patient: 'user_patient1', orderingProvider: 'user_doctor1' }));
    fireEvent.click(screen.getByRole('button', { name: 'Add a diagnosis' }));
    type('Code', 'E11');
    const remove = screen.getByRole('button', { name: /^Remove .*E11/, hidden: true });
    fireEvent.keyDown(remove, { key: 'Enter', ctrlKey: true });
    await waitFor(() =>
      expect(inputs('outbox.save')).toMatchObject([{ data: { diagnoses: [{ code: 'E11' }] } }]),
    );
  });

  it('requires a reviewer when a review is requested', async () => {
    const { app, inputs } = showEditor();
    await act(() => app.editor.open('review', 'req_1'));
    fireEvent.click(screen.getByRole('button', { name: 'Ask for the review' }));
    expect(await screen.findAllByText('Choose a reviewer.')).toHaveLength(2);
    type('Reviewer', 'user_doctor2');
    await typeDay('Deadline', '2099-03-20');
    fireEvent.click(screen.getByRole('button', { name: 'Ask for the review' }));
    await waitFor(() =>
      expect(inputs('outbox.save')).toMatchObject([
        {
          data: {
            id: 'req_1',
            review: { reviewer: 'user_doctor2', review_deadline: expect.stringMatching(/^2099-03-2/) },
          },
        },
      ]),
    );
  });

  it('refuses a deadline that is typed in part', async () => {
    const { app, inputs } = showEditor();
    await act(() => app.editor.open('review', 'req_1'));
    type('Reviewer', 'user_doctor2');
    await typeDay('Deadline', '2099-03-20');
    clearPart('Deadline', 'month');
    press('Ask for the review');
    expect(await screen.findAllByText('Enter a complete date that exists.')).not.toHaveLength(0);
    expect(inputs('outbox.save')).toEqual([]);
    await typeDay('Deadline', '2099-03-20');
    press('Ask for the review');
    await waitFor(() => expect(inputs('outbox.save')).toHaveLength(1));
  });

  it('saves its tests as a template without the patient, and fills in a new order from it', async () => {
    const { app, ask } = showEditor();
    await act(() => app.editor.create({ patient: 'user_patient1', orderingProvider: 'user_doctor1' }));
    type('Name', 'CBC');
    press('Add a test');
    type('Further test 1', 'TSH');
    await screen.findByText(
      '2 requisitions are saved, one for each test, with the same patient and details.',
    );
    press('Templates');
    fireEvent.click(await screen.findByRole('menuitem', { name: /Save as a template/ }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.change(within(dialog).getByLabelText('Name of the template'), { target: { value: 'Annual' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const { items } = await ask('templates.list', {});
    expect(items).toMatchObject([
      { name: 'Annual', fields: { name: 'CBC', furtherTests: [{ name: 'TSH' }] } },
    ]);
    expect(JSON.stringify(items)).not.toContain('user_');

    await act(() => app.editor.create({ patient: 'user_patient2' }));
    press('Templates');
    fireEvent.click(await screen.findByRole('menuitem', { name: /Annual/ }));
    await waitFor(() => expect(valueOf('Name')).toBe('CBC'));
    expect(valueOf('Further test 1')).toBe('TSH');
    expect(valueOf('Patient')).toBe('user_patient2');
  });

  it('saves a template once where Enter is pressed twice', async () => {
    const { app, ask } = showEditor();
    await act(() => app.editor.create({ name: 'CBC' }));
    press('Templates');
    fireEvent.click(await screen.findByRole('menuitem', { name: /Save as a template/ }));
    const name = within(await screen.findByRole('dialog')).getByLabelText<HTMLInputElement>(
      'Name of the template',
    );
    for (const _press of [1, 2]) fireEvent.submit(name.form ?? document.body);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await ask('templates.list', {})).items).toHaveLength(1);
  });

  it('brings back what a template has replaced after Undo, but for what was typed since', async () => {
    const { app, ask } = showEditor();
    const getSubject = () => app.toasts.store.getState().shown?.subject;
    const fill = async (): Promise<void> => {
      press('Templates');
      fireEvent.click(await screen.findByRole('menuitem', { name: /Annual/ }));
      await waitFor(() => expect(valueOf('Name')).toBe('CBC'));
    };
    await ask('templates.save', { name: 'Annual', fields: ANNUAL });
    await act(() => app.editor.create());
    await fill();
    expect(getSubject()).toBeUndefined();
    await act(() => app.editor.create());
    type('Name', 'Ferritin');
    type('Order details', 'Fasting');
    await fill();
    expect(getSubject()).toEqual({ did: 'templateReplacedInput', name: 'Annual' });
    expect(valueOf('Order details')).toBe('');
    type('Order details', 'At eight');
    await act(() => app.toasts.undo());
    expect(valueOf('Name')).toBe('Ferritin');
    expect(valueOf('Order details')).toBe('At eight');
    await fill();
    await act(() => app.editor.create({ name: 'TSH' }));
    await act(() => app.toasts.undo());
    expect(getSubject()).toMatchObject({ did: 'notUndone' });
    expect(valueOf('Name')).toBe('TSH');
  });

  it('brings back a template that was removed after Undo, and removes one that was saved', async () => {
    const { app, ask } = showEditor();
    const names = async () => (await ask('templates.list', {})).items.map(({ name }) => name);
    const said = () => app.toasts.store.getState().shown?.subject;
    await act(() => app.editor.create({ name: 'CBC' }));
    press('Templates');
    fireEvent.click(await screen.findByRole('menuitem', { name: /Save as a template/ }));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(said()).toEqual({ did: 'templateSaved', name: 'CBC' }));
    await act(() => app.toasts.undo());
    expect(await names()).toEqual([]);
    await ask('templates.save', { name: 'Annual', fields: ANNUAL });
    await act(() => app.editor.create({ name: 'TSH' }));
    press('Templates');
    fireEvent.click(await screen.findByRole('menuitem', { name: /Remove templates/ }));
    fireEvent.click(await screen.findByRole('button', { name: 'Remove Annual' }));
    await waitFor(() => expect(said()).toEqual({ did: 'templateRemoved', name: 'Annual' }));
    expect(await names()).toEqual([]);
    await act(() => app.toasts.undo());
    expect(await names()).toEqual(['Annual']);
  });

  it('saves a set of tests as one order each, and none where the third is refused', async () => {
    let isRefused = true;
    const unknown = localId('requisition', 9);
    const { app, opened, ask } = showEditor({
      'outbox.saveMany': ({ changes, ...input }, real) => {
        const [first = null, second = null, third = null] = changes;
        const refused = {
          operation: 'requisitions.update' as const,
          data: { id: unknown, name: 'Unknown' },
        };
        return real({ ...input, changes: [first, second, isRefused ? refused : third] });
      },
    });
    const labels = async () => (await ask('outbox.list', {})).items.map(({ label }) => label).toSorted();
    await act(() => app.editor.create({ patient: 'user_patient1', orderingProvider: 'user_doctor1' }));
    type('Name', 'CBC');
    press('Add a test');
    type('Further test 1', 'TSH');
    press('Add a test');
    type('Further test 2', 'Lipids');
    press('Save requisition');
    await screen.findByText(/It was not saved\./);
    expect(await labels()).toEqual([]);
    isRefused = false;
    press('Save requisition');
    await waitFor(() => expect(opened).toHaveLength(1));
    expect(await labels()).toEqual(['CBC', 'Lipids', 'TSH']);
  });

  it('keeps what was typed where the order is discarded in another window, and says why it is not saved', async () => {
    const target = localId('requisition');
    const { app, ask } = showEditor({}, { pending: [{ ...NEW_ORDER, target }] });
    await act(() => app.editor.edit(target));
    type('Order details', 'Fasting');
    await ask('outbox.discard', { number: 1 });
    press('Save changes');
    await screen.findByText(/The record was never sent and has been discarded\./);
    expect(valueOf('Order details')).toBe('Fasting');
    expect((await ask('outbox.list', {})).items).toEqual([]);
  });

  it('says what an order lacks once it has a patient, and saves it all the same', async () => {
    const { app, opened } = showEditor();
    await act(() => app.editor.create({ orderingProvider: 'user_doctor1' }));
    expect(screen.queryByText(/It has no/)).toBeNull();
    type('Patient', 'user_patient1');
    await screen.findByText(/^It has no name, diagnosis,? and facility\.$/);
    press('Save requisition');
    await waitFor(() => expect(opened).toHaveLength(1));
  });
});
