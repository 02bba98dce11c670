import type { Page } from 'playwright/test';
import type { DemoServer } from '#main/demo/server.ts';
import { barriersInAnyTheme } from './barriers.ts';
import { callBridge } from './bridge.ts';
import { expect, test } from './fixtures.ts';
import { browser } from './screens/browser.ts';
import { editor } from './screens/editor.ts';
import {
  arrive,
  askedFor,
  cut,
  formAction,
  formNamed,
  getForms,
  getSent,
  showForm,
} from './screens/forms.ts';
import { frame } from './screens/frame.ts';

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

test('A form is created without a network', async ({ startApp, startClinic }) => {
  const clinic = await startClinic();
  const { page } = await startApp({ clinic });
  await expect(frame(page).status).toContainText('Up to date');
  await cut(page, clinic);
  await frame(page).goTo('Forms');
  await page.keyboard.press('n');
  const { heading, field, kept } = editor(page);
  await expect(heading).toHaveText('New form');
  await field('Name').fill('Headache diary');
  await field('Description').fill('Two weeks before the visit.');
  await expect(kept).toHaveText(/^Draft saved \d\d:\d\d$/);
  await field('Name').press('Control+Enter');
  await expect(browser(page).heading).toHaveText('Headache diary');
  await arrive(page, clinic);
  expect(getSent(clinic)).toEqual([
    {
      what: 'POST /v2/forms',
      body: { name: 'Headache diary', description: 'Two weeks before the visit.' },
    },
  ]);
  expect(formNamed(clinic, 'Headache diary')['usable_by']).toMatchObject({ usable_by_all: true });
});

test('Completion requests are made and withdrawn without a network', async ({ startApp, startClinic }) => {
  const clinic = await startClinic();
  const name = askedForm(clinic);
  const [withdrawn = '', ...others] = askedFor(formNamed(clinic, name));
  const { page } = await startApp({ clinic });
  await expect(frame(page).status).toContainText('Up to date');
  await cut(page, clinic);
  await showForm(page, name);
  await formAction(page, 'Ask patients').click();
  await choose(page, 'Patients to ask', `user_anew1, user_anew2 fac_1 ${withdrawn}`);
  const field = page.getByRole('combobox', { name: 'Patients to ask' });
  await expect(field).toHaveValue(`fac_1 ${withdrawn}`);
  await expect(page.getByText(`${withdrawn} is already asked.`)).toBeVisible();
  await expect(
    page.getByText('fac_1 is another kind of id: this field needs an id that starts with user_.'),
  ).toBeVisible();
  await field.fill('');
  await field.press('Tab');
  await page.getByRole('button', { name: `Withdraw request: ${withdrawn}` }).click();
  await editor(page).press('Ask 2 patients, withdraw one request');
  await expect(browser(page).heading).toHaveText(name);
  await arrive(page, clinic);
  expect(getSent(clinic).map(({ what }) => what)).toEqual(['POST /v2/forms/:id']);
  expect([...askedFor(formNamed(clinic, name))].sort()).toEqual(
    [...others, 'user_anew1', 'user_anew2'].sort(),
  );
});

/** What the one draft on the disk contains of lists with incomplete input. */
async function savedTyping(page: Page): Promise<unknown> {
  const drafts = await callBridge(page, 'drafts.list');
  const [first] = drafts.ok ? drafts.value.items : [];
  const stored = await callBridge(page, 'drafts.get', { key: first?.key ?? '["forms.create","none",""]' });
  return stored.ok ? (stored.value.draft?.fields['typing'] ?? {}) : {};
}

test('Unsaved input of a form is restored exactly after a power cut', async ({ startApp, startClinic }) => {
  const clinic = await startClinic();
  const app = await startApp({ clinic, ownProgram: true });
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

test('Errors of a form are shown beside the field and in a summary', async ({ startApp, startClinic }) => {
  const clinic = await startClinic();
  const { page } = await startApp({ clinic });
  await frame(page).goTo('Forms');
  await browser(page).rows.first().waitFor();
  await page.getByRole('button', { name: 'New form' }).click();
  await editor(page).field('Description').fill('x'.repeat(100_000));
  await editor(page).press('Save form');
  const { summary, field } = editor(page);
  await expect(summary).toBeFocused();
  await expect(summary).toContainText('Enter a name.');
  await expect(summary).toContainText('The description has 100,000 characters.');
  await summary.getByRole('button', { name: 'Description' }).click();
  await expect(field('Description')).toBeFocused();
  expect(clinic.writeLog()).toEqual([]);
});

test('The form editors pass the accessibility checks in every theme', async ({ startApp, startClinic }) => {
  const clinic = await startClinic();
  const { page } = await startApp({ clinic });
  await showForm(page, askedForm(clinic));
  expect(await barriersInAnyTheme(page)).toEqual([]);
  await formAction(page, 'Ask patients').click();
  await choose(page, 'Patients to ask', 'user_anew1 fac_1');
  expect(await barriersInAnyTheme(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await formAction(page, 'Edit').click();
  await page.getByText('Some', { exact: true }).click();
  await choose(page, 'Specializations', 'cardiology');
  expect(await barriersInAnyTheme(page)).toEqual([]);
});
