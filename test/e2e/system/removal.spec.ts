import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { NEW_ORDER } from '../../support/builders.ts';
import { expect, test } from '../fixtures.ts';
import { accounts } from '../screens/accounts.ts';
import { browser } from '../screens/browser.ts';
import { frame } from '../screens/frame.ts';
import { save } from '../screens/outbox.ts';

test('An account is removed after each unsent change was named; a sign-out keeps its address', async ({
  startApp,
  startClinic,
  keychain,
}) => {
  const clinic = await startClinic();
  const host = new URL(clinic.baseUrl).host;
  const app = await startApp({ baseUrl: clinic.baseUrl, keychain });
  const { page } = app;
  const folders = (): readonly string[] => readdirSync(join(app.dataDir, 'accounts'));
  await accounts(page).signIn(clinic);
  await expect(frame(page).status).toContainText('Up to date');
  await frame(page).goTo('Accounts');
  await page.getByRole('button', { name: `Sign out of ${host}` }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('All changes are on the service.');
  await dialog.getByRole('button', { name: 'Sign out and delete' }).click();
  await expect(page.getByText(`You are signed out of ${host}`)).toBeVisible();
  await expect(page.getByRole('button', { name: `Open ${host}` })).toBeVisible();
  expect(folders()).toEqual([]);

  await accounts(page).signIn(clinic);
  await frame(page).goTo('Requisitions');
  await expect(browser(page).count).toHaveText('60 requisitions');
  clinic.faults.add({ match: { method: 'POST' }, action: { kind: 'answer', status: 422 } });
  await save(page, 'requisitions.create', { ...NEW_ORDER.data, name: 'Unsent panel' });
  await frame(page).goTo('Accounts');
  await page.getByRole('button', { name: `Remove ${host}` }).click();
  const confirm = dialog.getByRole('button', { name: 'Discard one change and delete' });
  await expect(confirm).toBeDisabled();
  await dialog.getByRole('checkbox', { name: /Unsent panel/ }).check();
  await confirm.click();
  await expect(page.getByText(/ was removed from this computer\.$/)).toBeVisible();
  await expect(page.getByRole('button', { name: `Remove ${host}` })).toHaveCount(0);
  expect(folders()).toEqual([]);
  expect(existsSync(join(app.dataDir, 'removals.json'))).toBe(true);
});
