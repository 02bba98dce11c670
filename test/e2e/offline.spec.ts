import { expect, test } from './fixtures.ts';
import { browser } from './screens/browser.ts';
import { frame } from './screens/frame.ts';

test('Without a network Intray lists, searches and opens as before', async ({ startApp, startClinic }) => {
  const clinic = await startClinic();
  const { page } = await startApp({ clinic });
  const { count, search, open, heading, rows } = browser(page);
  await expect(count).toHaveText('60 requisitions');
  await expect(frame(page).status).toContainText('Up to date');
  await clinic.close();

  await frame(page).syncNow.click();
  await expect(frame(page).status).toContainText('Offline');
  await expect(frame(page).status).toContainText('Records as of');
  await expect(count).toHaveText('60 requisitions');
  const row = await open();
  expect(row).toContain(await heading.textContent());
  const name = (await heading.textContent()) ?? '';
  await search.fill(name.slice(0, 4));
  await expect(rows.first()).toBeVisible();
  await frame(page).goTo('Forms');
  await expect(count).toHaveText('8 forms');
});

test('Intray starts without a network and shows the cached records', async ({ startApp, startClinic }) => {
  const clinic = await startClinic();
  const app = await startApp({ clinic, ownProgram: true });
  await expect(frame(app.page).status).toContainText('Up to date');
  await clinic.close();
  await app.restart();
  const { count, open } = browser(app.page);
  await expect(count).toHaveText('60 requisitions');
  await open();
  await expect(frame(app.page).status).toContainText('Offline');
});

test('When the service responds again, Intray is online by the next sync', async ({
  startApp,
  startClinic,
}) => {
  const clinic = await startClinic();
  const { page } = await startApp({ clinic });
  await expect(frame(page).status).toContainText('Up to date');
  clinic.faults.add({ match: {}, action: { kind: 'close' } });
  await frame(page).syncNow.click();
  await expect(frame(page).status).toContainText('Offline');
  clinic.faults.clear();
  await frame(page).syncNow.click();
  await expect(frame(page).status).toContainText('Online');
  await expect(frame(page).status).toContainText('Up to date');
});
