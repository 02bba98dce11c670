import { NEW_ORDER } from '../../support/builders.ts';
import { expect, test } from '../fixtures.ts';
import { accounts } from '../screens/accounts.ts';
import { frame } from '../screens/frame.ts';
import { save } from '../screens/outbox.ts';

const PASSPHRASE = 'correct horse battery';

test('Unsent changes leave with their export and come back by an import, and the service is asked first', async ({
  startApp,
  startClinic,
  keychain,
}) => {
  const clinic = await startClinic();
  const host = new URL(clinic.baseUrl).host;
  const app = await startApp({ baseUrl: clinic.baseUrl, keychain, savesAs: 'carried.intray-export' });
  const { page } = app;
  await accounts(page).signIn(clinic);
  await expect(frame(page).status).toContainText('Up to date');
  clinic.faults.add({ match: { method: 'POST', times: 1 }, action: { kind: 'close' } });
  clinic.faults.add({ match: { method: 'POST' }, action: { kind: 'answer', status: 503 } });
  await save(page, 'requisitions.create', { ...NEW_ORDER.data, name: 'Carried panel' });
  await frame(page).goTo('Accounts');
  await page.getByRole('button', { name: `Remove ${host}` }).click();
  const removal = page.getByRole('alertdialog');
  await expect(removal).toContainText('Carried panel');
  await removal.getByRole('button', { name: 'Export unsent changes' }).press('Enter');
  const dialog = page.getByRole('dialog');
  // Everything by the keyboard: the focus is on the first field, and Enter submits.
  await page.keyboard.type(PASSPHRASE);
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSPHRASE);
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('was read back, decrypted and compared');
  await expect(dialog).toContainText('carried.intray-export');
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Enter');
  const confirm = removal.getByRole('button', { name: 'Delete and keep the export' });
  await expect(confirm).toBeEnabled();
  await confirm.click();
  await expect(page.getByText(/ was removed from this computer\.$/)).toBeVisible();

  await accounts(page).signIn(clinic);
  await frame(page).goTo('Accounts');
  await page.getByRole('button', { name: `Import local data into ${host}` }).click();
  await page.keyboard.type(PASSPHRASE);
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('One change was added to the outbox. One may have reached');
  await page.keyboard.press('Enter');
  await frame(page).goTo('Activity');
  await expect(page.getByText('Carried panel').first()).toBeVisible();
});
