import type { Page } from 'playwright/test';
import type { DemoServer } from '#main/demo/server.ts';
import { expect, test } from './fixtures.ts';
import { activity, save } from './screens/outbox.ts';
import { frame } from './screens/frame.ts';
import { INSPECTED, SWEEP, inspect } from './sweep.ts';

const first = (clinic: DemoServer, kind: 'requisition' | 'form'): string =>
  String([...clinic.listResources(kind)][0]?.['id']);

const getName = (clinic: DemoServer, id: string): unknown =>
  [...clinic.listResources('requisition')].find((record) => record['id'] === id)?.['name'];

/** Cuts the network, saves a write, and opens the outbox. */
async function saveOffline(page: Page, clinic: DemoServer, ...write: [string, object]): Promise<void> {
  clinic.faults.add({ match: {}, action: { kind: 'close' } });
  await save(page, write[0], { ...write[1] });
  await expect(frame(page).waiting).toContainText('1 pending change');
  await frame(page).goTo('Activity');
}

test(
  'A conflict keeps both values until the user has chosen',
  INSPECTED,
  async ({ startApp, startClinic }) => {
    const clinic = await startClinic();
    const { page } = await startApp({ clinic });
    await expect(frame(page).status).toContainText('Up to date');
    const id = first(clinic, 'requisition');
    await saveOffline(page, clinic, 'requisitions.update', { id, name: 'Mine, in the morning' });
    // In one step: pending changes may be sent automatically as soon as the network is back.
    clinic.otherUsers.updateRequisition(id, { name: 'Theirs, in the evening' });
    clinic.faults.clear();
    await frame(page).syncNow.click();

    const card = activity(page).write('Another user changed the same field');
    await expect(card).toContainText('Mine, in the morning');
    await expect(card).toContainText('Theirs, in the evening');
    await expect(frame(page).waiting).toContainText('1 needs your decision');
    expect(getName(clinic, id)).toBe('Theirs, in the evening');
    await inspect(page, 'conflict');
    await card.getByText('Keep mine', { exact: true }).click();
    await activity(page).press('Apply these choices');
    await expect(frame(page).waiting).toContainText('No pending changes');
    expect(getName(clinic, id)).toBe('Mine, in the morning');
  },
);

test(
  'Sharing a requisition that has changed since is not sent until the user has seen the changes',
  SWEEP,
  async ({ startApp, startClinic }) => {
    const clinic = await startClinic();
    const { page } = await startApp({ clinic });
    await expect(frame(page).status).toContainText('Up to date');
    const shared = [...clinic.listResources('requisition')].find(
      (record) => record['share_with_patient'] === false,
    );
    const id = String(shared?.['id']);
    await saveOffline(page, clinic, 'requisitions.update', { id, share_with_patient: true });
    clinic.otherUsers.updateRequisition(id, { order_details: 'For the specialist alone' });
    clinic.faults.clear();
    await frame(page).syncNow.click();

    const card = activity(page).write('has changed on the service since you decided');
    await expect(card).toContainText('When you last viewed it');
    await expect(card).toContainText('For the specialist alone');
    await inspect(page, 'stale-share');
    const isShared = (): unknown =>
      [...clinic.listResources('requisition')].find((record) => record['id'] === id)?.['share_with_patient'];
    expect(isShared()).toBe(false);
    await card.getByRole('button', { name: 'Send anyway' }).click();
    await expect(frame(page).waiting).toContainText('No pending changes');
    expect(isShared()).toBe(true);
  },
);

test(
  'The server’s value of a conflict is taken only after the user was shown what is lost',
  SWEEP,
  async ({ startApp, startClinic }) => {
    const clinic = await startClinic();
    const { page } = await startApp({ clinic });
    await expect(frame(page).status).toContainText('Up to date');
    const id = first(clinic, 'requisition');
    await saveOffline(page, clinic, 'requisitions.update', { id, name: 'Mine' });
    // In one step: pending changes may be sent automatically as soon as the network is back.
    clinic.otherUsers.updateRequisition(id, { name: 'Theirs' });
    clinic.faults.clear();
    await frame(page).syncNow.click();
    await activity(page).press('Keep the service’s for all');
    await activity(page).press('Apply these choices');
    await expect(activity(page).question).toContainText('yours are discarded: Name');
    await inspect(page, 'lost-value');
    await activity(page).press('Keep the service’s values');
    await expect(frame(page).waiting).toContainText('No pending changes');
    expect(getName(clinic, id)).toBe('Theirs');
    await expect(activity(page).closed.nth(1)).toContainText('The service’s value was kept');
  },
);

test(
  'A change that the service refuses is shown with the service’s message, edited, and sent',
  SWEEP,
  async ({ startApp, startClinic }) => {
    const clinic = await startClinic();
    const { page } = await startApp({ clinic });
    await expect(frame(page).status).toContainText('Up to date');
    const id = first(clinic, 'requisition');
    await saveOffline(page, clinic, 'requisitions.update', { id, name: 'Too plain' });
    clinic.faults.clear();
    clinic.faults.add({
      match: { method: 'POST', path: `/v2/requisitions/${id}`, times: 1 },
      action: { kind: 'answer', status: 422, body: JSON.stringify({ message: 'name: say what is meant' }) },
    });
    await frame(page).syncNow.click();
    const card = activity(page).write('Not accepted');
    await expect(card).toContainText('name: say what is meant');
    await expect(frame(page).place('Activity')).toContainText('1');
    await card.getByRole('button', { name: 'Edit' }).click();
    await inspect(page, 'refused');
    await page.getByRole('textbox', { name: 'Name' }).fill('Complete blood count');
    await activity(page).press('Save the change');
    await frame(page).syncNow.click();
    await expect(frame(page).waiting).toContainText('No pending changes');
    expect(getName(clinic, id)).toBe('Complete blood count');
  },
);
