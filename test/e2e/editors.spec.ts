import type { DemoServer } from '#main/demo/server.ts';
import { expect, test } from './fixtures.ts';
import { browser } from './screens/browser.ts';
import { editor, readDrafts } from './screens/editor.ts';
import { frame } from './screens/frame.ts';
import { SWEEP, inspect } from './sweep.ts';

const getPatient = (clinic: DemoServer): string =>
  String([...clinic.listResources('requisition')][0]?.['patient']);

test('A requisition is created by keyboard without a network and reaches the service once', async ({
  startApp,
  startClinic,
}) => {
  const clinic = await startClinic();
  const { page } = await startApp({ clinic });
  await expect(frame(page).status).toContainText('Up to date');
  await clinic.unplug();
  await frame(page).syncNow.click();
  await expect(frame(page).status).toContainText('Offline');
  await page.keyboard.press('n');
  const { heading, field, fillChoice, kept, press } = editor(page);
  await expect(heading).toHaveText('New requisition');
  await fillChoice('Patient', getPatient(clinic));
  await fillChoice('Ordering provider', clinic.userId);
  await fillChoice('Name', 'Ferritin, made offline');
  await press('Add a diagnosis');
  await fillChoice('Code', 'D50.9');
  await field('Description').fill('Iron deficiency anaemia');
  await expect(kept).toHaveText(/^Draft saved \d\d:\d\d$/);
  await page.keyboard.press('Control+s');
  await expect(browser(page).heading).toHaveText('Ferritin, made offline');
  await expect(frame(page).waiting).toContainText('1 pending change');
  expect(clinic.writeLog()).toEqual([]);

  await clinic.plugIn();
  await frame(page).syncNow.click();
  await expect(frame(page).waiting).toContainText('No pending changes');
  expect(clinic.writeLog().map(({ path, body }) => ({ path, body }))).toEqual([
    {
      path: '/v2/requisitions',
      body: {
        patient: getPatient(clinic),
        type: 'lab',
        ordering_provider: clinic.userId,
        name: 'Ferritin, made offline',
        share_with_patient: false,
        diagnoses: [{ code: 'D50.9', description: 'Iron deficiency anaemia' }],
      },
    },
  ]);
  await frame(page).goTo('Activity');
  await expect(page.getByRole('heading', { name: /^Drafts/ })).toBeHidden();
});

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

test('The editor passes the accessibility checks in every theme', SWEEP, async ({ startApp }) => {
  const { page } = await startApp();
  await browser(page).rows.first().waitFor();
  await page.keyboard.press('n');
  await editor(page).press('Add a script');
  await editor(page).press('Save requisition');
  await expect(editor(page).summary).toBeVisible();
  await inspect(page, 'editor');
});
