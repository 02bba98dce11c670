import type { Page } from 'playwright/test';
import type { Sandbox } from '#main/demo/server.ts';
import { barriersInAnyTheme } from './barriers.ts';
import { expect, test } from './fixtures.ts';
import { activity } from './screens/outbox.ts';
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

const SETS = { medical_centers: [], specializations: [], peer_groups: [], individuals: [] };

/** The name of the form that has completion requests and that everyone may use. */
function askedForm(clinic: Sandbox): string {
  const asked = getForms(clinic).find((form) => askedFor(form).length > 1);
  return String(asked?.['name']);
}

/** Types into a list of ids and confirms it. */
async function choose(page: Page, label: string, typed: string): Promise<void> {
  const field = page.getByRole('combobox', { name: label });
  await field.fill(typed);
  await field.press('Enter');
}

for (const isOffline of [false, true]) {
  const where = isOffline ? 'without a network' : 'with a network';

  test(`A form is created, ${where}`, async ({ startApp, startClinic }) => {
    const clinic = await startClinic();
    const { page } = await startApp({ clinic });
    await expect(frame(page).status).toContainText('Up to date');
    await cut(page, clinic, isOffline);
    await frame(page).goTo('Forms');
    await page.keyboard.press('n');
    const { heading, field, kept } = editor(page);
    await expect(heading).toHaveText('New form');
    await field('Name').fill('Headache diary');
    await field('Description').fill('Two weeks before the visit.');
    await expect(kept).toHaveText(/^Draft saved \d\d:\d\d$/);
    await field('Name').press('Control+Enter');
    await expect(browser(page).heading).toHaveText('Headache diary');
    await arrive(page, clinic, isOffline);
    expect(getSent(clinic)).toEqual([
      {
        what: 'POST /v2/forms',
        body: { name: 'Headache diary', description: 'Two weeks before the visit.' },
      },
    ]);
    expect(formNamed(clinic, 'Headache diary')['usable_by']).toMatchObject({ usable_by_all: true });
  });

  test(`Only the changed fields of a form are sent, ${where}`, async ({ startApp, startClinic }) => {
    const clinic = await startClinic();
    const name = String(getForms(clinic)[0]?.['name']);
    const { page } = await startApp({ clinic });
    await expect(frame(page).status).toContainText('Up to date');
    await cut(page, clinic, isOffline);
    await showForm(page, name);
    await formAction(page, 'Edit').click();
    const hasUnpublished = formNamed(clinic, name)['has_unpublished_changes'] === true;
    await editor(page).field('Description').fill('Asked at every visit.');
    await page
      .getByText(
        hasUnpublished
          ? 'Patients see the latest version'
          : 'The latest version has changes that patients cannot see yet',
      )
      .click();
    await editor(page).press('Save changes');
    await expect(browser(page).record).toContainText('Asked at every visit.');
    await arrive(page, clinic, isOffline);
    expect(getSent(clinic)).toEqual([
      {
        what: 'POST /v2/forms/:id',
        body: { description: 'Asked at every visit.', has_unpublished_changes: !hasUnpublished },
      },
    ]);
  });

  test(`A form is restricted to some users, and the editor says which asked patients that excludes, ${where}`, async ({
    startApp,
    startClinic,
  }) => {
    const clinic = await startClinic();
    const name = askedForm(clinic);
    const asked = askedFor(formNamed(clinic, name));
    const [first = ''] = asked;
    const { page } = await startApp({ clinic });
    await expect(frame(page).status).toContainText('Up to date');
    await cut(page, clinic, isOffline);
    await showForm(page, name);
    await formAction(page, 'Edit').click();
    await page.getByText('Some', { exact: true }).click();
    await editor(page).press('Save changes');
    await expect(editor(page).summary).toContainText('No one could use this form.');
    await choose(page, 'Individuals', first);
    const left = page.getByRole('complementary').filter({ hasText: 'can no longer use it' });
    await expect(left.getByRole('listitem')).toHaveCount(asked.length - 1);
    await choose(page, 'Medical centers', 'mctr_north1');
    await expect(page.getByText('Whether they can still use it depends on the other limits.')).toBeVisible();
    await editor(page).press('Save changes');
    await expect(browser(page).heading).toHaveText(name);
    await arrive(page, clinic, isOffline);
    expect(getSent(clinic)).toEqual([
      {
        what: 'POST /v2/forms/:id',
        body: {
          usable_by: {
            usable_by_all: false,
            usable_by: { ...SETS, medical_centers: ['mctr_north1'], individuals: [first] },
          },
        },
      },
    ]);
  });

  test(`A form is published once, ${where}`, async ({ startApp, startClinic }) => {
    const clinic = await startClinic();
    const name = askedForm(clinic);
    const { latest_version: latest } = formNamed(clinic, name);
    const { page } = await startApp({ clinic });
    await expect(frame(page).status).toContainText('Up to date');
    await cut(page, clinic, isOffline);
    await showForm(page, name);
    await formAction(page, /^Publish/).click();
    const { question } = activity(page);
    await expect(question).toContainText(String(latest));
    await expect(question).toContainText(/\d+ patients are asked to complete it/);
    await question.getByRole('button', { name: /^Publish/ }).click();
    if (isOffline) {
      await formAction(page, 'Publishing: Saved here').click();
      await expect(activity(page).write('Publishing a form')).toContainText('Saved here');
    }
    await arrive(page, clinic, isOffline);
    expect(getSent(clinic)).toEqual([{ what: 'POST /v2/forms/:id/publish', body: {} }]);
    expect(formNamed(clinic, name)['published_version']).toBe(latest);
  });

  test(`A form is deleted by name, and disappears once the service confirms it, ${where}`, async ({
    startApp,
    startClinic,
  }) => {
    const clinic = await startClinic();
    const name = askedForm(clinic);
    const count = getForms(clinic).length;
    const { page } = await startApp({ clinic });
    await expect(frame(page).status).toContainText('Up to date');
    await cut(page, clinic, isOffline);
    await showForm(page, name);
    await formAction(page, 'Delete').click();
    await expect(activity(page).question).toContainText(name);
    await expect(activity(page).question).toContainText(/\d+ open requests are withdrawn/);
    await activity(page).question.getByRole('button', { name: 'Delete the form' }).click();
    if (isOffline) {
      await expect(browser(page).record).toContainText('Deleting a form');
      await expect(browser(page).rows.filter({ hasText: name })).toContainText('Saved here');
      await formAction(page, 'Undo the deletion').click();
      await expect(frame(page).waiting).toContainText('No pending changes');
      await formAction(page, 'Delete').click();
      await activity(page).question.getByRole('button', { name: 'Delete the form' }).click();
    }
    await arrive(page, clinic, isOffline);
    expect(getSent(clinic).map(({ what }) => what)).toEqual(['DELETE /v2/forms/:id']);
    expect(getForms(clinic)).toHaveLength(count - 1);
    await expect(browser(page).rows.filter({ hasText: name })).toHaveCount(0);
  });

  test(`Completion requests are made and withdrawn, ${where}`, async ({ startApp, startClinic }) => {
    const clinic = await startClinic();
    const name = askedForm(clinic);
    const [withdrawn = '', ...others] = askedFor(formNamed(clinic, name));
    const { page } = await startApp({ clinic });
    await expect(frame(page).status).toContainText('Up to date');
    await cut(page, clinic, isOffline);
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
    await arrive(page, clinic, isOffline);
    expect(getSent(clinic).map(({ what }) => what)).toEqual(['POST /v2/forms/:id']);
    expect([...askedFor(formNamed(clinic, name))].sort()).toEqual(
      [...others, 'user_anew1', 'user_anew2'].sort(),
    );
  });
}

/** What the one draft on the disk contains of lists with incomplete input. */
async function savedTyping(page: Page): Promise<unknown> {
  return page.evaluate(async () => {
    type Answer = { value?: { items?: { key: string }[]; draft?: { fields: { typing?: unknown } } } };
    const { intray } = window as unknown as {
      intray: { call: Record<string, (input: unknown) => Promise<Answer>> };
    };
    const drafts = await intray.call['drafts.list']?.({});
    const [first] = drafts?.value?.items ?? [];
    const kept = await intray.call['drafts.get']?.({ key: first?.key ?? '["forms.create","none",""]' });
    return kept?.value?.draft?.fields.typing ?? {};
  });
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

test('Changes of two users to different fields of a form are both kept', async ({
  startApp,
  startClinic,
}) => {
  const clinic = await startClinic();
  const name = askedForm(clinic);
  const id = String(formNamed(clinic, name)['id']);
  const { page } = await startApp({ clinic });
  await expect(frame(page).status).toContainText('Up to date');
  await cut(page, clinic, true);
  await showForm(page, name);
  await formAction(page, 'Edit').click();
  await editor(page).field('Description').fill('Mine.');
  await editor(page).press('Save changes');
  await expect(frame(page).waiting).toContainText('1 pending change');
  clinic.otherUsers.updateForm(id, { name: 'Theirs' });
  await clinic.plugIn();
  await frame(page).syncNow.click();
  await expect(frame(page).waiting).toContainText('No pending changes');
  expect(formNamed(clinic, 'Theirs')['description']).toBe('Mine.');
});

test('Changes of two users to the allowed users of a form lead to a question', async ({
  startApp,
  startClinic,
}) => {
  const clinic = await startClinic();
  const name = askedForm(clinic);
  const id = String(formNamed(clinic, name)['id']);
  const { page } = await startApp({ clinic });
  await expect(frame(page).status).toContainText('Up to date');
  await cut(page, clinic, true);
  await showForm(page, name);
  await formAction(page, 'Edit').click();
  await page.getByText('Some', { exact: true }).click();
  await choose(page, 'Individuals', 'user_mine1');
  await editor(page).press('Save changes');
  await expect(frame(page).waiting).toContainText('1 pending change');
  clinic.otherUsers.updateForm(id, {
    usable_by: { usable_by_all: false, usable_by: { ...SETS, peer_groups: ['pgrp_theirs1'] } },
  });
  await clinic.plugIn();
  await frame(page).syncNow.click();
  await frame(page).goTo('Activity');
  const write = activity(page).write('Another user changed the same field');
  await expect(write).toContainText('user_mine1');
  await expect(write).toContainText('pgrp_theirs1');
  await expect(write).not.toContainText('usable_by');
  await write.getByText('Keep mine', { exact: true }).click();
  await write.getByRole('button', { name: 'Apply these choices' }).click();
  await expect(frame(page).waiting).toContainText('No pending changes');
  expect(formNamed(clinic, name)['usable_by']).toMatchObject({ usable_by: { individuals: ['user_mine1'] } });
});

test('A form that changes while it is edited shows that it has changed', async ({
  startApp,
  startClinic,
}) => {
  const clinic = await startClinic();
  const name = askedForm(clinic);
  const { page } = await startApp({ clinic });
  await expect(frame(page).status).toContainText('Up to date');
  await showForm(page, name);
  await formAction(page, 'Edit').click();
  await editor(page).field('Name').fill('Mine');
  clinic.otherUsers.updateForm(String(formNamed(clinic, name)['id']), {
    name: 'Theirs',
    description: 'New.',
  });
  await frame(page).syncNow.click();
  await expect(page.getByText(/The record has changed since you began: Name/)).toBeVisible();
  await expect(editor(page).field('Name')).toHaveValue('Mine');
  await expect(editor(page).field('Description')).toHaveValue('New.');
});

test('Publishing a form that was deleted by another client asks; deleting one counts as done', async ({
  startApp,
  startClinic,
}) => {
  const clinic = await startClinic();
  const name = askedForm(clinic);
  const other = String(getForms(clinic).find((form) => form['name'] !== name)?.['name']);
  const { page } = await startApp({ clinic });
  await expect(frame(page).status).toContainText('Up to date');
  await cut(page, clinic, true);
  await showForm(page, name);
  await formAction(page, /^Publish/).click();
  await activity(page)
    .question.getByRole('button', { name: /^Publish/ })
    .click();
  await showForm(page, other);
  await formAction(page, 'Delete').click();
  await activity(page).question.getByRole('button', { name: 'Delete the form' }).click();
  await expect(frame(page).waiting).toContainText('2 pending changes');
  for (const gone of [name, other]) clinic.otherUsers.deleteForm(String(formNamed(clinic, gone)['id']));
  await clinic.plugIn();
  await frame(page).syncNow.click();
  await frame(page).goTo('Activity');
  await expect(activity(page).write('Publishing a form')).toContainText('no longer on the service');
  await expect(activity(page).acknowledged.filter({ hasText: other })).toContainText(
    'Already on the service',
  );
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
