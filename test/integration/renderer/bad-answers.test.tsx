import { fireEvent, screen, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import type { DemoServer } from '#main/demo/server.ts';
import { openRow, see, seeRecord, seeStatus, seeSynced, syncNow } from '../../support/page/actions.ts';
import { showClinic } from '../../support/page/clinic-page.tsx';

type Raw = Record<string, unknown>;

const REQUISITIONS = /\/v2\/requisitions\?/;

/** Shows the page of a clinic that changes the requisitions of every page of its list. */
async function showAltered(
  requisitions: number,
  change: (record: Raw, index: number) => Raw,
): Promise<DemoServer> {
  const { clinic } = await showClinic(
    { requisitions },
    {
      prepare: ({ faults }) =>
        faults.add({
          match: { path: REQUISITIONS },
          action: {
            kind: 'replace',
            body: (parsed) => {
              const page = parsed as { readonly data: readonly Raw[] }; // the service's own
              return { ...page, data: page.data.map(change) };
            },
          },
        }),
    },
  );
  return clinic;
}

describe('requisitions that the service sends', () => {
  it('without an id are quarantined and counted; the others are shown', async () => {
    await showAltered(40, (record, index) => (index % 10 === 3 ? { ...record, id: '' } : record));
    expect(await screen.findAllByText('36 requisitions')).not.toEqual([]);
    const status = await screen.findByRole('button', { name: 'Sync now' });
    const bar = status.closest<HTMLElement>('[data-pane="status"]') ?? document.body;
    fireEvent.click(await within(bar).findByRole('button', { name: /^Up to date/ }));
    await see('Quarantined records cannot be shown: the service sent them without a usable id');
  });

  it('with mistyped fields show these as empty, and are marked', async () => {
    await showAltered(12, (record) => ({
      ...record,
      name: 7,
      diagnoses: 'none',
      created_at: 'yesterday',
      patient: null,
    }));
    expect(await screen.findAllByText('12 requisitions')).not.toEqual([]);
    await openRow('Unnamed requisition');
    await seeRecord(/fields from the service are invalid/);
  });
});

describe('a list that cannot be read', () => {
  it('is reported in the window, and what is cached stays', async () => {
    const { clinic, sync } = await showClinic();
    await seeSynced();
    // The first sync has ended for the page before it has for the engine, and would answer for the next one.
    await sync();
    clinic.faults.add({
      match: { path: REQUISITIONS },
      action: {
        kind: 'answer',
        status: 200,
        headers: { 'content-type': 'text/html' },
        body: '<h1>Hello</h1>',
      },
    });
    await syncNow();
    // Where nothing but these answers arrives for a while, they are a problem of the whole service.
    await seeStatus(/Not synced: Requisitions|The service has a problem/);
    await openRow();
    expect(screen.getAllByText('60 requisitions')).not.toEqual([]);
  });
});
