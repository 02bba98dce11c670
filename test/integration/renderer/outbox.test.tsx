import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import {
  answer,
  findRow,
  findChangeCard,
  goTo,
  press,
  pressKey,
  record,
  see,
  seeNothingPending,
  seeRecord,
  seeSynced,
  syncNow,
} from '../../support/page/actions.ts';
import { showClinic } from '../../support/page/clinic-page.tsx';
import type { TestApp } from '../../support/app.ts';

const formsNamed = ({ clinic }: TestApp, name: string) =>
  [...clinic.listResources('form')].filter((each) => each['name'] === name);

/** Saves a new form as an editor does. */
const createForm = ({ save }: TestApp, name: string) => save({ operation: 'forms.create', data: { name } });

describe('the outbox', () => {
  it('says that nothing waits to be sent, and no more than that', async () => {
    await showClinic();
    await seeSynced();
    pressKey('6', { ctrlKey: true });
    await screen.findByRole('heading', { name: 'Activity', level: 1 });
    await see('Nothing needs your decision.');
    await see('Nothing waits to be sent.');
    expect(document.body.textContent).not.toContain('Everything is on the service');
    expect(document.title).toBe('Activity – Intray');
  });

  it('keeps an uncertain creation, which is never sent again by itself', async () => {
    const app = await showClinic();
    await seeSynced();
    app.clinic.faults.add({
      match: { method: 'POST', path: '/v2/forms', times: 1 },
      action: { kind: 'close' },
    });
    await createForm(app, 'Lost on the way');
    await goTo('Activity');
    await waitFor(async () =>
      expect((await findChangeCard('Lost on the way')).textContent).toContain('Not sure'),
    );
    await syncNow();
    await seeSynced();
    const card = await findChangeCard('Lost on the way');
    expect(within(card).queryByRole('button', { name: 'Send again' })).toBeNull();
    expect(app.done('POST', '/v2/forms')).toBe(0);
  });

  it('asks about a creation where the service already has a similar record', async () => {
    const app = await showClinic();
    await seeSynced();
    app.clinic.otherUsers.createForm({ name: 'Made twice' });
    await createForm(app, 'Made twice');
    await goTo('Activity');
    await findChangeCard('The service already has a similar record from you');
    expect(formsNamed(app, 'Made twice')).toHaveLength(1);
    await press('Send anyway', await findChangeCard('Made twice'));
    await answer('Send anyway', 'The service will then have both');
    await seeNothingPending();
    expect(formsNamed(app, 'Made twice')).toHaveLength(2);
  });
});

describe('a record that was created here', () => {
  it('continues under the id of the service', async () => {
    const app = await showClinic();
    await seeSynced();
    // A service that asks for a pause has certainly not created it; a broken connection would leave that open.
    app.clinic.faults.add({
      match: { method: 'POST' },
      action: { kind: 'answer', status: 429, headers: { 'retry-after': '2' } },
    });
    const name = 'Made on this computer';
    await createForm(app, name);
    await goTo('Activity');
    await press('Open the record');
    await screen.findByRole('heading', { level: 2, name });
    await seeRecord('Only saved on this computer.');
    await waitFor(async () => expect((await findRow(name)).textContent).toContain('Saved here'));
    app.clinic.faults.clear();
    await syncNow();
    await seeNothingPending();
    const made = formsNamed(app, name);
    expect(made).toHaveLength(1);
    await seeRecord(String(made[0]?.['id']));
    expect(record().textContent).not.toContain('Only saved on this computer');
    const rows = screen.getAllByRole('option').filter((row) => row.textContent.includes(name));
    expect(rows).toHaveLength(1);
  });
});
