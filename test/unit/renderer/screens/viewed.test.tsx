import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { err, ok } from '#contract/result.ts';
import {
  aFormRow,
  aNotificationRow,
  aRequisition,
  aRequisitionRow,
  loaded,
  NOON,
} from '../support/builders.ts';
import { showApp, usePage } from '../support/render.tsx';

usePage();

const record = aRequisition({ patient: 'user_p' });
const get = { 'requisitions.get': () => Promise.resolve(ok(loaded(record))) };
const rows = [aRequisitionRow({ id: record.id, patient: 'user_p' })];

async function openRecord(): Promise<void> {
  fireEvent.click(await screen.findByRole('option', { name: /Complete blood count/ }));
  await screen.findByRole('heading', { level: 2, name: 'Complete blood count' });
}

describe('an open record', () => {
  it('shows what has changed since it was last viewed', async () => {
    const fields = [{ field: 'order_details', was: '"Fasting"', is: '"Fasting, before eight"' }];
    showApp(
      { requisitions: rows },
      { ...get, 'records.markViewed': () => Promise.resolve(ok({ before: NOON, fields })) },
    );
    await openRecord();
    const strip = await screen.findByText(/Changed since you last viewed it on/);
    expect(strip.textContent).toContain('Order details');
    expect(screen.getByText('Fasting')).toBeDefined();
  });

  it('shows no changes the first time', async () => {
    const looked: unknown[] = [];
    showApp(
      { requisitions: rows },
      {
        ...get,
        'records.markViewed': (input) => {
          looked.push(input);
          return Promise.resolve(ok({ before: null, fields: [] }));
        },
      },
    );
    await openRecord();
    await waitFor(() => expect(looked).toEqual([{ kind: 'requisition', id: record.id }]));
    expect(screen.queryByText(/Changed since last viewed/)).toBeNull();
  });

  it('is marked for follow-up with a day to be reminded on, and the mark is removed', async () => {
    showApp({ requisitions: rows }, get);
    await openRecord();
    fireEvent.click(screen.getByRole('button', { name: 'Follow up' }));
    fireEvent.change(await screen.findByLabelText('Remind me on'), { target: { value: '2026-04-01' } });
    fireEvent.change(screen.getByLabelText('Note'), { target: { value: 'Called the lab' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save follow-up' }));
    expect(await screen.findByText(/Reminder .*1 Apr 2026/)).toBeDefined();
    expect(screen.getByText('Called the lab')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Change follow-up' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Remove follow-up' }));
    await waitFor(() => expect(screen.queryByText('Called the lab')).toBeNull());
  });

  it('says why related records cannot be read, and tries again on request', async () => {
    let isBroken = true;
    const none = { requisitions: [], forms: [], notifications: [], appointments: [], isCut: false };
    showApp(
      { requisitions: rows },
      {
        ...get,
        'related.get': () => Promise.resolve(isBroken ? err('storage-damaged') : ok(none)),
      },
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
    expect(await screen.findAllByText('None.', {}, { timeout: 4_000 })).toHaveLength(4);
  });

  it('links to everything else of its patient, and from there to each record', async () => {
    const other = { ...aRequisitionRow({ id: 'req_other', name: 'Ferritin' }) };
    showApp(
      { requisitions: rows },
      {
        ...get,
        'related.get': () =>
          Promise.resolve(
            ok({
              requisitions: [...rows, other],
              forms: [{ ...aFormRow({ name: 'Intake' }), requestedAt: NOON }],
              notifications: [aNotificationRow({ title: 'Results received' })],
              appointments: [],
              isCut: false,
            }),
          ),
      },
    );
    await openRecord();
    fireEvent.click(await screen.findByRole('button', { name: 'All records of this patient' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'All records of one id' })).toBeDefined();
    expect(await screen.findByRole('button', { name: /Ferritin/ })).toBeDefined();
    expect(screen.getByRole('button', { name: /Results received/ })).toBeDefined();
    expect(screen.getByText('None.')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: /Intake/ }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Forms' })).toBeDefined();
  });
});
