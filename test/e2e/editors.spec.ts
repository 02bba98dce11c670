import type { DemoServer } from '#main/demo/server.ts';
import { expect, test } from './fixtures.ts';
import { browser } from './screens/browser.ts';
import { editor } from './screens/editor.ts';
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

test('The editor passes the accessibility checks in every theme', SWEEP, async ({ startApp }) => {
  const { page } = await startApp();
  await browser(page).rows.first().waitFor();
  await page.keyboard.press('n');
  await editor(page).press('Add a script');
  await editor(page).press('Save requisition');
  await expect(editor(page).summary).toBeVisible();
  await inspect(page, 'editor');
});
