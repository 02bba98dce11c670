import type { Page } from 'playwright/test';
import type { DemoServer } from '#main/demo/server.ts';
import { callBridge } from './bridge.ts';
import { expect, test } from './fixtures.ts';
import { editor } from './screens/editor.ts';
import { askedFor, formAction, getForms, showForm } from './screens/forms.ts';
import { frame } from './screens/frame.ts';
import { SWEEP, inspect } from './sweep.ts';

/** The name of the form that has completion requests and that everyone may use. */
function askedForm(clinic: DemoServer): string {
  const asked = getForms(clinic).find((form) => askedFor(form).length > 1);
  return String(asked?.['name']);
}

/** Types into a list of ids and confirms it. */
async function choose(page: Page, label: string, typed: string): Promise<void> {
  const field = page.getByRole('combobox', { name: label });
  await field.fill(typed);
  await field.press('Enter');
}

/** What the one draft on the disk contains of lists with incomplete input. */
async function savedTyping(page: Page): Promise<unknown> {
  const drafts = await callBridge(page, 'drafts.list');
  const [first] = drafts.ok ? drafts.value.items : [];
  const stored = await callBridge(page, 'drafts.get', { key: first?.key ?? '["forms.create","none",""]' });
  return stored.ok ? (stored.value.draft?.fields['typing'] ?? {}) : {};
}

test('Unsaved input of a form is restored exactly after a power cut', async ({ startApp, startClinic }) => {
  const clinic = await startClinic();
  const app = await startApp({ clinic });
  await showForm(app.page, askedForm(clinic));
  await formAction(app.page, 'Ask patients').click();
  await choose(app.page, 'Patients to ask', 'user_anew1');
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

test(
  'The form editors pass the accessibility checks in every theme',
  SWEEP,
  async ({ startApp, startClinic }) => {
    const clinic = await startClinic();
    const { page } = await startApp({ clinic });
    await showForm(page, askedForm(clinic));
    await inspect(page, 'form');
    await formAction(page, 'Ask patients').click();
    await choose(page, 'Patients to ask', 'user_anew1 fac_1');
    await inspect(page, 'form-asks');
    await page.keyboard.press('Escape');
    await formAction(page, 'Edit').click();
    await page.getByText('Some', { exact: true }).click();
    await choose(page, 'Specializations', 'cardiology');
    await inspect(page, 'form-editor');
  },
);
