import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ok } from '#contract/result.ts';
import { toBytes } from '../../../../support/builders.ts';
import { usePage } from '../../../../support/page/render.tsx';
import { aHealth, aKindHealth } from '../../../../support/values.ts';
import { createDay, press } from './day-page.ts';

usePage();

const { showDay } = createDay();
const WHOLE_PDF = toBytes('%PDF-1.7 %%EOF');

describe('preparing the day', () => {
  it('syncs, checks each record, fetches the PDFs, and reports the outcome', async () => {
    const { query, engine } = await showDay();
    press('Prepare the day');
    expect(await screen.findByText('Downloading PDFs: 0 of 1')).toBeDefined();
    expect(query('sync.run')).toHaveLength(1);
    expect(query('records.refresh')).toEqual([
      { kind: 'requisition', id: 'req_1' },
      { kind: 'form', id: 'form_1' },
    ]);
    expect(query('pdfs.fetch')).toEqual([{ ids: ['req_1'] }]);
    engine.service.answer('req_1', WHOLE_PDF);
    const ready = await screen.findByText(/^This computer is ready to go offline for/);
    expect(ready.textContent).toContain('2 appointments, 1 requisition, 1 form, 1 PDF, as of');
  });

  it('names what could not be fetched, and why', async () => {
    const { engine } = await showDay();
    engine.service.answer('req_1', 'not-a-pdf');
    press('Prepare the day');
    expect(await screen.findByText(/0 PDFs \(1 not available\)/)).toBeDefined();
    press(/PDFs that are not on this computer/);
    expect(await screen.findByText(/What the service sent is no PDF/)).toBeDefined();
  });

  it('says when it is offline: it requests no record and no PDF, and does not report the day as ready', async () => {
    const offline = aHealth({ connection: 'offline', error: { code: 'offline' }, kinds: [aKindHealth()] });
    const health = async () => ok(offline);
    const { query } = await showDay({}, { 'sync.run': health, 'sync.health': health });
    press('Prepare the day');
    expect(await screen.findByText(/^Could not be updated\. Saved for/)).toBeDefined();
    expect(screen.getByText(/The service cannot be reached/)).toBeDefined();
    expect(query('records.refresh')).toEqual([]);
    expect(query('pdfs.fetch')).toEqual([]);
  });

  it('stops when the user says so, and requests no further PDF', async () => {
    const { query } = await showDay();
    press('Prepare the day');
    await screen.findByText('Downloading PDFs: 0 of 1');
    press('Stop');
    expect(await screen.findByText(/^Stopped\./)).toBeDefined();
    await waitFor(() => expect(query('pdfs.cancel')).toEqual([{ ids: ['req_1'] }]));
  });

  it('begins again right after Stop, and a stopped run says nothing on another day', async () => {
    const held = Promise.withResolvers<void>();
    const { query } = await showDay(
      {},
      { 'sync.run': (input, real) => held.promise.then(() => real(input)) },
    );
    press('Prepare the day');
    fireEvent.click(await screen.findByRole('button', { name: 'Stop' }));
    await screen.findByText(/^Stopped\./);
    press('Prepare the day');
    await waitFor(() => expect(query('sync.run')).toHaveLength(2));
    await screen.findByRole('button', { name: 'Stop' });
    press('The day after');
    held.resolve();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull());
    press('Prepare the day');
    await screen.findByText(/^This computer is ready to go offline for/);
    expect(screen.queryByText(/^Stopped\./)).toBeNull();
  });
});
