import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import {
  act,
  answer,
  fill,
  findChangeCard,
  goOnline,
  goTo,
  openRow,
  press,
  record,
  seeNothingPending,
  seeStatus,
  syncNow,
} from '../../support/page/actions.ts';
import {
  getForms,
  formNamed,
  askedForm,
  showSynced,
  choose,
  EMPTY_USER_SETS,
} from '../../support/page/forms.ts';

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
      usable_by: { usable_by_all: false, usable_by: { ...EMPTY_USER_SETS, peer_groups: ['pgrp_theirs1'] } },
    });
    await goOnline(clinic);
    await goTo('Activity');
    const card = await findChangeCard('Another user changed the same field');
    expect(card.textContent).toContain('user_mine1');
    expect(card.textContent).toContain('pgrp_theirs1');
    expect(card.textContent).not.toContain('usable_by');
    fireEvent.click(within(card).getByText('Keep mine'));
    await press('Apply these choices', card);
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
    expect((await findChangeCard('no longer on the service')).textContent).toContain('Publishing a form');
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
