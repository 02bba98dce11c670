import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import type { DemoServer } from '#main/demo/server.ts';
import {
  act,
  answer,
  fill,
  findRow,
  findWrite,
  goOffline,
  goOnline,
  goTo,
  openRow,
  press,
  record,
  seeNothingPending,
  seeRecord,
  seeStatus,
  seeSynced,
  syncNow,
} from '../../support/page/actions.ts';
import { showClinic } from '../../support/page/clinic-page.tsx';

type RawForm = Readonly<Record<string, unknown>>;

const SETS = { medical_centers: [], specializations: [], peer_groups: [], individuals: [] };
const BOTH = [
  ['with a network', false],
  ['without a network', true],
] as const;

const getForms = (clinic: DemoServer): readonly RawForm[] => [...clinic.listResources('form')];

/** The patients who are asked to complete a form of the service. */
const askedFor = (form: RawForm): readonly string[] =>
  (form['request_completion_from'] as readonly RawForm[]).map(({ patient }) => String(patient));

function formNamed(clinic: DemoServer, name: string): RawForm {
  const form = getForms(clinic).find((each) => each['name'] === name);
  if (form === undefined) throw new Error(`the service has no form ${name}`);
  return form;
}

/** The name of the form that has completion requests and that everyone may use. */
const askedForm = (clinic: DemoServer): string =>
  String(getForms(clinic).find((form) => askedFor(form).length > 1)?.['name']);

/** What reached the service: method and path without the id, and the body. */
const getSent = (clinic: DemoServer) =>
  clinic.writeLog().map(({ method, path, body }) => ({
    what: `${method} ${path.replace(/form_[^/]+/, ':id')}`,
    body,
  }));

/** Shows the forms of a synced clinic, without a network if asked. */
async function showSynced(isOffline: boolean): Promise<DemoServer> {
  const { clinic } = await showClinic({ requisitions: 12 }, { screen: 'forms' });
  await seeSynced();
  if (isOffline) await goOffline(clinic);
  return clinic;
}

/** Brings the network back; nothing has reached the service before. */
async function reconnect(clinic: DemoServer): Promise<void> {
  await seeStatus(/\d pending changes?/);
  expect(clinic.writeLog()).toEqual([]);
  await goOnline(clinic);
}

/** Waits until everything pending has reached the service; without a network, nothing has before. */
async function arrive(clinic: DemoServer, isOffline: boolean): Promise<void> {
  if (isOffline) await reconnect(clinic);
  await waitFor(() => expect(clinic.writeLog().length).toBeGreaterThan(0));
  await seeNothingPending();
}

/** Types into a list of ids and confirms it. */
async function choose(label: string, typed: string): Promise<void> {
  const field = await screen.findByRole('combobox', { name: label });
  fireEvent.change(field, { target: { value: typed } });
  fireEvent.keyDown(field, { key: 'Enter' });
}

/** Shows the publishing of the form in the outbox. */
async function showUnsentPublishing(): Promise<void> {
  await seeRecord('Publishing a form');
  await press('Open in Activity');
  expect((await findWrite('Publishing a form')).textContent).toContain('Saved here');
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

describe.each(BOTH)('a form, %s,', (_where, isOffline) => {
  it('is created', async () => {
    const clinic = await showSynced(isOffline);
    await findRow('');
    fireEvent.keyDown(document.body, { key: 'n' });
    await screen.findByRole('heading', { level: 1, name: 'New form' });
    await fill('Name', 'Headache diary');
    await fill('Description', 'Two weeks before the visit.');
    await screen.findByText(/^Draft saved \d\d:\d\d$/);
    fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'Enter', ctrlKey: true });
    await screen.findByRole('heading', { level: 2, name: 'Headache diary' });
    await arrive(clinic, isOffline);
    expect(getSent(clinic)).toEqual([
      {
        what: 'POST /v2/forms',
        body: { name: 'Headache diary', description: 'Two weeks before the visit.' },
      },
    ]);
    expect(formNamed(clinic, 'Headache diary')['usable_by']).toMatchObject({ usable_by_all: true });
  });

  it('is changed by its changed fields alone', async () => {
    const clinic = await showSynced(isOffline);
    const name = String(getForms(clinic)[0]?.['name']);
    await openRow(name);
    await act('Edit');
    const hasUnpublished = formNamed(clinic, name)['has_unpublished_changes'] === true;
    await fill('Description', 'Asked at every visit.');
    fireEvent.click(
      screen.getByText(
        hasUnpublished
          ? 'Patients see the latest version'
          : 'The latest version has changes that patients cannot see yet',
      ),
    );
    await press('Save changes');
    await seeRecord('Asked at every visit.');
    await arrive(clinic, isOffline);
    expect(getSent(clinic)).toEqual([
      {
        what: 'POST /v2/forms/:id',
        body: { description: 'Asked at every visit.', has_unpublished_changes: !hasUnpublished },
      },
    ]);
  });

  it('is restricted to some users, and the editor says which asked patients that excludes', async () => {
    const clinic = await showSynced(isOffline);
    const name = askedForm(clinic);
    const asked = askedFor(formNamed(clinic, name));
    const [first = ''] = asked;
    await openRow(name);
    await act('Edit');
    fireEvent.click(await screen.findByText('Some'));
    await press('Save changes');
    expect((await screen.findByRole('alert')).textContent).toContain('No one could use this form.');
    await choose('Individuals', first);
    const left = screen
      .getAllByRole('note')
      .find((each) => each.textContent.includes('can no longer use it'));
    expect(within(left ?? document.body).getAllByRole('listitem')).toHaveLength(asked.length - 1);
    await choose('Medical centers', 'mctr_north1');
    await screen.findByText('Whether they can still use it depends on the other limits.', { exact: false });
    await press('Save changes');
    await screen.findByRole('heading', { level: 2, name });
    await arrive(clinic, isOffline);
    const usableBy = { ...SETS, medical_centers: ['mctr_north1'], individuals: [first] };
    expect(getSent(clinic)).toEqual([
      {
        what: 'POST /v2/forms/:id',
        body: { usable_by: { usable_by_all: false, usable_by: usableBy } },
      },
    ]);
  });

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

describe('a form that another user changes', () => {
  it('keeps the changes of both users to different fields', async () => {
    const clinic = await showSynced(true);
    const name = askedForm(clinic);
    const id = String(formNamed(clinic, name)['id']);
    await openRow(name);
    await act('Edit');
    await fill('Description', 'Mine.');
    await press('Save changes');
    await seeStatus('1 pending change');
    clinic.otherUsers.updateForm(id, { name: 'Theirs' });
    await goOnline(clinic);
    await seeNothingPending();
    expect(formNamed(clinic, 'Theirs')['description']).toBe('Mine.');
  });

  it('leads to a question where both changed who may use it', async () => {
    const clinic = await showSynced(true);
    const name = askedForm(clinic);
    const id = String(formNamed(clinic, name)['id']);
    await openRow(name);
    await act('Edit');
    fireEvent.click(await screen.findByText('Some'));
    await choose('Individuals', 'user_mine1');
    await press('Save changes');
    await seeStatus('1 pending change');
    clinic.otherUsers.updateForm(id, {
      usable_by: { usable_by_all: false, usable_by: { ...SETS, peer_groups: ['pgrp_theirs1'] } },
    });
    await goOnline(clinic);
    await goTo('Activity');
    const write = await findWrite('Another user changed the same field');
    expect(write.textContent).toContain('user_mine1');
    expect(write.textContent).toContain('pgrp_theirs1');
    expect(write.textContent).not.toContain('usable_by');
    fireEvent.click(within(write).getByText('Keep mine'));
    await press('Apply these choices', write);
    await seeNothingPending();
    expect(formNamed(clinic, name)['usable_by']).toMatchObject({
      usable_by: { individuals: ['user_mine1'] },
    });
  });

  it('shows in its editor that it has changed', async () => {
    const clinic = await showSynced(false);
    const name = askedForm(clinic);
    await openRow(name);
    await act('Edit');
    await fill('Name', 'Mine');
    const id = String(formNamed(clinic, name)['id']);
    clinic.otherUsers.updateForm(id, { name: 'Theirs', description: 'New.' });
    await syncNow();
    await screen.findByText(/The record has changed since you began: Name/);
    expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Mine');
    expect(screen.getByLabelText('Description', { selector: 'textarea' })).toHaveProperty('value', 'New.');
  });

  it('asks where it was deleted before it is published; its deletion counts as done', async () => {
    const clinic = await showSynced(true);
    const name = askedForm(clinic);
    const other = String(getForms(clinic).find((form) => form['name'] !== name)?.['name']);
    await openRow(name);
    await act(/^Publish/);
    await answer(/^Publish/);
    await openRow(other);
    await waitFor(() => expect(record().textContent).toContain(other));
    await act('Delete');
    await answer('Delete the form');
    await seeStatus('2 pending changes');
    for (const gone of [name, other]) clinic.otherUsers.deleteForm(String(formNamed(clinic, gone)['id']));
    await goOnline(clinic);
    await goTo('Activity');
    expect((await findWrite('no longer on the service')).textContent).toContain('Publishing a form');
    const closed = await screen.findByRole('region', { name: 'Sent and closed' });
    await waitFor(() =>
      expect(
        within(closed)
          .getAllByRole('row')
          .find((row) => row.textContent.includes(other))?.textContent,
      ).toContain('Already on the service'),
    );
  });
});
