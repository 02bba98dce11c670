import type { Page } from 'playwright/test';
import type { Sandbox } from '#main/demo/server.ts';
import { barriers } from './barriers.ts';
import { expect, test } from './fixtures.ts';
import { activity, save } from './screens/outbox.ts';
import { browser } from './screens/browser.ts';
import { frame } from './screens/frame.ts';

const first = (clinic: Sandbox, kind: 'requisition' | 'form'): string =>
  String([...clinic.listResources(kind)][0]?.['id']);

const getName = (clinic: Sandbox, id: string): unknown =>
  [...clinic.listResources('requisition')].find((record) => record['id'] === id)?.['name'];

/** Cuts the network, saves a write, and opens the outbox. */
async function saveOffline(page: Page, clinic: Sandbox, ...write: [string, object]): Promise<void> {
  clinic.faults.add({ match: {}, action: { kind: 'close' } });
  await save(page, write[0], { ...write[1] });
  await expect(frame(page).waiting).toContainText('1 pending change');
  await frame(page).goTo('Activity');
}

test('An empty outbox says so, and that everything is on the server', async ({ startApp }) => {
  const { page } = await startApp();
  await expect(frame(page).status).toContainText('Up to date');
  await page.keyboard.press('Control+6');
  await expect(page.getByRole('heading', { name: 'Activity', level: 1 })).toBeVisible();
  await expect(page.getByText('Nothing needs your decision.')).toBeVisible();
  await expect(page.getByText('Everything is on the service.')).toBeVisible();
  expect(await page.title()).toBe('Activity – Intray');
});

test('A conflict keeps both values until the user has chosen', async ({ startApp, startClinic }) => {
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
  expect(await barriers(page)).toEqual([]);
  await card.getByText('Keep mine', { exact: true }).click();
  await activity(page).press('Apply these choices');
  await expect(frame(page).waiting).toContainText('No pending changes');
  expect(getName(clinic, id)).toBe('Mine, in the morning');
});

test('Sharing a requisition that has changed since is not sent until the user has seen the changes', async ({
  startApp,
  startClinic,
}) => {
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
  expect(await barriers(page)).toEqual([]);
  const isShared = (): unknown =>
    [...clinic.listResources('requisition')].find((record) => record['id'] === id)?.['share_with_patient'];
  expect(isShared()).toBe(false);
  await card.getByRole('button', { name: 'Send anyway' }).click();
  await expect(frame(page).waiting).toContainText('No pending changes');
  expect(isShared()).toBe(true);
});

test('The server’s value of a conflict is taken only after the user was shown what is lost', async ({
  startApp,
  startClinic,
}) => {
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
  expect(await barriers(page)).toEqual([]);
  await activity(page).press('Keep the service’s values');
  await expect(frame(page).waiting).toContainText('No pending changes');
  expect(getName(clinic, id)).toBe('Theirs');
  await expect(activity(page).acknowledged.nth(1)).toContainText('The service’s value was kept');
});

test('A change that the service refuses is shown with the service’s message, edited, and sent', async ({
  startApp,
  startClinic,
}) => {
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
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('textbox', { name: 'Name' }).fill('Complete blood count');
  await activity(page).press('Save the change');
  await frame(page).syncNow.click();
  await expect(frame(page).waiting).toContainText('No pending changes');
  expect(getName(clinic, id)).toBe('Complete blood count');
});

test('A record that was created here continues under the id of the service', async ({
  startApp,
  startClinic,
}) => {
  const clinic = await startClinic();
  const { page } = await startApp({ clinic });
  await expect(frame(page).status).toContainText('Up to date');
  // A service that asks for a pause has certainly not created it; a broken connection would leave that open.
  clinic.faults.add({
    match: { method: 'POST' },
    action: { kind: 'answer', status: 429, headers: { 'retry-after': '2' } },
  });
  await save(page, 'forms.create', { name: 'Made on this computer' });
  await frame(page).goTo('Activity');
  await page.getByRole('button', { name: 'Open the record' }).click();
  const { record, heading, rows } = browser(page);
  await expect(heading).toHaveText('Made on this computer');
  await expect(record).toContainText('Only saved on this computer.');
  await expect(rows.filter({ hasText: 'Made on this computer' })).toContainText('Saved here');
  clinic.faults.clear();
  await frame(page).syncNow.click();
  await expect(frame(page).waiting).toContainText('No pending changes');
  const made = [...clinic.listResources('form')].filter(({ name }) => name === 'Made on this computer');
  expect(made).toHaveLength(1);
  await expect(record).toContainText(String(made[0]?.['id']));
  await expect(record).not.toContainText('Only saved on this computer');
  await expect(rows.filter({ hasText: 'Made on this computer' })).toHaveCount(1);
});

test('A create whose response was lost stays uncertain and is never sent again automatically', async ({
  startApp,
  startClinic,
}) => {
  const clinic = await startClinic();
  const { page } = await startApp({ clinic });
  await expect(frame(page).status).toContainText('Up to date');
  clinic.faults.add({
    match: { method: 'POST', path: '/v2/forms', times: 1 },
    action: { kind: 'close' },
  });
  await save(page, 'forms.create', { name: 'Lost on the way' });
  await frame(page).goTo('Activity');
  const card = activity(page).write('Lost on the way');
  await expect(card).toContainText('Not sure');
  await frame(page).syncNow.click();
  await expect(frame(page).status).toContainText('Up to date');
  await expect(card.getByRole('button', { name: 'Send again' })).toHaveCount(0);
  expect(clinic.writeLog().filter(({ method, path }) => method === 'POST' && path === '/v2/forms')).toEqual(
    [],
  );
});

test('A create leads to a question if the service already has a similar record', async ({
  startApp,
  startClinic,
}) => {
  const clinic = await startClinic();
  const { page } = await startApp({ clinic });
  await expect(frame(page).status).toContainText('Up to date');
  const made = (): number =>
    [...clinic.listResources('form')].filter(({ name }) => name === 'Made twice').length;
  clinic.otherUsers.createForm({ name: 'Made twice' });
  await save(page, 'forms.create', { name: 'Made twice' });
  await frame(page).goTo('Activity');
  const card = activity(page).write('Made twice');
  await expect(card).toContainText('The service already has a similar record from you');
  expect(made()).toBe(1);
  await card.getByRole('button', { name: 'Send again' }).click();
  await expect(activity(page).question).toContainText('The service will then have both');
  await activity(page).press('Send it again');
  await expect(frame(page).waiting).toContainText('No pending changes');
  expect(made()).toBe(2);
});
