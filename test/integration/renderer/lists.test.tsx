import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import type { DemoServer, DemoServerOptions } from '#main/demo/server.ts';
import type { Kind } from '#contract/records.ts';
import {
  answer,
  chooseEntry,
  findRow,
  goTo,
  openRow,
  pick,
  press,
  record,
  searchFor,
  see,
  seeNothingPending,
  seeRecord,
  seeStatus,
  seeSynced,
  syncNow,
} from '../../support/page/actions.ts';
import { showClinic } from '../../support/page/clinic-page.tsx';

type Raw = Readonly<Record<string, unknown>>;
interface Step {
  readonly status: string;
  readonly changed_at: string;
}

const BOTH = [
  ['with a network', false],
  ['without a network', true],
] as const;

/** The address of the service's PDFs. */
const DOCUMENT = /^\/documents\//;

/** The records of the service. */
const ofService = (clinic: DemoServer, kind: Kind): readonly Raw[] => [...clinic.listResources(kind)];

/** Shows the page of a synced clinic, whose network is cut if asked. */
async function showSynced(sizes: DemoServerOptions, isOffline = false): Promise<DemoServer> {
  const { clinic } = await showClinic(sizes);
  await seeSynced();
  if (isOffline) clinic.faults.add({ match: {}, action: { kind: 'close' } });
  return clinic;
}

/** Waits until the list says how many records it has. */
const seeCount = (text: string | RegExp): Promise<unknown> => screen.findByText(text);

const requisitionCount = (count: number): string => (count === 1 ? '1 requisition' : `${count} requisitions`);
const formCount = (count: number): string => (count === 1 ? '1 form' : `${count} forms`);

/** The status of a requisition: that of the last entry of its history. */
function getStatus({ status_history: history }: Raw): string {
  const steps = (history as readonly Step[]).toSorted((left, right) =>
    left.changed_at.localeCompare(right.changed_at),
  );
  return steps.at(-1)?.status ?? '';
}

const isShared = (each: Raw): boolean => each['share_with_patient'] === true;

describe.each(BOTH)('the requisitions, %s,', (_where, isOffline) => {
  it('are those of the service in every tab and search', async () => {
    const clinic = await showSynced({ requisitions: 200 }, isOffline);
    const all = ofService(clinic, 'requisition');
    await screen.findByRole('radio', { name: '200 All' });
    for (const [name, status] of [
      ['Draft', 'draft'],
      ['Sent', 'sent'],
      ['Results received', 'results_received'],
    ] as const) {
      const wanted = all.filter((each) => getStatus(each) === status).length;
      fireEvent.click(screen.getByRole('radio', { name: `${wanted} ${name}` }));
      await seeCount(requisitionCount(wanted));
    }
    fireEvent.click(screen.getByRole('radio', { name: '200 All' }));
    const shared = all.filter((each) => each['type'] === 'imaging' && isShared(each));
    await searchFor('type:imaging shared:yes due:someday');
    await seeCount(requisitionCount(shared.length));
    await see('“due:someday” is not a date.');
    const patient = String(all[0]?.['patient']);
    await searchFor(`patient:${patient.slice(-6)}`);
    await seeCount(requisitionCount(all.filter((each) => each['patient'] === patient).length));
    await searchFor('zzqx');
    await see('Nothing matches.');
    expect(screen.queryAllByRole('option')).toEqual([]);
  });
});

describe('the requisitions', () => {
  it('highlight what was searched for', async () => {
    const clinic = await showSynced({});
    const name = String(ofService(clinic, 'requisition')[0]?.['name']);
    await searchFor(`"${name}"`);
    await waitFor(() => expect(document.querySelector('[role=option] mark')?.textContent).toBe(name));
  });

  it('are shared at once without a network, row by row, and reach the service', async () => {
    const clinic = await showSynced({});
    await chooseEntry('Filters', 'Not shared');
    await waitFor(() => expect(screen.getByRole('searchbox')).toHaveProperty('value', 'shared:no'));
    const before = ofService(clinic, 'requisition').filter(isShared).length;
    await seeCount(requisitionCount(60 - before));
    clinic.faults.add({ match: {}, action: { kind: 'close' } });
    await press('Share', await pick(3));
    await answer('Share 3');
    const sheet = await screen.findByRole('dialog');
    await waitFor(() => expect(within(sheet).getAllByText('Saved; will be sent')).toHaveLength(3));
    await press('Close', sheet);
    await seeStatus('3 pending changes');
    clinic.faults.clear();
    await syncNow();
    await seeNothingPending();
    expect(ofService(clinic, 'requisition').filter(isShared)).toHaveLength(before + 3);
  });

  it('have their PDFs downloaded at once; failed ones say why and are tried again', async () => {
    const clinic = await showSynced({});
    await searchFor('status:sent');
    await waitFor(() => {
      const rows = screen.getAllByRole('option');
      expect(rows.slice(0, 3).map((row) => row.textContent.includes('Sent'))).toEqual([true, true, true]);
    });
    const headers = { 'content-type': 'text/html' };
    clinic.faults.add({
      match: { path: DOCUMENT },
      action: { kind: 'answer', status: 200, headers, body: '<p>Sign in' },
    });
    await press('PDFs', await pick(3));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Download PDFs' }));
    await see('What the service sent is no PDF.');
    await see('3 failed and stay selected.');
    clinic.faults.clear();
    await press('Retry failed', screen.getByRole('dialog'));
    await waitFor(() =>
      expect(within(screen.getByRole('dialog')).getAllByText('On this computer')).toHaveLength(3),
    );
  });
});

const isPublished = ({ published_version: version }: Raw): boolean => version !== '';
const isAhead = (form: Raw): boolean => isPublished(form) && form['has_unpublished_changes'] === true;
const getAsked = (form: Raw) =>
  form['request_completion_from'] as readonly { readonly patient: string; readonly requested_at: string }[]; // section 2.2

describe.each(BOTH)('the forms, %s,', (_where, isOffline) => {
  it('are those of the service in every tab, filter and search', async () => {
    const clinic = await showSynced({ forms: 60 }, isOffline);
    await goTo('Forms');
    const all = ofService(clinic, 'form');
    for (const [name, wanted] of [
      ['Not published', all.filter((form) => !isPublished(form))],
      ['With changes', all.filter(isAhead)],
      ['Published', all.filter((form) => isPublished(form) && !isAhead(form))],
      ['Asked', all.filter((form) => getAsked(form).length > 0)],
      ['All', all],
    ] as const) {
      fireEvent.click(await screen.findByRole('radio', { name: `${wanted.length} ${name}` }));
      await seeCount(formCount(wanted.length));
    }
    const consent = all.filter(({ name, description }) =>
      /consent/i.test(`${String(name)} ${String(description)}`),
    );
    await searchFor('consent');
    await seeCount(formCount(consent.length));
    await waitFor(() =>
      expect(document.querySelector('[role=option] mark')?.textContent).toMatch(/consent/i),
    );
    await searchFor('');
    await seeCount('60 forms');
    await chooseEntry('Filters', 'Unpublished changes');
    await seeCount(formCount(all.filter(isAhead).length));
    expect(screen.getByRole('searchbox')).toHaveProperty('value', 'state:unpublished_changes');
    await searchFor('usable:none zzqx:1');
    await see('“zzqx:1” is not a filter of this search.');
  });
});

describe('the record of a form', () => {
  it('says that it was never published and that no patient is asked', async () => {
    const { clinic } = await showClinic({ forms: 0 });
    await seeSynced();
    clinic.otherUsers.createForm({ name: 'Intake' });
    await syncNow();
    await goTo('Forms');
    await openRow('Intake');
    await seeRecord('Patients do not see this form: it was never published.');
    await seeRecord('No one is asked to complete it.');
    expect(getAsked(ofService(clinic, 'form')[0] ?? {})).toEqual([]);
  });
});

/** The form that most patients are asked to complete, and those patients, the longest asked first. */
function findMostAsked(clinic: DemoServer) {
  const [form] = ofService(clinic, 'form').toSorted(
    (left, right) => getAsked(right).length - getAsked(left).length,
  );
  const asked = getAsked(form ?? {}).toSorted((left, right) =>
    left.requested_at.localeCompare(right.requested_at),
  );
  return {
    id: String(form?.['id']),
    name: String(form?.['name']),
    patients: asked.map(({ patient }) => patient),
  };
}

describe('the record of a form with unpublished changes', () => {
  it('names the patients who are asked, and counts those asked since the changes are known', async () => {
    const { clinic, sync } = await showClinic();
    await seeSynced();
    const { id, name, patients } = findMostAsked(clinic);
    const ask = (patient: string) =>
      clinic.otherUsers.updateForm(id, { request_completion_from: { patient } });
    await goTo('Forms');
    await openRow(name);
    ask('user_before1');
    // A request at the time of the update would count.
    await syncNow();
    clinic.otherUsers.updateForm(id, { has_unpublished_changes: true });
    await syncNow();
    await seeRecord(
      'The form has had unpublished changes since today or longer; patients who were asked before may see the older version.',
    );
    await seeRecord('They may be older: the service does not say when they were made.');
    // The record may have come before the list was read: a sync of the page would join the one that still runs.
    await sync();
    ask('user_since1');
    await syncNow();
    await seeRecord(
      'The form has had unpublished changes since today or longer; one patient asked since then.',
    );
    const wanted = [...patients, 'user_before1.*since today', 'user_since1.*since today'];
    await findRow(`${wanted.length} asked`);
    await waitFor(() => {
      const [, ...rows] = within(record())
        .getByRole('region', { name: /^Asked to complete it/ })
        .querySelectorAll('tr');
      expect(rows.map(({ textContent }) => textContent)).toEqual(
        wanted.map((each) => expect.stringMatching(each)),
      );
    });
  });
});
