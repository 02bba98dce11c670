import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { NEW_ORDER, publishedForm } from '../../../../support/builders.ts';
import { openActivity, pendingChanges, RENAME } from '../../../../support/page/activity.ts';
import type { TestPage } from '../../../../support/page/page.ts';
import { usePage } from '../../../../support/page/render.tsx';
import { localId, type PendingChangeInput } from '../../../../support/pending.ts';

usePage();

const NAMES = { user_p1: 'Berta Miller', user_p2: 'Carla Brown', user_doctor1: 'Doctor Stone' };
const CREATE: PendingChangeInput = {
  operation: 'requisitions.create',
  target: localId('requisition'),
  data: { ...NEW_ORDER.data, patient: 'user_p1', ordering_provider: 'user_doctor1' },
  label: 'Lipid panel',
};

const getEditor = () => screen.getByRole('region', { name: 'Change what will be sent', hidden: true });
const getField = (name: string) => screen.getByRole<HTMLInputElement>('combobox', { name, hidden: true });
const type = (name: string, value: string): void =>
  void fireEvent.change(getField(name), { target: { value } });
/** What the editor says of whose record the change is, above its fields. */
const getHeading = () => getEditor().querySelector('p')?.textContent;

/** Opens the editor of the only pending change. */
async function openEditor(pending: PendingChangeInput): Promise<TestPage> {
  const page = await openActivity({ forms: [publishedForm()], pending: [pending], names: NAMES });
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  await screen.findByRole('region', { name: 'Change what will be sent' });
  return page;
}

async function getData(page: TestPage): Promise<Readonly<Record<string, unknown>>> {
  const [change] = await pendingChanges(page);
  return Object.fromEntries((change?.fields ?? []).map(({ field, mine }) => [field, JSON.parse(mine)]));
}

describe('the editor of a pending change', () => {
  it.each([
    ['Ctrl+S', { key: 's', ctrlKey: true }],
    ['Ctrl+Enter', { key: 'Enter', ctrlKey: true }],
  ])('saves with %s, as every editor does', async (_keys, press) => {
    const page = await openEditor(RENAME);
    const name = screen.getByRole('textbox', { name: 'Name' });
    fireEvent.change(name, { target: { value: 'Second' } });
    fireEvent.keyDown(name, { key: press.key });
    expect(getEditor()).toBeDefined();
    fireEvent.keyDown(name, press);
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull());
    expect(await getData(page)).toEqual({ name: 'Second' });
  });

  it('names people, and sends the id of the chosen one', async () => {
    const page = await openEditor(CREATE);
    await waitFor(() => expect(getField('Patient').value).toBe('Berta Miller'));
    expect(getField('Ordering provider').value).toBe('Doctor Stone');
    type('Patient', 'Carla');
    await waitFor(() => expect(page.inputs('ids.suggest').at(-1)).toMatchObject({ search: 'Carla' }));
    type('Patient', 'user_p2');
    await waitFor(() => expect(getField('Patient').value).toBe('Carla Brown'));
    fireEvent.keyDown(getField('Patient'), { key: 's', ctrlKey: true });
    await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Patient' })).toBeNull());
    expect(await getData(page)).toMatchObject({ patient: 'user_p2', ordering_provider: 'user_doctor1' });
  });

  it('says above the fields who is chosen now, and nobody while no one is', async () => {
    await openEditor(CREATE);
    await waitFor(() => expect(getHeading()).toContain('Berta Miller'));
    type('Patient', 'Car');
    await waitFor(() => expect(getHeading()).not.toContain('Berta Miller'));
    expect(getHeading()).not.toContain('Car');
    type('Patient', 'user_p2');
    await waitFor(() => expect(getHeading()).toContain('Carla Brown'));
  });

  it('lists the patients of a request by their names, and sends one that is typed and not yet in the list', async () => {
    const page = await openEditor({
      operation: 'forms.completion',
      target: 'form_1',
      data: { ask: ['user_p1'], withdraw: ['user_p3'] },
    });
    await waitFor(() => expect(getEditor().textContent).toContain('Berta Miller'));
    type('Patients to ask', 'user_p2');
    fireEvent.keyDown(getField('Patients to ask'), { key: 's', ctrlKey: true });
    await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Patients to ask' })).toBeNull());
    expect(await getData(page)).toEqual({ ask: ['user_p1', 'user_p2'], withdraw: ['user_p3'] });
  });
});
