import { expect, test } from './fixtures.ts';
import { browser } from './screens/browser.ts';
import { frame } from './screens/frame.ts';
import { INSPECTED, SWEEP, inspect } from './sweep.ts';

test(
  'A local name is entered once, shown everywhere, found by search, and never sent',
  INSPECTED,
  async ({ startApp, startClinic }) => {
    const clinic = await startClinic();
    const requisition = [...clinic.listResources('requisition')][0];
    const patient = String(requisition?.['patient']);
    const { page } = await startApp({ clinic });
    const { search, rows, record, open } = browser(page);
    await expect(frame(page).status).toContainText('Up to date');
    clinic.faults.add({ match: {}, action: { kind: 'close' } });
    await search.fill(String(requisition?.['name']));
    await open(patient.slice(-5));
    await record.getByRole('button', { name: patient }).first().click();
    await page.getByRole('textbox', { name: 'Name on this computer' }).fill('Wanda Quill');
    await inspect(page, 'name');
    await page.getByRole('button', { name: 'Save name' }).click();
    await expect(record).toContainText(`Wanda Quill user_…${patient.slice(-5)}`);
    await search.fill('wanda q');
    await expect(rows.first()).toContainText('Wanda Quill');
    await search.fill('patient:"wanda quill"');
    await expect(rows.first()).toContainText('Wanda Quill');

    clinic.faults.clear();
    await frame(page).syncNow.click();
    await expect(frame(page).status).toContainText('Up to date');
    expect(JSON.stringify([clinic.writeLog(), clinic.requests()])).not.toContain('Wanda');
  },
);

test(
  'A table of names is imported, and its invalid lines are listed',
  SWEEP,
  async ({ startApp, startClinic }) => {
    const clinic = await startClinic();
    const patients = [
      ...new Set([...clinic.listResources('requisition')].map((each) => String(each['patient']))),
    ];
    const { page } = await startApp({ clinic });
    await frame(page).goTo('Names');
    await expect(page.getByText('No id has a name yet.')).toBeVisible();
    const table = [
      'id,name',
      `${patients[0]},"Quill, Wanda"`,
      'nobody,Ana',
      `${patients[1]},Łucja Żak`,
      'user_9',
    ];
    await page.locator('input[type=file]').setInputFiles({
      name: 'names.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(table.join('\r\n')),
    });
    await expect(page.getByText('2 ids without a name get one:')).toBeVisible();
    await inspect(page, 'names-import');
    await expect(page.getByText('Line 3: its first column is not an id')).toBeVisible();
    await expect(page.getByText('Line 5: it does not have the columns')).toBeVisible();
    await page.getByRole('button', { name: 'Import 2 names' }).click();
    await expect(page.getByText('2 names were imported.')).toBeVisible();
    const names = page.getByRole('region', { name: '2 names' }).getByRole('table');
    await expect(names).toContainText('Quill, Wanda');
    await inspect(page, 'names');
    await page.getByRole('searchbox').fill('żak');
    await expect(names).not.toContainText('Quill');
    await names.getByRole('button', { name: 'Change', exact: true }).click();
    await page.getByRole('textbox', { name: 'Name on this computer' }).fill('Łucja Nowak');
    await page.getByRole('button', { name: 'Change the name' }).click();
    await page.getByRole('searchbox').fill('nowak');
    await expect(names).toContainText('Łucja Nowak');
  },
);
