import { expect, type Locator, type Page } from 'playwright/test';

/**
 * The rows of a list. Those of the former query, which are shown until the rows of a new one arrive, are not among
 * them.
 */
export function currentRows(pane: Locator): Locator {
  return pane.locator('[role="listbox"]:not([aria-busy])').getByRole('option');
}

/** A list beside a record, as requisitions, forms and notifications have it. */
export interface Browser {
  readonly list: Locator;
  readonly rows: Locator;
  /** How many records there are, as text. */
  readonly count: Locator;
  readonly search: Locator;
  readonly record: Locator;
  readonly heading: Locator;
  /** Opens the first row that contains this text, and returns the row's text. */
  readonly open: (words?: string) => Promise<string>;
  /** Scrolls the list to its very end, as dragging the scrollbar does. */
  readonly scrollToEnd: () => Promise<void>;
}

/** The list and the record on screen. */
export function browser(page: Page): Browser {
  const pane = page.getByRole('region', { name: 'List', exact: true });
  const list = pane.getByRole('listbox');
  const rows = currentRows(pane);
  const record = page.getByRole('region', { name: 'Record', exact: true });
  const heading = record.getByRole('heading', { level: 2 });
  return {
    list,
    rows,
    count: pane.locator('[data-part="count"]').filter({ hasText: /\d/ }),
    search: pane.getByRole('searchbox'),
    record,
    heading,
    open: async (words = '') => {
      const row = rows.filter({ hasText: words }).first();
      const text = (await row.textContent()) ?? '';
      await row.click();
      await expect(heading).toBeVisible();
      return text;
    },
    scrollToEnd: () => list.evaluate((element) => element.scrollTo(0, element.scrollHeight)),
  };
}
