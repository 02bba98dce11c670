import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import type { DemoServer } from '#main/demo/server.ts';
import {
  answer,
  fill,
  findRow,
  goTo,
  openRow,
  press,
  pressKey,
  searchFor,
  see,
  seeNothingPending,
  seeRecord,
  seeSynced,
  syncNow,
  typeDay,
} from '../../support/page/actions.ts';
import { showClinic } from '../../support/page/clinic-page.tsx';

type Raw = Readonly<Record<string, unknown>>;

const requisitions = (clinic: DemoServer): readonly Raw[] => [...clinic.listResources('requisition')];
const bodies = (clinic: DemoServer): readonly unknown[] => clinic.writeLog().map(({ body }) => body);
const edit = (): Promise<void> => press('Edit');
const field = (label: string): HTMLElement =>
  screen.getAllByLabelText(label, { selector: 'input, textarea' })[0] ?? document.body;

/** Types into a combo box and chooses the first option that contains a text. */
async function choose(label: string, typed: string, text: string): Promise<void> {
  const combo = await screen.findByRole('combobox', { name: label });
  combo.focus();
  fireEvent.change(combo, { target: { value: typed } });
  const option = await waitFor(() => {
    const found = within(screen.getByRole('listbox', { name: new RegExp(label) }))
      .getAllByRole('option')
      .find((each) => each.textContent.includes(text));
    if (found === undefined) throw new Error(`no option contains ${text}`);
    return found;
  });
  fireEvent.click(option);
}

describe('the editor of reviews', () => {
  it('asks a reviewer for a review until the end of a day', async () => {
    const { clinic } = await showClinic();
    await seeSynced();
    await openRow();
    await press('Ask for a review');
    const reviewer = await screen.findByRole('combobox', { name: 'Reviewer' });
    reviewer.focus();
    fireEvent.change(reviewer, { target: { value: clinic.userId } });
    reviewer.blur();
    await typeDay('Deadline', '2099-03-20');
    await press('Ask for the review');
    await waitFor(() =>
      expect(bodies(clinic)).toMatchObject([
        { review: { reviewer: clinic.userId, review_deadline: '2099-03-20T23:59:00.000Z' } },
      ]),
    );
  });
});

describe('the editor of requisitions', () => {
  it('sends only the changed fields', async () => {
    const { clinic } = await showClinic();
    await openRow();
    await edit();
    await fill('Order details', 'Fasting sample, before eight.');
    await press('Save changes');
    await seeRecord('Fasting sample, before eight.');
    await waitFor(() => expect(bodies(clinic)).toEqual([{ order_details: 'Fasting sample, before eight.' }]));
  });

  it('shows that the record has changed since the input began, and keeps what was typed', async () => {
    const { clinic } = await showClinic();
    await seeSynced();
    const name = String(requisitions(clinic)[0]?.['name']);
    await searchFor(`"${name}"`);
    await openRow(name);
    await edit();
    await fill('Name', 'Mine');
    fireEvent.keyDown(field('Name'), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull());
    const heading = screen.getByRole('heading', { level: 2, name });
    const id = String(requisitions(clinic).find((each) => each['name'] === heading.textContent)?.['id']);
    clinic.otherUsers.updateRequisition(id, { name: 'Theirs' });
    await syncNow();
    await screen.findByRole('heading', { level: 2, name: 'Theirs' });
    await edit();
    await see(/The record has changed since you began: Name/);
    expect(field('Name')).toHaveProperty('value', 'Mine');
  });

  it('offers known patients and diagnoses', async () => {
    const { clinic } = await showClinic();
    await seeSynced();
    await findRow('');
    pressKey('n');
    const patient = String(requisitions(clinic)[0]?.['patient']);
    await choose('Patient', patient.slice(-6), patient.slice(-5));
    expect(field('Patient')).toHaveProperty('value', patient);
    await press('Add a diagnosis');
    const [diagnosis] = requisitions(clinic).flatMap((each) => each['diagnoses'] as readonly Raw[]); // section 2.3
    const code = String(diagnosis?.['code']);
    await choose('Code', code.slice(0, 3), code);
    await waitFor(() => expect(field('Description')).not.toHaveProperty('value', ''));
  });

  it('shares with the patient only after a confirmation', async () => {
    const { clinic } = await showClinic();
    await seeSynced();
    const held = requisitions(clinic).find((each) => each['share_with_patient'] === false);
    await searchFor(`"${String(held?.['name'])}" patient:${String(held?.['patient']).slice(-5)} shared:no`);
    await openRow(String(held?.['name']));
    await edit();
    fireEvent.click(await screen.findByText('Share it with the patient'));
    await press('Save changes');
    await answer('Continue editing');
    expect(clinic.writeLog()).toEqual([]);
    await press('Save changes');
    await answer('Save and share it');
    await waitFor(() => expect(bodies(clinic)).toEqual([{ share_with_patient: true }]));
  });

  it('has its unsaved input in the outbox, and its change once it is saved', async () => {
    await showClinic();
    await openRow();
    await edit();
    await fill('Name', 'Half done');
    await goTo('Activity');
    const drafts = await screen.findByRole('region', { name: /^Drafts/ });
    await waitFor(() => expect(drafts.textContent).toContain('Change of a requisition'));
    await goTo('Requisitions');
    await waitFor(() => expect(field('Name')).toHaveProperty('value', 'Half done'));
    await press('Save changes');
    await seeNothingPending();
    await goTo('Activity');
    const closed = await screen.findByRole('region', { name: 'Sent and closed' });
    await waitFor(() => {
      const rows = within(closed).getAllByRole('row');
      expect(rows.filter((row) => row.textContent.includes('Half done'))).toHaveLength(1);
    });
  });
});
