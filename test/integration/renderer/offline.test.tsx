import { screen } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import {
  findRow,
  goOffline,
  goTo,
  openRow,
  press,
  searchFor,
  seeStatus,
  seeSynced,
  syncNow,
} from '../../support/page/actions.ts';
import { showClinic } from '../../support/page/clinic-page.tsx';

const LATER_PAGES = /requisitions\?.*offset=[1-9]/;

describe('the page', () => {
  it('lists, searches and opens without a network as before', async () => {
    const { clinic } = await showClinic();
    await seeSynced();
    await goOffline(clinic);
    await seeStatus('Records as of');
    await screen.findByText('60 requisitions');
    const row = await findRow('');
    await openRow();
    const name = screen.getByRole('heading', { level: 2 }).textContent;
    expect(row.textContent).toContain(name);
    await searchFor(name.slice(0, 4));
    await findRow(name);
    await goTo('Forms');
    await screen.findByText('8 forms');
  });

  it('is online by the next sync once the service responds again', async () => {
    const { clinic } = await showClinic();
    await seeSynced();
    clinic.faults.add({ match: {}, action: { kind: 'close' } });
    await syncNow();
    await seeStatus('Offline');
    clinic.faults.clear();
    await syncNow();
    await seeStatus('Online');
    await seeSynced();
    expect(clinic.writeLog()).toEqual([]);
  });

  it('shows the first records while the others are being fetched', async () => {
    const { clinic } = await showClinic(
      { requisitions: 1200 },
      {
        prepare: (service) => {
          service.listing = { order: 'updated-desc', limitCap: 50 };
          service.faults.add({ match: { path: LATER_PAGES, skip: 3 }, action: { kind: 'delay', ms: 3000 } });
        },
      },
    );
    await findRow('');
    await seeStatus(/Syncing: .*Requisitions \d+ received/);
    expect(screen.queryByText('1,200 requisitions')).toBeNull();
    clinic.faults.clear();
    await screen.findByText('1,200 requisitions');
  });

  it('stops a sync when asked, and what had arrived stays', async () => {
    await showClinic(
      { requisitions: 300 },
      {
        prepare: (service) => {
          service.listing = { order: 'updated-desc', limitCap: 50 };
          service.faults.add({ match: { path: LATER_PAGES, skip: 2 }, action: { kind: 'stall' } });
        },
      },
    );
    await findRow('');
    await press('Stop syncing');
    await screen.findByRole('button', { name: 'Sync now' });
    await openRow();
    expect(screen.queryByText('300 requisitions')).toBeNull();
  });
});
