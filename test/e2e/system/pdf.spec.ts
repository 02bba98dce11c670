import { expect, test } from '../fixtures.ts';
import { browser } from '../screens/browser.ts';
import { frame } from '../screens/frame.ts';
import { getId, openSent, pdf } from '../screens/pdf.ts';
import { SWEEP, inspect } from '../sweep.ts';

/** What a signed link leads to. */
const DOCUMENT = /^\/documents\//;

test('Without a network a PDF that is not here says so, and what to do', async ({
  startApp,
  startClinic,
}) => {
  test.slow();
  const clinic = await startClinic();
  const { page } = await startApp({ clinic });
  await openSent(page);
  clinic.faults.add({ match: {}, action: { kind: 'close' } });
  await pdf(page).press('Download the PDF');
  // It is tried a few times before it is given up.
  await expect(pdf(page).pane).toContainText('The service cannot be reached.');
  clinic.faults.clear();
  await frame(page).syncNow.click();
  await expect(frame(page).status).toContainText('Up to date');
  await pdf(page).press('Try again');
  await expect(pdf(page).pages.first().locator('canvas')).toBeVisible();
});

test('A PDF that is older than its record says so, and is fetched again', async ({
  startApp,
  startClinic,
}) => {
  const clinic = await startClinic();
  const { page } = await startApp({ clinic });
  const name = await openSent(page);
  await pdf(page).press('Download the PDF');
  await expect(pdf(page).pages.first().locator('canvas')).toBeVisible();
  clinic.otherUsers.updateRequisition(getId(clinic, name), { order_details: 'In the evening' });
  await frame(page).syncNow.click();
  await expect(pdf(page).pane).toContainText('The record has changed since this PDF was downloaded.');
  await pdf(page).press('Download again');
  await expect(pdf(page).pane).not.toContainText('The record has changed since this PDF was downloaded.');
  await expect(pdf(page).pages.first()).toContainText('In the evening');
});

test('Printing lays out every page, is noted, and finds old paper later', async ({
  startApp,
  startClinic,
}) => {
  const clinic = await startClinic();
  const { page } = await startApp({ clinic });
  const name = await openSent(page);
  await pdf(page).press('Download the PDF');
  await expect(pdf(page).pages.first().locator('canvas')).toBeVisible();
  // A printer that takes the pages and is still at it.
  await page.evaluate(() => {
    const print = async (): Promise<void> => {
      window.dispatchEvent(new Event('beforeprint'));
      const ended = new Promise((resolve) => window.addEventListener('afterprint', resolve, { once: true }));
      document.body.dataset['printing'] = 'yes';
      await ended;
      delete document.body.dataset['printing'];
    };
    Object.assign(window, { print });
  });
  const endPrint = async (): Promise<void> => {
    await expect(page.locator('body[data-printing]')).toBeAttached();
    await page.evaluate(() => void window.dispatchEvent(new Event('afterprint')));
  };
  await pdf(page).press('Print');
  const sheets = page.locator('[data-print="sheet"] img');
  await expect(sheets).toHaveCount(await pdf(page).pages.count());
  await page.emulateMedia({ media: 'print' });
  await expect(sheets.first()).toBeVisible();
  await expect(browser(page).heading).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await endPrint();
  await expect(sheets).toHaveCount(0);
  // Only the user knows whether the printer was let print: what was cancelled is not noted.
  const question = page.getByRole('alertdialog', { name: 'Was it printed?' });
  await question.getByRole('button', { name: 'No', exact: true }).click();
  await expect(question).toHaveCount(0);
  await expect(pdf(page).pane).not.toContainText('Printed');
  await pdf(page).press('Print');
  await expect(sheets).toHaveCount(await pdf(page).pages.count());
  await endPrint();
  await question.getByRole('button', { name: 'Yes' }).click();
  await pdf(page)
    .pane.getByRole('button', { name: /Print log/ })
    .click();
  await expect(pdf(page).pane.getByRole('listitem').filter({ hasText: 'Printed' })).toHaveCount(1);
  clinic.otherUsers.updateRequisition(getId(clinic, name), { order_details: 'Otherwise' });
  await frame(page).syncNow.click();
  await expect(pdf(page).pane).toContainText('Printed copies may be out of date.');
});

test('A print that the user cancels leaves nothing for the next one, and is not asked about', async ({
  startApp,
  host,
}) => {
  test.skip(host === 'electron', 'only the stand-in has a printer that a test steers');
  const { page } = await startApp({ printer: 'cancels' });
  await openSent(page);
  await pdf(page).press('Download the PDF');
  await expect(pdf(page).pages.first().locator('canvas')).toBeVisible();
  await page.evaluate(() => {
    const print = (): void => {
      document.body.dataset['printed'] = String(document.querySelectorAll('[data-print="sheet"] img').length);
    };
    Object.assign(window, { print });
  });
  await pdf(page).press('Print');
  await expect(page.locator('body')).toHaveAttribute('data-printed', /[1-9]/);
  await expect(page.locator('[data-print="sheet"]')).toHaveCount(0);
  await expect(pdf(page).button('Print')).toBeEnabled();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(pdf(page).pane).not.toContainText('did not report');
});

test('A viewer of which the system tells nothing counts as open, and the buttons work again', async ({
  startApp,
  host,
}) => {
  test.skip(host === 'electron', 'a viewer would open');
  const app = await startApp();
  await openSent(app.page);
  await pdf(app.page).press('Download the PDF');
  await expect(pdf(app.page).pages.first().locator('canvas')).toBeVisible();
  await pdf(app.page).press('Open');
  await expect(pdf(app.page).button('Open')).toBeDisabled();
  await expect(pdf(app.page).button('Open')).toBeEnabled();
  expect(app.output()).toMatch(/^open .*\.pdf$/m);
  await expect(pdf(app.page).pane).not.toContainText('no program');
});

test('What is no PDF is not kept, and the pane says what happened', async ({ startApp, startClinic }) => {
  const clinic = await startClinic();
  clinic.faults.add({
    match: { path: DOCUMENT },
    action: {
      kind: 'answer',
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: '<h1>Sign in</h1>',
    },
  });
  const { page } = await startApp({ clinic });
  await openSent(page);
  await pdf(page).press('Download the PDF');
  await expect(pdf(page).pane).toContainText('What the service sent is no PDF.');
  await expect(pdf(page).pages).toHaveCount(0);
});

/** A PDF with one page whose page tree claims this many, in a way that the viewer's own check accepts. */
function createLyingPdf(pages: number): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [3 0 R 4 0 R] /Count ${pages} >>`,
    `<< /Type /Pages /Parent 2 0 R /Kids [] /Count ${pages - 1} >>`,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj ${object} endobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`;
  return Buffer.from(
    `${text}${table}trailer << /Root 1 0 R /Size ${size} >>\nstartxref\n${text.length}\n%%EOF`,
  );
}

test('A PDF that claims four billion pages is not drawn, and the window goes on', async ({
  startApp,
  startClinic,
}) => {
  const clinic = await startClinic();
  const body = createLyingPdf(4_000_000_000);
  clinic.faults.add({
    match: { path: DOCUMENT },
    action: { kind: 'answer', status: 200, headers: { 'content-type': 'application/pdf' }, body },
  });
  const { page } = await startApp({ clinic });
  await openSent(page);
  await pdf(page).press('Download the PDF');
  await expect(pdf(page).pane).toContainText('more than 2,000 pages');
  await expect(pdf(page).pages).toHaveCount(0);
  await frame(page).goTo('Forms');
  await expect(page).toHaveTitle('Forms – Intray');
});

test(
  'A PDF beside its record passes the accessibility checks in every theme',
  SWEEP,
  async ({ startApp }) => {
    const { page } = await startApp();
    await openSent(page);
    await inspect(page, 'pdf-offered');
    await pdf(page).press('Download the PDF');
    await expect(pdf(page).pages.first().locator('canvas')).toBeVisible();
    await inspect(page, 'pdf');
    await pdf(page).press('Find');
    await pdf(page).pane.getByRole('textbox', { name: 'Find in this PDF' }).fill('the');
    await expect(pdf(page).pane.getByText(/^1 of /)).toBeAttached();
    await inspect(page, 'pdf-find');
    await pdf(page).pane.getByRole('textbox', { name: 'Find in this PDF' }).fill('no such words');
    await inspect(page, 'pdf-find-nothing');
  },
);
