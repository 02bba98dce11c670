import type { Locator, Page } from 'playwright/test';

/** The controls above the rows of the inbox, and the thread of the open notification. */
export interface Inbox {
  /** How many notifications there are and how many of them are unread, as text. */
  readonly count: Locator;
  /** The number beside the screen in the navigation rail. */
  readonly unreadInRail: Locator;
  readonly search: Locator;
  readonly thread: Locator;
}

/** The inbox on screen. */
export function inbox(page: Page): Inbox {
  const pane = page.getByRole('region', { name: 'List', exact: true });
  return {
    count: pane.locator('[data-part="count"]').filter({ hasText: /\d unread/ }),
    unreadInRail: page
      .getByRole('navigation', { name: 'Navigation' })
      .getByRole('button', { name: /^Inbox/ })
      .locator('span:nth-of-type(2)'),
    search: pane.getByRole('searchbox'),
    thread: page.getByRole('region', { name: /^All notifications about this/ }),
  };
}
