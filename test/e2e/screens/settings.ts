import { expect, type Locator, type Page } from 'playwright/test';
import { frame } from './frame.ts';

/** The screen 'Settings'. */
export function settings(page: Page): {
  readonly choice: (group: string, option: string) => Locator;
  readonly choose: (group: string, option: string) => Promise<void>;
} {
  const choice = (group: string, option: string): Locator =>
    page.getByRole('radiogroup', { name: group }).getByRole('radio', { name: option });
  return {
    choice,
    // The radio input itself is not visible; the user clicks its label.
    choose: (group, option) =>
      page.getByRole('radiogroup', { name: group }).getByText(option, { exact: true }).click(),
  };
}

/** Shows the program in Arabic. */
export async function chooseArabic(page: Page): Promise<void> {
  await frame(page).goTo('Settings');
  await settings(page).choice('Language of Intray', 'العربية').locator('xpath=ancestor::label').click();
  await expect(page.getByRole('heading', { name: 'الإعدادات', level: 1 })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
}

/** Opens a screen of the program in Arabic. @param screen its Arabic name */
export async function goToArabic(page: Page, screen: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'التنقل' })
    .getByRole('button', { name: new RegExp(`^${screen}`) })
    .click();
}
