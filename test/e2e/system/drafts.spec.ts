import type { Page } from 'playwright/test';
import { callBridge } from '../bridge.ts';
import { expect, test } from '../fixtures.ts';
import { browser } from '../screens/browser.ts';
import { editor, readDrafts } from '../screens/editor.ts';
import { chooseFormId, findAskedFormName, formAction, showForm } from '../screens/forms.ts';
import { frame } from '../screens/frame.ts';

/** What the one draft on the disk contains of lists with incomplete input. */
async function savedTyping(page: Page): Promise<unknown> {
  const drafts = await callBridge(page, 'drafts.list');
  const [first] = drafts.ok ? drafts.value.items : [];
  const stored = await callBridge(page, 'drafts.get', { key: first?.key ?? '["forms.create","none",""]' });
  return stored.ok ? (stored.value.draft?.fields['typing'] ?? {}) : {};
}

test('Unsaved input is restored exactly after a power cut', async ({ startApp, startClinic }) => {
  const clinic = await startClinic();
  const app = await startApp({ clinic });
  await browser(app.page).rows.first().waitFor();
  await app.page.keyboard.press('n');
  const typed = 'بول كامل, "before" breakfast — ';
  await editor(app.page).fillChoice('Name', typed);
  await editor(app.page).fillChoice('Patient', 'user_half');
  await expect.poll(() => readDrafts(app.page)).toContain('user_half');
  await app.kill();

  await app.start();
  await frame(app.page).goTo('Activity');
  await app.page.getByRole('button', { name: 'Continue' }).click();
  await expect(editor(app.page).field('Name')).toHaveValue(typed);
  await expect(editor(app.page).field('Patient')).toHaveValue('user_half');
  await expect(app.page.getByText(/This is your draft, saved/)).toBeVisible();
  await editor(app.page).press('Discard draft');
  await editor(app.page).question.getByRole('button', { name: 'Discard' }).click();
  await frame(app.page).goTo('Activity');
  await expect(app.page.getByRole('heading', { name: /^Drafts/ })).toBeHidden();
  expect(clinic.writeLog()).toEqual([]);
});

test('What is typed when Windows logs the user off is there at the next start', async ({
  startApp,
  startClinic,
  host,
}) => {
  test.skip(host === 'electron', 'only the stand-in logs off without logging off');
  const app = await startApp({ clinic: await startClinic() });
  await browser(app.page).rows.first().waitFor();
  await app.page.keyboard.press('n');
  await editor(app.page).field('Name').fill('Ferritin');
  await app.logOff();

  await app.start();
  await frame(app.page).goTo('Activity');
  await app.page.getByRole('button', { name: 'Continue' }).click();
  await expect(editor(app.page).field('Name')).toHaveValue('Ferritin');
});

test('Unsaved input of a form is restored exactly after a power cut', async ({ startApp, startClinic }) => {
  const clinic = await startClinic();
  const app = await startApp({ clinic });
  await showForm(app.page, findAskedFormName(clinic));
  await formAction(app.page, 'Ask patients').click();
  await chooseFormId(app.page, 'Patients to ask', 'user_anew1');
  await app.page.getByRole('combobox', { name: 'Patients to ask' }).fill('user_ha');
  await expect.poll(() => savedTyping(app.page)).toMatchObject({ ask: 'user_ha' });
  await app.kill();

  await app.start();
  await frame(app.page).goTo('Activity');
  await expect(app.page.getByRole('region', { name: /^Drafts/ })).toContainText(
    'Asking patients to complete a form',
  );
  await app.page.getByRole('button', { name: 'Continue' }).click();
  await expect(editor(app.page).heading).toHaveText('Ask patients');
  await expect(app.page.getByRole('combobox', { name: 'Patients to ask' })).toHaveValue('user_ha');
  await expect(app.page.getByRole('list', { name: 'Chosen: Patients to ask' })).toContainText('user_anew1');
  expect(clinic.writeLog()).toEqual([]);
});
