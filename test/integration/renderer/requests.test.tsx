import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import type { DemoServer } from '#main/demo/server.ts';
import {
  answer,
  press,
  searchFor,
  see,
  seeNothingPending,
  seeStatus,
  seeSynced,
  syncNow,
} from '../../support/page/actions.ts';
import { showClinic } from '../../support/page/clinic-page.tsx';

interface AskedForm {
  readonly name: string;
  readonly request_completion_from: readonly { readonly patient: string; readonly requested_at: string }[];
}

/** Every open request of the service, the oldest first. */
function listRequests(clinic: DemoServer) {
  const forms = [...clinic.listResources('form')] as unknown as readonly AskedForm[]; // as the service's document has them
  return forms
    .flatMap(({ name, request_completion_from: asked }) => asked.map((request) => ({ ...request, name })))
    .toSorted((left, right) => left.requested_at.localeCompare(right.requested_at));
}

const countText = (count: number): string => (count === 1 ? '1 request' : `${count} requests`);

/** Shows the requests of a synced clinic, whose network is cut if asked. */
async function showRequests(forms: number, isOffline = false): Promise<DemoServer> {
  const { clinic } = await showClinic({ forms, requisitions: 12 }, { screen: 'completion-requests' });
  await seeSynced();
  if (isOffline) clinic.faults.add({ match: {}, action: { kind: 'close' } });
  return clinic;
}

/** The rows on the screen, once there are any. */
async function rows(): Promise<readonly [HTMLElement, ...HTMLElement[]]> {
  const [first, ...others] = await within(await screen.findByRole('grid')).findAllByRole('row');
  if (first === undefined) throw new Error('there is no row');
  return [first, ...others];
}

async function withdrawFirst(): Promise<void> {
  await press('Withdraw', (await rows())[0]);
  await answer('Withdraw request');
}

/** Waits until the first row contains a text. */
const seeFirst = (text: string | RegExp): Promise<void> =>
  waitFor(async () => expect((await rows())[0].textContent).toMatch(text));

describe('the requests, without a network,', () => {
  it('are those of the service, the oldest first, and are found by patient', async () => {
    const clinic = await showRequests(40, true);
    const all = listRequests(clinic);
    await see(countText(all.length));
    await seeFirst(all[0]?.name ?? '');
    await seeFirst(all[0]?.patient.slice(-5) ?? '');
    await screen.findByRole('radio', { name: '0 Ended' });
    const patient = all[0]?.patient ?? '';
    const ofPatient = all.filter((each) => each.patient === patient);
    expect(ofPatient.length).toBeLessThan(all.length);
    await searchFor(patient);
    await screen.findByText(countText(ofPatient.length));
    await searchFor('');
    await screen.findByText(countText(all.length));
  });

  it('are withdrawn here, marked as unsent, and restored by an undo', async () => {
    const clinic = await showRequests(8, true);
    const before = listRequests(clinic).length;
    await withdrawFirst();
    await seeFirst('Withdrawn here, not on the service yet');
    await seeStatus('1 pending change');
    await press('Undo', (await rows())[0]);
    await seeNothingPending();
    await within((await rows())[0]).findByRole('button', { name: 'Withdraw' });
    clinic.faults.clear();
    await syncNow();
    await seeSynced();
    expect(listRequests(clinic)).toHaveLength(before);
    expect(clinic.writeLog()).toHaveLength(0);
  });
});

describe('a request', () => {
  it('is withdrawn at the service, and this computer remembers who did so', async () => {
    const clinic = await showRequests(8);
    const before = listRequests(clinic).length;
    await withdrawFirst();
    await waitFor(() => expect(listRequests(clinic)).toHaveLength(before - 1));
    await screen.findByRole('radio', { name: `${before - 1} Open` });
    fireEvent.click(await screen.findByRole('radio', { name: '1 Ended' }));
    await seeFirst('Withdrawn here by');
    expect(await rows()).toHaveLength(1);
  });
});
