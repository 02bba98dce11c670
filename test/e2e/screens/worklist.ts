import { expect, type Locator, type Page } from 'playwright/test';
import { currentRows } from './browser.ts';

export type TabName = 'Draft' | 'Sent' | 'Results received' | 'Needs review' | 'All' | 'Other';

/** The worklist: the controls above its rows, and the bulk actions. */
export interface Worklist {
  readonly tab: (name: TabName) => Locator;
  /** The number that a tab shows. */
  readonly countOf: (name: TabName) => Promise<number>;
  /** Chooses an entry of one of the menus above the list. */
  readonly choose: (menu: string, entry: string | RegExp) => Promise<void>;
  /** The row that was just marked as reviewed, and the button to undo it. */
  readonly toast: Locator;
  /** The outcome for each row. */
  readonly sheet: Locator;
  readonly picks: Locator;
  /** Selects this many rows from the first on. */
  readonly pick: (rows: number) => Promise<void>;
}

/** The worklist on screen. */
export function worklist(page: Page): Worklist {
  const pane = page.getByRole('region', { name: 'List', exact: true });
  const tabs = pane.getByRole('radiogroup', { name: 'Requisitions by status' });
  const tab = (name: TabName): Locator => tabs.getByRole('radio', { name: new RegExp(`^[\\d,]+ ${name}$`) });
  const rows = currentRows(pane);
  const picks = pane.getByRole('toolbar', { name: 'Actions for the selection' });
  return {
    tab,
    countOf: async (name) => Number(((await tab(name).textContent()) ?? '').replaceAll(/\D/g, '')),
    choose: async (menu, entry) => {
      await pane.getByRole('button', { name: menu, exact: true }).click();
      await page.getByRole('menu').getByText(entry).click();
    },
    toast: page.locator('[data-part="toast"]'),
    sheet: page.getByRole('dialog'),
    picks,
    pick: async (count) => {
      await rows.first().click({ modifiers: ['ControlOrMeta'] });
      if (count > 1) await rows.nth(count - 1).click({ modifiers: ['Shift'] });
      await expect(picks).toContainText(`${count} selected`);
    },
  };
}
