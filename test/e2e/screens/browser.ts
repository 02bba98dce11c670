import type { Locator, Page } from 'playwright/test';

/** A list beside a record, as requisitions, forms and notifications have it. */
export function browser(page: Page): {
  readonly list: Locator;
  readonly rows: Locator;
  readonly row: (name: string) => Locator;
  readonly count: Locator;
  readonly search: Locator;
  readonly record: Locator;
  readonly fact: (label: string) => Locator;
  readonly section: (title: string) => Locator;
} {
  const pane = page.getByRole('region', { name: 'List', exact: true });
  const list = pane.getByRole('listbox');
  const rows = list.getByRole('option');
  const record = page.getByRole('region', { name: 'Record', exact: true });
  const head = record.locator('dl').first();
  return {
    list,
    rows,
    row: (name) => rows.filter({ hasText: name }).first(),
    count: pane.getByRole('status'),
    search: pane.getByRole('searchbox'),
    record,
    fact: (label) =>
      head.getByRole('term').getByText(label, { exact: true }).locator('..').getByRole('definition'),
    section: (title) => record.getByRole('region', { name: new RegExp(`^${title}`) }),
  };
}
