import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { err, ok } from '#contract/result.ts';
import {
  formatServiceTime,
  inStatus,
  NOON,
  reviewAsked,
  sentOrder,
  sentOrders,
} from '../../../../support/builders.ts';
import { showApp, usePage } from '../../../../support/page/render.tsx';
import { aHealth, aKindHealth } from '../../../../support/values.ts';

usePage();

const list = () => screen.findByRole('listbox', { name: 'Requisitions' });
const option = (name: string | RegExp) => screen.findByRole('option', { name });

describe('the worklist', () => {
  it('shows name, status as text, and the end of the ids', async () => {
    showApp({
      requisitions: [
        sentOrder({ patient: 'user_abcdefghij12345', ...inStatus('results_received'), ...reviewAsked() }),
      ],
    });
    const row = await option(/Complete blood count/);
    expect(row.textContent).toContain('Results received');
    expect(row.textContent).toContain('Needs review');
    expect(row.textContent).toContain('user_…12345');
    expect(row.textContent).not.toContain('abcdefghij');
  });

  it('shows unknown types and statuses readably, and markup as text', async () => {
    showApp({
      requisitions: [
        sentOrder({ name: '<b>bold</b> & co', type: 'genetics', ...inStatus('awaiting_signature') }),
      ],
    });
    const row = await option(/<b>bold<\/b> & co/);
    expect(row.textContent).toContain('Genetics');
    expect(row.textContent).toContain('Awaiting signature');
    expect(row.querySelector('b')).toBeNull();
  });

  it('says that the first records are being fetched', async () => {
    const kinds = [aKindHealth({ kind: 'requisition', state: 'running', lastSuccessAt: null })];
    showApp({}, { 'sync.health': () => Promise.resolve(ok(aHealth({ kinds }))) });
    expect(await screen.findByText('Downloading the first records.')).toBeDefined();
  });

  it('says why it cannot be read, and tries again on request', async () => {
    let isBroken = true;
    showApp(
      { requisitions: sentOrders(1) },
      { 'worklist.page': async (query, real) => (isBroken ? err('storage-damaged') : real(query)) },
    );
    const notification = await screen.findByRole('alert');
    expect(notification.textContent).toContain('The cache file was damaged.');
    isBroken = false;
    fireEvent.click(within(notification).getByRole('button', { name: 'Try again' }));
    await screen.findByRole('option', { name: /Requisition 0/ });
  });
});

describe('navigation in the worklist', () => {
  it('moves by J and K, opens by O, and closes by Escape with the row still current', async () => {
    showApp({ requisitions: sentOrders(5) });
    await list();
    fireEvent.keyDown(document.body, { key: 'j' });
    fireEvent.keyDown(document.body, { key: 'j' });
    fireEvent.keyDown(document.body, { key: 'k' });
    fireEvent.keyDown(document.body, { key: 'j' });
    expect((await option(/Requisition 1/)).getAttribute('aria-selected')).toBe('true');
    fireEvent.keyDown(document.body, { key: 'o' });
    await screen.findByRole('heading', { name: 'Requisition 1' });
    fireEvent.keyDown(document.body, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Requisition 1' })).toBeNull());
    expect((await option(/Requisition 1/)).getAttribute('aria-selected')).toBe('true');
  });

  it('moves by the arrows and opens by Enter while the list has the focus', async () => {
    showApp({ requisitions: sentOrders(5) });
    const box = await list();
    fireEvent.keyDown(box, { key: 'End' });
    fireEvent.keyDown(box, { key: 'ArrowUp' });
    expect((await option(/Requisition 3/)).getAttribute('aria-selected')).toBe('true');
    expect(box.getAttribute('aria-activedescendant')).toBe((await option(/Requisition 3/)).id);
    fireEvent.keyDown(box, { key: 'Enter' });
    await screen.findByRole('heading', { name: 'Requisition 3' });
  });

  it('ignores letters while the user types', async () => {
    showApp({ requisitions: sentOrders(3) });
    await list();
    fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'j' });
    expect(screen.queryByRole('option', { selected: true })).toBeNull();
  });
});

describe('an open requisition', () => {
  const record = sentOrder({
    name: 'HbA1c',
    requisition_result: 'rslt_77',
    share_with_patient: true,
    order_details: 'Fasting.\nMorning sample.',
    diagnoses: [
      { id: 'diag_1', code: 'E11.9', description: 'Type 2 diabetes' },
      { id: 'diag_2', code: 7, description: '' },
    ],
    scripts: [{ id: 'scrt_1', name: 'Metformin', description: 'Hold in the morning' }],
    comments: [
      {
        id: 'cmmt_1',
        object: 'comment',
        requisition: 'req_1',
        comment: 'Sample taken',
        created_by: 'user_9',
        created_at: formatServiceTime(NOON),
      },
    ],
    reviews: [
      {
        status: 'requested',
        requested_by: 'user_asker',
        reviewer: 'user_reviewer',
        requested_at: formatServiceTime(NOON),
        review_deadline: formatServiceTime(NOON + 1000),
        reviewed_at: null,
      },
    ],
    status_history: [
      { status: 'draft', changed_by: 'user_7', changed_at: formatServiceTime(NOON) },
      {
        status: 'results_received',
        changed_by: 'user_8',
        changed_at: formatServiceTime(NOON + 2 * 86_400_000),
      },
    ],
  });

  async function opened(): Promise<HTMLElement> {
    showApp({ requisitions: [record] });
    fireEvent.click(await option(/HbA1c/));
    return screen.findByRole('article');
  }

  it('shows every field of the document', async () => {
    const shown = (await opened()).textContent ?? '';
    const fields = [
      'HbA1c',
      'Lab',
      'Results received',
      'review of user_…iewer',
      'user_patient0001',
      'user_provider01',
      'fac_central01',
      'rslt_77',
      'Shared with patientYes',
      'req_1',
      'Fasting.\nMorning sample.',
      'E11.9',
      'Type 2 diabetes',
      'Metformin',
      'Hold in the morning',
      'Sample taken',
      'user_9',
      'Requested',
      'user_asker',
      'user_reviewer',
      'Overdue by',
      'Draft',
      'user_7',
      '2 days later',
      'user_8',
      '12 Mar 2026',
      'As of 12 Mar 2026',
      'One field from the service is invalid.',
      'diagnoses[1].code',
    ];
    expect(fields.filter((field) => !shown.includes(field))).toEqual([]);
  });

  it('shows the text as the service sent it on request', async () => {
    await opened();
    fireEvent.click(screen.getByRole('button', { name: /As the service sent it/ }));
    expect(await screen.findByText(/"id": "req_1"/)).toBeDefined();
  });

  it('lists only the requisitions of its patient on request', async () => {
    await opened();
    fireEvent.click(screen.getByRole('button', { name: 'Only this patient' }));
    expect(await screen.findByDisplayValue('patient:user_patient0001')).toBeDefined();
  });

  it('never puts a patient or a name into the title of the window', async () => {
    await opened();
    expect(document.title).toBe('Requisitions – Intray');
  });

  it('says so when it no longer exists', async () => {
    showApp({ requisitions: sentOrders(1) }, { 'requisitions.get': () => Promise.resolve(err('not-found')) });
    fireEvent.click(await option(/Requisition 0/));
    expect((await screen.findByRole('alert')).textContent).toContain('does not exist');
  });
});
