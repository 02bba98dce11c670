import { expect, test } from './fixtures.ts';
import { browser } from './screens/browser.ts';
import { typeDay } from './screens/date-field.ts';
import { frame } from './screens/frame.ts';
import { INSPECTED, inspect } from './sweep.ts';

/** The patient with the most requisitions. */
function busiest(requisitions: readonly Readonly<Record<string, unknown>>[]): string {
  const byPatient = Map.groupBy(requisitions, (each) => String(each['patient']));
  return [...byPatient].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? '';
}

test(
  'Everything about a patient is on one screen and links to the records, also offline',
  INSPECTED,
  async ({ startApp, startClinic }) => {
    const clinic = await startClinic({ requisitions: 80, patients: 10 });
    const requisitions = [...clinic.listResources('requisition')];
    const patient = busiest(requisitions);
    const mine = requisitions.filter((each) => each['patient'] === patient);
    const { page } = await startApp({ clinic });
    const { search, count, record, heading, open } = browser(page);
    await expect(frame(page).status).toContainText('Up to date');
    clinic.faults.add({ match: {}, action: { kind: 'close' } });
    await search.fill(`patient:${patient}`);
    await expect(count).toHaveText(`${mine.length} requisitions`);
    await open();
    await record.getByRole('button', { name: 'All records of this patient' }).click();

    const found = page.getByRole('region', { name: /^Requisitions/ });
    await expect(found.getByRole('listitem')).toHaveCount(mine.length);
    await inspect(page, 'patient');
    const name = String(mine.at(-1)?.['name']);
    await found.getByRole('button', { name }).first().click();
    await expect(heading).toHaveText(name);
    await record.getByRole('button', { name: patient }).first().click();
    await page.getByRole('button', { name: 'Show all records of this id' }).click();
    await page.getByRole('main').getByRole('button', { name: 'Back' }).click();
    await expect(heading).toHaveText(name);
  },
);

test(
  'What another user changed since the record was last viewed is shown field by field',
  INSPECTED,
  async ({ startApp, startClinic }) => {
    const clinic = await startClinic();
    const id = String([...clinic.listResources('requisition')][0]?.['id']);
    const other = String([...clinic.listResources('requisition')][1]?.['name']);
    const name = String([...clinic.listResources('requisition')][0]?.['name']);
    const { page } = await startApp({ clinic });
    const { search, record, rows, open } = browser(page);
    await expect(frame(page).status).toContainText('Up to date');
    await search.fill(name);
    await open(name);
    // A record counts as viewed after a moment on screen, so the first round may be too quick.
    await expect
      .poll(async () => {
        clinic.otherUsers.updateRequisition(id, { order_details: `Fasting, please ${Date.now()}` });
        await search.fill(other);
        await open(other);
        await frame(page).syncNow.click();
        await expect(frame(page).status).toContainText('Up to date');
        await search.fill(name);
        await open(name);
        const strip = record.getByText(/Changed since you last viewed it on/);
        return strip.waitFor({ timeout: 3_000 }).then(
          () => true,
          () => false,
        );
      })
      .toBe(true);
    await record.getByText(/Changed since you last viewed it on/).click();
    await expect(record.getByRole('table').filter({ hasText: 'Order details' }).first()).toContainText(
      'Fasting, please',
    );
    await inspect(page, 'changes');
    await expect(rows.first()).toBeVisible();
  },
);

test(
  'A record is marked for follow-up, and the mark survives a restart',
  INSPECTED,
  async ({ startApp, startClinic }) => {
    const clinic = await startClinic();
    const app = await startApp({ clinic });
    const { page } = app;
    const { record, open } = browser(page);
    await expect(frame(page).status).toContainText('Up to date');
    const name = String([...clinic.listResources('requisition')][0]?.['name']);
    await open(name);
    await record.getByRole('button', { name: 'Follow up' }).click();
    await typeDay(page, 'Remind me on', '2020-02-03');
    await page.getByLabel('Note').fill('Called the lab');
    await page.getByRole('button', { name: 'Save follow-up' }).click();
    await expect(record.getByText(/Reminder of 3 Feb 2020 is due/)).toBeVisible();
    await expect(record.getByText('Called the lab')).toBeVisible();
    await inspect(page, 'follow-up');

    await app.restart();
    const after = browser(app.page);
    await after.open(name);
    await expect(after.record.getByText(/Reminder of 3 Feb 2020 is due/)).toBeVisible();
    await expect(after.record.getByText('Called the lab')).toBeVisible();
  },
);

test('An open record prints as a clean page, whatever the theme', async ({ startApp }) => {
  const { page } = await startApp({ onlyReads: true });
  const { record, open, heading } = browser(page);
  await open();
  const name = (await heading.textContent()) ?? '';
  await page.evaluate(() => {
    window.print = () => {
      document.body.dataset['printed'] = 'yes';
    };
  });
  await page.keyboard.press('Control+p');
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(heading).toHaveText(name);
  await expect(record.getByText(/^As of /)).toBeVisible();
  await expect(page.getByRole('navigation')).toBeHidden();
  await expect(page.getByRole('listbox')).toBeHidden();
  await expect(page.getByRole('contentinfo').filter({ hasText: 'Online' })).toBeHidden();
  await expect(record.getByRole('button', { name: 'Edit' })).toBeHidden();
  const pdf = await page.pdf({ format: 'A4' });
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
});
