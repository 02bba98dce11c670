import type { Locator, Page } from 'playwright/test';
import { listTools, type ListTools } from './browser.ts';

export type TabName = 'Draft' | 'Sent' | 'Results received' | 'Needs review' | 'All' | 'Other';

/** The worklist: the controls above its rows, and the bulk actions. */
export interface Worklist extends ListTools {
  readonly tab: (name: TabName) => Locator;
  /** The number that a tab shows. */
  readonly countOf: (name: TabName) => Promise<number>;
  /** The row that was just marked as reviewed, and the button to undo it. */
  readonly toast: Locator;
  /** The outcome for each row. */
  readonly sheet: Locator;
}

/** The worklist on screen. */
export function worklist(page: Page): Worklist {
  const pane = page.getByRole('region', { name: 'List', exact: true });
  const tabs = pane.getByRole('radiogroup', { name: 'Requisitions by status' });
  const tab = (name: TabName): Locator => tabs.getByRole('radio', { name: new RegExp(`^[\\d,]+ ${name}$`) });
  return {
    ...listTools(page),
    tab,
    countOf: async (name) => Number(((await tab(name).textContent()) ?? '').replaceAll(/\D/g, '')),
    toast: page.locator('[data-part="toast"]'),
    sheet: page.getByRole('dialog'),
  };
}
