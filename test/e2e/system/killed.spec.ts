import { expect, test } from '../fixtures.ts';
import { browser } from '../screens/browser.ts';
import { frame } from '../screens/frame.ts';

test('A sync that is killed keeps what had arrived, and the next one completes it', async ({
  startApp,
  startClinic,
}) => {
  const clinic = await startClinic({ requisitions: 900 });
  clinic.listing = { order: 'updated-desc', limitCap: 100 };
  clinic.faults.add({ match: { path: /requisitions\?.*offset=[1-9]/, skip: 2 }, action: { kind: 'stall' } });
  const app = await startApp({ clinic });
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
