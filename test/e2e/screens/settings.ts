import type { Locator, Page } from 'playwright/test';

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
