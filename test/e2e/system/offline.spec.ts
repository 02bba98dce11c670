import { expect, test } from '../fixtures.ts';
import { browser } from '../screens/browser.ts';
import { frame } from '../screens/frame.ts';

test('Intray starts without a network and shows the cached records', async ({ startApp, startClinic }) => {
  const clinic = await startClinic();
  const app = await startApp({ clinic });
  await expect(frame(app.page).status).toContainText('Up to date');
  await clinic.close();
  await app.restart();
  const { count, open } = browser(app.page);
  await expect(count).toHaveText('60 requisitions');
  await open();
  await expect(frame(app.page).status).toContainText('Offline');
});
