import { fireEvent, screen, waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import {
  act,
  answer,
  findRow,
  findChangeCard,
  openRow,
  press,
  seeNothingPending,
  seeRecord,
} from '../../support/page/actions.ts';
import {
  WITH_AND_WITHOUT_NETWORK,
  getForms,
  askedFor,
  formNamed,
  askedForm,
  getSent,
  showSynced,
  arrive,
  choose,
} from '../../support/page/forms.ts';

/** Shows the publishing of the form in the outbox. */
async function showUnsentPublishing(): Promise<void> {
  await seeRecord('Publishing a form');
  await press('Open in Activity');
  expect((await findChangeCard('Publishing a form')).textContent).toContain('Saved here');
}

/** Undoes the deletion of a form that is not sent yet, and deletes the form again. */
async function deleteOnceMore(name: string): Promise<void> {
  await seeRecord('Deleting a form');
  await waitFor(async () => expect((await findRow(name)).textContent).toContain('Saved here'));
  await act('Undo the deletion');
  await seeNothingPending();
  await act('Delete');
  await answer('Delete the form');
}

describe.each(WITH_AND_WITHOUT_NETWORK)('a form, %s,', (_where, isOffline) => {
  it('is published once', async () => {
    const clinic = await showSynced(isOffline);
    const name = askedForm(clinic);
    const { latest_version: latest } = formNamed(clinic, name);
    await openRow(name);
    await act(/^Publish/);
    expect((await screen.findByRole('alertdialog')).textContent).toContain(String(latest));
    await answer(/^Publish/, /\d+ patients are asked to complete it/);
    if (isOffline) await showUnsentPublishing();
    await arrive(clinic, isOffline);
    expect(getSent(clinic)).toEqual([{ what: 'POST /v2/forms/:id/publish', body: {} }]);
    expect(formNamed(clinic, name)['published_version']).toBe(latest);
  });

  it('is deleted by name, and disappears once the service confirms it', async () => {
    const clinic = await showSynced(isOffline);
    const name = askedForm(clinic);
    const count = getForms(clinic).length;
    await openRow(name);
    await act('Delete');
    expect((await screen.findByRole('alertdialog')).textContent).toContain(name);
    await answer('Delete the form', /\d+ open requests are withdrawn/);
    if (isOffline) await deleteOnceMore(name);
    await arrive(clinic, isOffline);
    expect(getSent(clinic).map(({ what }) => what)).toEqual(['DELETE /v2/forms/:id']);
    expect(getForms(clinic)).toHaveLength(count - 1);
    await waitFor(() => expect(screen.queryByRole('option', { name: new RegExp(name) })).toBeNull());
  });

  it('gets completion requests, and some are withdrawn', async () => {
    const clinic = await showSynced(isOffline);
    const name = askedForm(clinic);
    const [withdrawn = '', ...others] = askedFor(formNamed(clinic, name));
    await openRow(name);
    await act('Ask patients');
    await choose('Patients to ask', `user_anew1, user_anew2 fac_1 ${withdrawn}`);
    const field = screen.getByRole('combobox', { name: 'Patients to ask' });
    expect(field).toHaveProperty('value', `fac_1 ${withdrawn}`);
    expect(screen.getByText(`${withdrawn} is already asked.`, { exact: false })).toBeDefined();
    const wrongKind = 'fac_1 is another kind of id: this field needs an id that starts with user_.';
    expect(screen.getByText(wrongKind, { exact: false })).toBeDefined();
    fireEvent.change(field, { target: { value: '' } });
    fireEvent.keyDown(field, { key: 'Escape' });
    fireEvent.blur(field);
    await press(`Withdraw request: ${withdrawn}`);
    await press('Ask 2 patients, withdraw one request');
    await screen.findByRole('heading', { level: 2, name });
    await arrive(clinic, isOffline);
    expect(getSent(clinic).map(({ what }) => what)).toEqual(['POST /v2/forms/:id']);
    expect([...askedFor(formNamed(clinic, name))].sort()).toEqual(
      [...others, 'user_anew1', 'user_anew2'].sort(),
    );
  });
});
