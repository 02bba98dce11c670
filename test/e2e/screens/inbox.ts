import { expect, type Locator, type Page } from 'playwright/test';
import { listTools, type ListTools } from './browser.ts';

/** The inbox: the controls above its rows, and the bulk actions. */
export interface Inbox extends ListTools {
  /** How many notifications there are and how many of them are unread, as text. */
  readonly count: Locator;
  /** The number beside the screen in the navigation rail. */
  readonly unreadInRail: Locator;
  /** The progress of the bulk marking. */
  readonly strip: Locator;
  readonly search: Locator;
  /** Searches, and waits until the list shows the result. */
  readonly find: (text: string, count: RegExp) => Promise<void>;
  readonly thread: Locator;
}

/** The inbox on screen. */
export function inbox(page: Page): Inbox {
  const pane = page.getByRole('region', { name: 'List', exact: true });
  const search = pane.getByRole('searchbox');
  const count = pane.getByRole('status').filter({ hasText: /\d unread/ });
  return {
    ...listTools(page),
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
    thread: page.getByRole('region', { name: /^All notifications about this/ }),
  };
}
