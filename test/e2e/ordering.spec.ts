/** Work for a known patient by keyboard, counted. */
import { expect, test } from './fixtures.ts';
import { browser } from './screens/browser.ts';

test('An order for a known patient takes at most 20 keys', async ({ startApp }) => {
  const { page } = await startApp();
  await expect(browser(page).rows.first()).toBeVisible();
  let keys = 0;
  const press = async (key: string): Promise<void> => {
    keys += 1;
    await page.keyboard.press(key);
  };
  const type = async (letters: string): Promise<void> => {
    for (const letter of letters) await press(letter);
  };
  /** Waits for a suggestion that matches, then takes the first one. */
  const takeFirst = async (words: RegExp): Promise<void> => {
    await expect(page.getByRole('option').first()).toContainText(words);
    await press('ArrowDown');
    await press('Enter');
  };
  await press('n');
  await expect(page.getByRole('combobox', { name: 'Patient', exact: true })).toBeFocused();
  await type('leon');
  await takeFirst(/Leon/);
  await expect(page.getByRole('combobox', { name: 'Patient', exact: true })).toHaveValue(/^Leon /);
  await press('Tab');
  await expect(page.getByRole('radio', { name: 'Lab' })).toBeFocused();
  await press('Tab');
  await expect(page.getByRole('combobox', { name: 'Ordering provider', exact: true })).toHaveValue(/^Dr\. /);
  await press('Tab');
  await expect(page.getByRole('combobox', { name: 'Name', exact: true })).toBeFocused();
  await type('lip');
  await takeFirst(/Lipid panel/);
  await expect(page.getByRole('combobox', { name: 'Name', exact: true })).toHaveValue('Lipid panel');
  await expect(page.getByText('It has no diagnosis and facility.')).toBeVisible();
  await press('Control+s');
  await expect(browser(page).heading).toHaveText('Lipid panel');
  expect(keys).toBeLessThanOrEqual(20);
});

test('Everything about a patient is found by name with at most six keys', async ({ startApp }) => {
  const { page } = await startApp({ onlyReads: true });
  await expect(browser(page).rows.first()).toBeVisible();
  const keys = ['Control+k', 'l', 'e', 'o', 'n'];
  for (const key of keys) {
    await page.keyboard.press(key);
    // The code of the palette is read when it is first opened.
    await expect(page.getByRole('dialog').getByRole('searchbox')).toBeFocused();
  }
  await expect(page.getByRole('menuitem').first()).toContainText(/Leon/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main').getByRole('heading', { name: /Leon/ })).toBeVisible();
  await expect(
    page
      .getByRole('region', { name: /^Requisitions/ })
      .getByRole('listitem')
      .first(),
  ).toBeVisible();
  expect(keys.length + 1).toBeLessThanOrEqual(6);
});
