import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { browser } from './screens/browser.ts';
import { getId, openSent, pdf } from './screens/pdf.ts';

/** Finds words in the PDF by keyboard: they are coloured and in view, and Escape leads back. */
async function findIn(page: Page, words: string): Promise<void> {
  const { pane } = pdf(page);
  await pdf(page).button('Print').focus();
  await page.keyboard.press('Control+f');
  const field = pane.getByRole('textbox', { name: 'Find in this PDF' });
  await expect(field).toBeFocused();
  await field.fill(words);
  // The second is the one that screen readers are told, once the typing rests.
  await expect(pane.getByText(/^1 of \d+$/).nth(1)).toBeAttached();
  const colored = (): Promise<readonly string[]> =>
    page.evaluate(() => [...(CSS.highlights.get('pdf-current-match') ?? [])].map(String));
  await expect.poll(async () => (await colored()).join('').toUpperCase()).toBe(words);
  await page.keyboard.press('F3');
  await page.keyboard.press('Shift+Enter');
  await field.fill('no such words');
  await expect(pane.getByText('Nothing found.').first()).toBeVisible();
  expect(await colored()).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
  await expect(pdf(page).button('Print')).toBeFocused();
}

test('A PDF is fetched, shown with its text, and kept for when there is no network', async ({
  startApp,
  startClinic,
}) => {
  const clinic = await startClinic();
  const app = await startApp({ clinic });
  const name = await openSent(app.page);
  await pdf(app.page).press('Download the PDF');
  await expect(pdf(app.page).pages.first().locator('canvas')).toBeVisible();
  await expect(pdf(app.page).pages.first()).toContainText(getId(clinic, name));
  await findIn(app.page, getId(clinic, name).toUpperCase());
  const fetched = clinic.requests().filter(({ origin }) => origin === 'pdf');
  expect(fetched.length).toBeGreaterThan(0);
  for (const { hasAuthorization, hasJwt } of fetched)
    expect({ hasAuthorization, hasJwt }).toEqual({ hasAuthorization: false, hasJwt: false });

  clinic.faults.add({ match: {}, action: { kind: 'close' } });
  await app.restart();
  await browser(app.page).search.fill(name);
  await browser(app.page).open(name);
  await expect(pdf(app.page).pages.first()).toContainText(getId(clinic, name));
});
