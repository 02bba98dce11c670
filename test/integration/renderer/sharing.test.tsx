import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { answer, pick, press, seeNothingPending, seeSynced, syncNow } from '../../support/page/actions.ts';
import { showClinic } from '../../support/page/clinic-page.tsx';

/** Runs a bulk action for the first three requisitions. */
async function actOnThree(name: 'Share' | 'Stop sharing'): Promise<void> {
  await press(name, await pick(3));
  await answer(`${name} 3`);
  const sheet = await screen.findByRole('dialog');
  await waitFor(() => expect(within(sheet).getAllByText('Saved; will be sent')).toHaveLength(3));
  await press('Close', sheet);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

describe('several requisitions that are shared at once', () => {
  it('never reach the service as shared where sharing is stopped before they were sent', async () => {
    const { clinic } = await showClinic({ requisitions: 12 });
    await seeSynced();
    clinic.faults.add({ match: {}, action: { kind: 'close' } });
    await actOnThree('Share');
    await actOnThree('Stop sharing');
    clinic.faults.clear();
    await syncNow();
    await seeNothingPending();
    expect(clinic.writeLog().filter(({ body }) => JSON.stringify(body).includes('true'))).toEqual([]);
  });
});
