import { expect, test } from './fixtures.ts';
import { browser } from './screens/browser.ts';
import { frame } from './screens/frame.ts';

test('The first page is shown while the other pages are being fetched', async ({ startApp, startClinic }) => {
  const clinic = await startClinic({ requisitions: 1200 });
  clinic.listing = { order: 'updated-desc', limitCap: 50 };
  clinic.faults.add({
    match: { path: /requisitions\?.*offset=[1-9]/, skip: 3 },
    action: { kind: 'delay', ms: 3000 },
  });
  const { page } = await startApp({ clinic });
  await expect(browser(page).rows.first()).toBeVisible();
  await expect(frame(page).status).toContainText(/Syncing: .*Requisitions \d+ received/);
  await expect(browser(page).count).not.toHaveText('1,200 requisitions');
  clinic.faults.clear();
  await expect(browser(page).count).toHaveText('1,200 requisitions');
});

test('A sync that is killed keeps what had arrived, and the next one completes it', async ({
  startApp,
  startClinic,
}) => {
  const clinic = await startClinic({ requisitions: 900 });
  clinic.listing = { order: 'updated-desc', limitCap: 100 };
  clinic.faults.add({ match: { path: /requisitions\?.*offset=[1-9]/, skip: 2 }, action: { kind: 'stall' } });
  const app = await startApp({ clinic, ownProgram: true });
  await expect(browser(app.page).rows.first()).toBeVisible();
  await app.kill();

  await app.start();
  const { rows, count, open } = browser(app.page);
  await expect(rows.first()).toBeVisible();
  await open();
  clinic.faults.clear();
  await frame(app.page)
    .status.getByRole('button', { name: /^(Stop syncing|Sync now)$/ })
    .click();
  await frame(app.page).syncNow.click();
  await expect(count).toHaveText('900 requisitions');
  await expect(frame(app.page).status).toContainText('Up to date');
});

test('A sync can be stopped, and what had arrived stays', async ({ startApp, startClinic }) => {
  const clinic = await startClinic({ requisitions: 300 });
  clinic.listing = { order: 'updated-desc', limitCap: 50 };
  clinic.faults.add({ match: { path: /requisitions\?.*offset=[1-9]/, skip: 2 }, action: { kind: 'stall' } });
  const { page } = await startApp({ clinic });
  await expect(browser(page).rows.first()).toBeVisible();
  await frame(page).status.getByRole('button', { name: 'Stop syncing' }).click();
  await expect(frame(page).syncNow).toBeVisible();
  await browser(page).open();
});
