import type { DemoServer } from '#main/demo/server.ts';
import { expect, test } from '../fixtures.ts';
import { activity } from '../screens/outbox.ts';
import { browser } from '../screens/browser.ts';
import { frame } from '../screens/frame.ts';

const unread = (clinic: DemoServer): number =>
  [...clinic.listResources('notification')].filter(({ read }) => read === false).length;

test('What is written without a network survives a restart and reaches the service once', async ({
  startApp,
  startClinic,
}) => {
  const clinic = await startClinic();
  const before = unread(clinic);
  const app = await startApp({ clinic });
  await expect(frame(app.page).status).toContainText('Up to date');
  clinic.faults.add({ match: {}, action: { kind: 'close' } });
  await frame(app.page).goTo('Inbox');
  await browser(app.page).open('Unread');
  await app.page.getByRole('button', { name: 'Mark as read' }).click();
  await expect(app.page.getByRole('button', { name: 'Mark as unread' })).toBeVisible();
  await expect(frame(app.page).waiting).toContainText('1 pending change');
  await expect(browser(app.page).record).toContainText('Saved here');
  expect(unread(clinic)).toBe(before);

  await app.restart();
  await expect(frame(app.page).waiting).toContainText('1 pending change');
  await frame(app.page).goTo('Activity');
  await expect(activity(app.page).write('Read mark')).toContainText('Saved here');
  clinic.faults.clear();
  await frame(app.page).syncNow.click();
  await expect(frame(app.page).waiting).toContainText('No pending changes');
  await expect(activity(app.page).closed.filter({ hasText: 'Read mark' })).toContainText('On the service');
  expect(unread(clinic)).toBe(before - 1);
  expect(clinic.writeLog()).toHaveLength(1);
});

test('A change that is discarded before it was sent never reaches the service', async ({
  startApp,
  startClinic,
}) => {
  const clinic = await startClinic();
  const { page } = await startApp({ clinic });
  await expect(frame(page).status).toContainText('Up to date');
  clinic.faults.add({ match: {}, action: { kind: 'close' } });
  await browser(page).open();
  await page.getByRole('button', { name: /Share with patient|Stop sharing/ }).click();
  await activity(page)
    .question.getByRole('button', { name: /Share it|Stop sharing it/ })
    .click();
  await expect(frame(page).waiting).toContainText('1 pending change');
  const strip = page.getByRole('region', { name: 'Not on the service yet' });
  await strip.getByRole('button', { name: 'Discard' }).click();
  await expect(activity(page).question).toContainText('Shared with patient');
  await activity(page).question.getByRole('button', { name: 'Discard' }).click();
  await expect(strip).toBeHidden();
  await expect(frame(page).waiting).toContainText('No pending changes');
  clinic.faults.clear();
  await frame(page).syncNow.click();
  await expect(frame(page).status).toContainText('Up to date');
  expect(clinic.writeLog()).toEqual([]);
});
