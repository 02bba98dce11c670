import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { CallInput } from '#contract/api.ts';
import { err, ok } from '#contract/result.ts';
import {
  formatServiceTime,
  NOON,
  publishedForm,
  sentOrder,
  visitNotification,
  rawRequest,
} from '../../../../support/builders.ts';
import { typeDay } from '../../../../support/page/actions.ts';
import { showApp, usePage } from '../../../../support/page/render.tsx';

usePage();

const record = sentOrder({ patient: 'user_p', order_details: 'Fasting, before eight' });

async function openRecord(): Promise<void> {
  fireEvent.click(await screen.findByRole('option', { name: /Complete blood count/ }));
  await screen.findByRole('heading', { level: 2, name: 'Complete blood count' });
}

describe('an open record', () => {
  it('shows what has changed since it was last viewed', async () => {
    showApp({ requisitions: [record], viewed: [{ ...record, order_details: 'Fasting' }] });
    await openRecord();
    const strip = await screen.findByText(/Changed since you last viewed it on/);
    expect(strip.textContent).toContain('Order details');
    expect(screen.getByText('Fasting')).toBeDefined();
  });

  it('shows no changes the first time', async () => {
    const page = showApp({ requisitions: [record] });
    await openRecord();
    await waitFor(() =>
      expect(page.inputs('records.markViewed')).toEqual([{ kind: 'requisition', id: 'req_1' }]),
    );
    expect(screen.queryByText(/Changed since last viewed/)).toBeNull();
  });

  it('is marked for follow-up with a day to be reminded on, and the mark is removed', async () => {
    showApp({ requisitions: [record] });
    await openRecord();
    fireEvent.click(screen.getByRole('button', { name: 'Follow up' }));
    await screen.findByRole('group', { name: 'Remind me on' });
    await typeDay('Remind me on', '2026-04-01');
    fireEvent.change(screen.getByLabelText('Note'), { target: { value: 'Called the lab' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save follow-up' }));
    expect(await screen.findByText(/Reminder .*1 Apr 2026/)).toBeDefined();
    expect(screen.getByText('Called the lab')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Change follow-up' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Remove follow-up' }));
    await waitFor(() => expect(screen.queryByText('Called the lab')).toBeNull());
  });

  it('leads to all records of the patient, whose requisitions are saved as FHIR', async () => {
    const saved: CallInput<'files.saveText'>[] = [];
    showApp(
      { requisitions: [record, { ...record, id: 'req_2', name: 'Iron studies' }] },
      {
        'files.saveText': async (input) => {
          saved.push(input);
          return ok({ isSaved: true, path: '/home/user/saved' });
        },
      },
    );
    await openRecord();
    fireEvent.click(await screen.findByRole('button', { name: 'All records of this patient' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Export as FHIR' }));
    expect(await screen.findByText('saved was saved in the folder /home/user.')).toBeDefined();
    expect(saved[0]?.suggested).toBe('requisitions.fhir.json');
    expect(JSON.parse(saved[0]?.text ?? '')).toMatchObject({
      resourceType: 'Bundle',
      entry: [{ resource: { subject: { identifier: { value: 'user_p' } } } }, {}],
    });
  });

  it('says why related records cannot be read, and tries again on request', async () => {
    let isBroken = true;
    showApp(
      { requisitions: [record] },
      { 'related.get': async (id, real) => (isBroken ? err('storage-damaged') : real(id)) },
    );
    await openRecord();
    const [id] = screen.getAllByRole('button').filter(({ textContent }) => textContent === 'user_p');
    if (id === undefined) throw new Error('the patient is no button');
    fireEvent.click(id);
    fireEvent.click(await screen.findByRole('button', { name: 'Show all records of this id' }));
    const notification = await screen.findByRole('alert');
    expect(notification.textContent).toContain('The cache file was damaged.');
    isBroken = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findAllByText('None.')).toHaveLength(3);
  });

  it('links to everything else of its patient, and from there to each record', async () => {
    const props = { object: 'message', id: 'mesg_1', patient: 'user_p' };
    showApp({
      requisitions: [record, sentOrder({ id: 'req_other', name: 'Ferritin', patient: 'user_p' })],
      forms: [publishedForm({ request_completion_from: [rawRequest('user_p', formatServiceTime(NOON))] })],
      notifications: [visitNotification({ title: 'Results received', props })],
    });
    await openRecord();
    fireEvent.click(await screen.findByRole('button', { name: 'All records of this patient' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'All records of one id' })).toBeDefined();
    expect(await screen.findByRole('button', { name: /^Ferritin/ })).toBeDefined();
    expect(screen.getByRole('button', { name: /Results received/ })).toBeDefined();
    expect(screen.getByText('None.')).toBeDefined();
    const [intake] = screen.getAllByRole('button', { name: /Intake/ });
    fireEvent.click(intake ?? document.body);
    expect(await screen.findByRole('heading', { level: 1, name: 'Forms' })).toBeDefined();
  });
});
