import type { Locator, Page } from 'playwright/test';

/** The day sheet on screen. */
export interface DayScreen {
  readonly appointments: Locator;
  readonly status: Locator;
  readonly prepare: Locator;
  /** The outcome of preparing the day. */
  readonly prepared: Locator;
  /** What is printed of the day. */
  readonly sheets: Locator;
  readonly dialog: Locator;
  /** Fills in the dialog of the downtime pack, and submits it. */
  readonly savePack: (password: string) => Promise<void>;
}

export function dayScreen(page: Page): DayScreen {
  const dialog = page.getByRole('dialog');
  return {
    appointments: page.locator('[data-pane="list"] ol > li'),
    status: page.locator('[data-part="freshness"]'),
    prepare: page.getByRole('button', { name: 'Prepare the day' }),
    prepared: page.locator('[data-part="prepared"]'),
    sheets: page.locator('[data-print="sheet"] section'),
    dialog,
    savePack: async (password) => {
      await page.getByRole('button', { name: 'Downtime pack' }).click();
      await dialog.getByLabel('Password', { exact: true }).fill(password);
      await dialog.getByLabel('Repeat the password').fill(password);
      await dialog.getByRole('button', { name: 'Save the pack' }).click();
    },
  };
}
