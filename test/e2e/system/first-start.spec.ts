import { expect, test } from '../fixtures.ts';

test('The first start asks whether to look at the demo clinic, shows a tour by Enter alone, and neither comes back', async ({
  startApp,
}) => {
  const app = await startApp({ isNew: true, staysAtHome: true, ownProgram: true });
  const { page } = app;
  await expect(page.getByRole('dialog', { name: 'Welcome to Intray' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Look at the demo clinic' })).toBeFocused();
  await page.keyboard.press('Enter');
  const tour = page.getByRole('dialog');
  // The first list with work is known once the records are here.
  await expect(page.getByRole('button', { name: /^[1-9]\d* My overdue reviews/ })).toBeVisible();
  for (const step of [1, 2, 3, 4, 5]) {
    await expect(tour).toContainText(`Step ${step} of 5`);
    const onward = tour.getByRole('button', { name: step === 5 ? /^Open the first list/ : 'Next' });
    await expect(onward).toBeFocused();
    await onward.press('Enter');
  }
  await expect(tour).toBeHidden();
  await expect(page.getByRole('option', { selected: true })).toBeVisible();
  await expect(page.getByRole('listbox')).toBeFocused();

  await app.restart();
  await expect(app.page.getByRole('button', { name: /My overdue reviews/ })).toBeVisible();
  await expect(app.page.getByRole('dialog')).toBeHidden();
});

test('The tour frames the list, except while an open record covers it', async ({ startApp }) => {
  const { page } = await startApp({ onlyReads: true });
  const tour = page.getByRole('dialog');
  const frame = page.locator('div:has(+ [data-pane="tour"])');
  async function goToList(): Promise<void> {
    await page.keyboard.press('Control+k');
    await page.getByRole('searchbox', { name: 'Find an action' }).fill('tour');
    await page.getByRole('menuitem', { name: /tour/i }).click();
    for (const step of [1, 2]) {
      await expect(tour).toContainText(`Step ${step} of 5`);
      await tour.getByRole('button', { name: 'Next' }).press('Enter');
    }
    await expect(tour).toContainText('Step 3 of 5');
  }
  await page.getByRole('option').first().click();
  await page.getByRole('heading', { level: 2 }).first().waitFor();
  await goToList();
  await expect(frame).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tour).toBeHidden();
  await page.keyboard.press('w');
  await expect(page.getByRole('listbox')).toBeHidden();
  await goToList();
  await expect(frame).toBeHidden();
});
