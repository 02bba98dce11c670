import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Pdf } from '#contract/pdfs.ts';
import { err, ok } from '#contract/result.ts';
import { epochMs } from '#contract/time.ts';
import type { Calls } from '#renderer/state/bridge.ts';
import {
  aFormRow,
  aHealth,
  aKindHealth,
  aNotificationRow,
  aPdf,
  aRequisitionRow,
  NOON,
} from '../support/builders.ts';
import { anAttendee, aDayAppointment } from '../support/day-builders.ts';
import type { FakeStores } from '../support/fake-bridge.ts';
import { showApp, usePage } from '../support/render.tsx';

usePage();

const PATIENT = 'user_abcdefghij12345';
const ann = anAttendee({
  attendee: PATIENT,
  requisitions: [aRequisitionRow({ id: 'req_1', name: 'Iron studies', patient: PATIENT })],
  forms: [{ ...aFormRow({ id: 'form_1', name: 'Intake' }), requestedAt: NOON }],
  unread: [aNotificationRow({ id: 'notf_9', title: 'New message' })],
});
const VISIT = aDayAppointment({ id: 'appt_1' }, { attendees: [ann], disputed: ['start_time', 'location'] });
const CANCELED = aDayAppointment({
  id: 'appt_2',
  name: 'Blood draw',
  host: 'user_other',
  startTime: epochMs(NOON + 3_600_000),
  statusHistory: [
    { id: '2', parent: 'appt_2', parentType: '', status: 'canceled', changedAt: NOON, changedBy: '' },
  ],
});

async function showDay(start: Partial<FakeStores> = {}, own: Partial<Calls> = {}) {
  const fake = showApp({ day: [VISIT, CANCELED], ...start }, own);
  fireEvent.click(await screen.findByRole('button', { name: /^Day/ }));
  await screen.findByRole('heading', { level: 1, name: /^Day sheet/ });
  const asked = (name: keyof Calls) =>
    fake.asked.filter((call) => call.name === name).map(({ input }) => input);
  return { ...fake, asked };
}
const press = (name: string | RegExp): boolean => fireEvent.click(screen.getByRole('button', { name }));
const HERE: Pdf = aPdf({ id: 'req_1', state: 'here', fetchedAt: NOON });

describe('the day sheet', () => {
  it('shows each appointment with its times, place and status, and the open work of each attendee', async () => {
    await showDay();
    const [visit, draw] = await screen
      .findAllByRole('listitem')
      .then((items) => items.filter((item) => item.parentElement?.tagName === 'OL'));
    expect(visit?.textContent).toMatch(/1 Main Street, Springfield, IL 62701/);
    expect(visit?.textContent).toContain(
      'Earlier notifications gave different values: start, place. The newest notification is shown.',
    );
    for (const row of [/Iron studies/, /Intake/, /New message/])
      expect(within(visit ?? document.body).getByRole('button', { name: row })).toBeDefined();
    expect(draw?.dataset['ended']).toBe('');
    expect(draw?.textContent).toContain('Canceled');
    expect(draw?.textContent).toContain('No open items');
    expect(screen.getByText(/2 appointments · As of/)).toBeDefined();
  });

  it('opens the record behind a row', async () => {
    const { asked } = await showDay();
    fireEvent.click(await screen.findByRole('button', { name: /Iron studies/ }));
    await waitFor(() => expect(asked('requisitions.get')).toContainEqual({ id: 'req_1' }));
  });

  it('requests another day as a whole local day, and returns to today', async () => {
    const { asked } = await showDay();
    fireEvent.change(screen.getByLabelText('Day'), { target: { value: '2026-03-29' } });
    await waitFor(() =>
      expect(asked('day.get')).toContainEqual({
        from: Date.parse('2026-03-29T00:00:00'),
        until: Date.parse('2026-03-30T00:00:00'),
      }),
    );
    press('The day after');
    await waitFor(() =>
      expect(asked('day.get').at(-1)).toMatchObject({ from: Date.parse('2026-03-30T00:00:00') }),
    );
    press('Today');
    expect(screen.getByLabelText<HTMLInputElement>('Day').value).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });

  it('shows the appointments of one host only', async () => {
    await showDay();
    fireEvent.click(await screen.findByRole('button', { name: 'Host' }));
    fireEvent.click(await screen.findByRole('menuitemcheckbox', { name: /other/ }));
    await waitFor(() => expect(screen.queryByText('Follow-up visit')).toBeNull());
    expect(screen.getByText('Blood draw')).toBeDefined();
  });

  it('says why it is empty, and what to expect', async () => {
    await showDay({ day: [] });
    expect(await screen.findByText('No appointments on this day.')).toBeDefined();
  });

  it('reports that it cannot be read, and tries again', async () => {
    const { asked } = await showDay({}, { 'day.get': () => Promise.resolve(err('engine-down')) });
    expect(await screen.findByText('The day could not be read.')).toBeDefined();
    const before = asked('day.get').length;
    press('Try again');
    await waitFor(() => expect(asked('day.get').length).toBeGreaterThan(before), { timeout: 3_000 });
  });
});

describe('preparing the day', () => {
  it('syncs, checks each record, fetches the PDFs, and reports the outcome', async () => {
    const { asked, app, emit } = await showDay({ pdfs: [aPdf({ id: 'req_1', state: 'arriving' })] });
    press('Prepare the day');
    expect(await screen.findByText('Downloading PDFs: 0 of 1')).toBeDefined();
    expect(asked('sync.run')).toHaveLength(1);
    expect(asked('records.refresh')).toEqual([
      { kind: 'requisition', id: 'req_1' },
      { kind: 'form', id: 'form_1' },
    ]);
    expect(asked('pdfs.fetch')).toEqual([{ ids: ['req_1'] }]);
    app.pdfs = [HERE];
    act(() => emit('pdfs', { items: [{ id: 'req_1', state: 'here', received: 1, size: 1 }] }));
    const ready = await screen.findByText(/^This computer is ready to go offline for/);
    expect(ready.textContent).toContain('2 appointments, 1 requisition, 1 form, 1 PDF, as of');
  });

  it('names what could not be fetched, and why', async () => {
    const failed = aPdf({ id: 'req_1', state: 'failed', fetchedAt: null, error: { code: 'not-a-pdf' } });
    await showDay({ pdfs: [failed] });
    press('Prepare the day');
    expect(await screen.findByText(/0 PDFs \(1 not available\)/)).toBeDefined();
    press(/PDFs that are not on this computer/);
    expect(await screen.findByText(/What the service sent is no PDF/)).toBeDefined();
  });

  it('says when it is offline: it requests no record and no PDF, and does not report the day as ready', async () => {
    const offline = aHealth({ connection: 'offline', error: { code: 'offline' }, kinds: [aKindHealth()] });
    const health = () => Promise.resolve(ok(offline));
    const { asked } = await showDay({ pdfs: [HERE] }, { 'sync.run': health, 'sync.health': health });
    press('Prepare the day');
    expect(await screen.findByText(/^Could not be updated\. Saved for/)).toBeDefined();
    expect(screen.getByText(/The service cannot be reached/)).toBeDefined();
    expect(asked('records.refresh')).toEqual([]);
    expect(asked('pdfs.fetch')).toEqual([]);
  });

  it('stops when the user says so, and requests no further PDF', async () => {
    const { asked } = await showDay({ pdfs: [aPdf({ id: 'req_1', state: 'queued' })] });
    press('Prepare the day');
    await screen.findByText('Downloading PDFs: 0 of 1');
    press('Stop');
    expect(await screen.findByText(/^Stopped\./)).toBeDefined();
    await waitFor(() => expect(asked('pdfs.cancel')).toEqual([{ ids: ['req_1'] }]));
  });
});

describe('a downtime pack', () => {
  async function openDialog(): Promise<HTMLElement> {
    await screen.findByText('Blood draw');
    press('Downtime pack');
    return screen.findByRole('dialog');
  }
  function type(label: string, value: string): void {
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  }

  it('requires a password that is long enough, entered twice, and shows its strength', async () => {
    const { asked } = await showDay();
    const dialog = await openDialog();
    expect(dialog.textContent).toContain(
      'The file cannot be opened without this password; Intray does not store it.',
    );
    type('Password', 'short');
    press('Save the pack');
    expect(await screen.findByText('At least 10 characters.')).toBeDefined();
    type('Password', 'correct horse battery');
    expect(screen.getByText('Strength: strong')).toBeDefined();
    expect(screen.getByText('The passwords do not match.')).toBeDefined();
    press('Save the pack');
    expect(asked('pack.save')).toEqual([]);
  });

  it('is written while the sheets are rendered, and lists the PDFs that are not in it', async () => {
    const seen: string[] = [];
    const { asked } = await showDay(
      { requisitions: [aRequisitionRow({ id: 'req_7', name: 'Outstanding one', status: 'sent' })] },
      {
        'pack.save': () => {
          seen.push(document.querySelector('[data-print="sheet"]')?.textContent ?? '');
          return Promise.resolve(ok({ isSaved: true, pages: 5, missing: ['req_1', 'req_7'] }));
        },
      },
    );
    await openDialog();
    type('Password', 'correct horse battery');
    type('Repeat the password', 'correct horse battery');
    press('Save the pack');
    expect(await screen.findByText(/^Saved, 5 pages\. The PDF of one requisition/)).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
    const [input] = asked('pack.save') as readonly {
      requisitions: readonly string[];
      suggestedName: string;
    }[];
    expect(input?.requisitions).toEqual(['req_1', 'req_7']);
    expect(input?.suggestedName).toMatch(/^intray-pack-\d{4}-\d{2}-\d{2}\.pdf$/);
    expect(seen[0]).toContain('Iron studies');
    expect(seen[0]).toContain('Outstanding one');
    expect(seen[0]?.match(/As of 12 Mar 2026/g)).toHaveLength(4);
    expect(document.querySelector('[data-print="sheet"]')).toBeNull();
  });

  it('can be requested again while the result of the last one is shown', async () => {
    const { asked } = await showDay(
      {},
      { 'pack.save': () => Promise.resolve(ok({ isSaved: true, pages: 4, missing: [] })) },
    );
    for (const made of [1, 2]) {
      await openDialog();
      type('Password', 'correct horse battery');
      type('Repeat the password', 'correct horse battery');
      press('Save the pack');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      await screen.findByText(/^Saved, 4 pages\./);
      expect(asked('pack.save')).toHaveLength(made);
    }
  });

  it('stays open with the input if it could not be saved', async () => {
    await showDay({}, { 'pack.save': () => Promise.resolve(err('storage-full')) });
    await openDialog();
    type('Password', 'correct horse battery');
    type('Repeat the password', 'correct horse battery');
    press('Save the pack');
    expect(await screen.findByText(/No pack was saved\. The disk is full/)).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('correct horse battery');
  });
});

describe('the printed sheets', () => {
  it('are those of the host that is shown, one page each, each with the time of its data', async () => {
    const printed: string[] = [];
    vi.stubGlobal('print', () => {
      const sheets = document.querySelectorAll('[data-print="sheet"] section');
      printed.push(...[...sheets].map(({ textContent }) => textContent));
      window.dispatchEvent(new Event('afterprint'));
    });
    await showDay({ names: [{ id: PATIENT, name: 'Amira Haddad', savedAt: NOON }] });
    await screen.findByText('Blood draw');
    press('Print');
    await waitFor(() => expect(printed).toHaveLength(2));
    expect(printed[0]).toMatch(/^Day sheet: .*user_….*As of 12 Mar 2026/);
    expect(printed[0]).toContain('Amira Haddad');
    expect(printed[0]).toContain('…12345');
    await waitFor(() => expect(document.querySelector('[data-print="sheet"]')).toBeNull());
  });
});
