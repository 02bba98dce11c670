import { join, resolve } from 'node:path';
import { expect, test } from './fixtures.ts';
import { save } from './screens/outbox.ts';
import { browser } from './screens/browser.ts';
import { frame } from './screens/frame.ts';
import { settings } from './screens/settings.ts';
import { SWEEP } from './sweep.ts';

/**
 * The README's pictures are replaced only with INTRAY_SCREENSHOTS=1, so that a test run leaves the tree
 * clean.
 */
const FOLDER = resolve(
  import.meta.dirname,
  '../..',
  process.env['INTRAY_SCREENSHOTS'] === '1' ? '.github/screenshots' : 'test-results/pictures',
);

test('Pictures of the requisitions, the day and the inbox', SWEEP, async ({ startApp }) => {
  const { page } = await startApp({ onlyReads: true });
  const take = async (file: string): Promise<void> => {
    await page.mouse.move(0, 0);
    // A row that has the focus shows the whole of a text that is cut, over the record.
    await page.locator(':focus').blur();
    await expect(page.getByRole('tooltip')).toHaveCount(0);
    const picture = await page.screenshot({ path: join(FOLDER, file) });
    expect(picture.length).toBeGreaterThan(20_000);
  };
  await expect(frame(page).status).toContainText('Up to date');
  await frame(page).goTo('Day');
  await expect(page.getByText('Follow-up visit').first()).toBeVisible();
  await take('day.png');
  await frame(page).goTo('Inbox');
  await browser(page).open('Appointment scheduled');
  await take('inbox.png');
  for (const theme of ['Light', 'Dark'] as const) {
    await frame(page).goTo('Settings');
    await settings(page).choose('Theme', theme);
    await frame(page).goTo('Requisitions');
    await browser(page).open('Results received');
    const pdfPage = page.getByRole('region', { name: 'PDF', exact: true }).getByRole('figure').first();
    await expect(pdfPage).toContainText(/\w/);
    await take(`requisitions-${theme.toLowerCase()}.png`);
  }
});

test('A picture of the outbox with changes that need the user', SWEEP, async ({ startApp, startClinic }) => {
  const clinic = await startClinic();
  const { page } = await startApp({ clinic });
  await expect(frame(page).status).toContainText('Up to date');
  const id = String([...clinic.listResources('requisition')][0]?.['id']);
  clinic.faults.add({ match: {}, action: { kind: 'close' } });
  await save(page, 'requisitions.update', { id, name: 'Ferritin and transferrin' });
  await expect(frame(page).waiting).toContainText('1 pending change');
  clinic.faults.clear();
  clinic.otherUsers.updateRequisition(id, { name: 'Iron studies' });
  await frame(page).syncNow.click();
  await frame(page).goTo('Activity');
  await expect(page.getByText('Iron studies')).toBeVisible();
  await page.mouse.move(0, 0);
  const picture = await page.screenshot({ path: join(FOLDER, 'activity.png') });
  expect(picture.length).toBeGreaterThan(20_000);
});
