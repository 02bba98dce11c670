import { expect, type Locator, type Page } from 'playwright/test';
import { currentRows } from './browser.ts';

/** The inbox: the controls above its rows, and the bulk actions. */
export interface Inbox {
  /** How many notifications there are and how many of them are unread, as text. */
  readonly count: Locator;
  /** The number beside the screen in the navigation rail. */
  readonly unreadInRail: Locator;
  /** The progress of the bulk marking. */
  readonly strip: Locator;
  readonly search: Locator;
  /** Searches, and waits until the list shows the result. */
  readonly find: (text: string, count: RegExp) => Promise<void>;
  /** Chooses an entry of one of the menus above the list. */
  readonly choose: (menu: string, entry: string | RegExp) => Promise<void>;
  /** Selects this many rows from the first on. */
  readonly pick: (lines: number) => Promise<void>;
  readonly picks: Locator;
  readonly thread: Locator;
}

/** The inbox on screen. */
export function inbox(page: Page): Inbox {
  const pane = page.getByRole('region', { name: 'List', exact: true });
  const search = pane.getByRole('searchbox');
  const count = pane.getByRole('status').filter({ hasText: /\d unread/ });
  const rows = currentRows(pane);
  const picks = pane.getByRole('toolbar', { name: 'Actions for the selection' });
  return {
    count,
    unreadInRail: page
      .getByRole('navigation', { name: 'Navigation' })
      .getByRole('button', { name: /^Inbox/ })
      .locator('span:nth-of-type(2)'),
    strip: page.locator('[data-part="mark-strip"]'),
    search,
    find: async (text, found) => {
      await search.fill(text);
      await expect(count).toHaveText(found);
    },
    choose: async (menu, entry) => {
      await pane.getByRole('button', { name: menu, exact: true }).click();
      await page.getByRole('menu').getByText(entry).click();
    },
    pick: async (lines) => {
      await rows.first().click({ modifiers: ['ControlOrMeta'] });
      if (lines > 1) await rows.nth(lines - 1).click({ modifiers: ['Shift'] });
      await expect(picks).toContainText(`${lines} selected`);
    },
    picks,
    thread: page.getByRole('region', { name: /^All notifications about this/ }),
  };
}
