import { fireEvent, screen, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { goTo, openRow, press, see, seeStatus, seeSynced, syncNow } from '../../support/page/actions.ts';
import { showClinic } from '../../support/page/clinic-page.tsx';

/** Enters new tokens for the open account. */
async function renew(accessToken: string, jwt: string): Promise<void> {
  const save = await screen.findByRole('button', { name: 'Save tokens' });
  const form = save.closest('form') ?? document.body;
  fireEvent.change(within(form).getByLabelText('Access token'), { target: { value: accessToken } });
  fireEvent.change(within(form).getByLabelText('JWT'), { target: { value: jwt } });
  fireEvent.click(save);
}

describe('the sign-in of an open account', () => {
  it('is renewed in place once it has expired', async () => {
    const { clinic } = await showClinic();
    await seeSynced();
    clinic.faults.add({ match: {}, action: { kind: 'answer', status: 401 } });
    await syncNow();
    await see('The service no longer accepts this sign-in. All records on this computer');
    await openRow();

    clinic.faults.clear();
    await press(/^Enter new tokens/);
    await renew(clinic.accessToken, clinic.jwt);
    await seeStatus('Online');
    await seeSynced();
    await goTo('Requisitions');
    expect(await screen.findAllByText('60 requisitions')).not.toEqual([]);
  });

  it('stays as it was where the new tokens are refused', async () => {
    const { clinic } = await showClinic();
    await seeSynced();
    await goTo('Accounts');
    await press(/^Renew tokens/);
    await renew('not-the-token', clinic.jwt);
    expect((await screen.findByRole('alert')).textContent).toContain('does not accept these tokens');
    await syncNow();
    await seeSynced();
    await seeStatus('Online');
  });
});
