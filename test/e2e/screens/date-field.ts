import type { Page } from 'playwright/test';

/** Types a day such as `2026-04-01` into the field of this label, in whatever order it has day, month and year. */
export async function typeDay(page: Page, label: string, day: string): Promise<void> {
  const field = page.getByRole('group', { name: label, exact: true });
  const [year = '', month = '', date = ''] = day.split('-');
  for (const [part, digits] of [
    ['day', date],
    ['month', month],
    ['year', year],
  ] as const)
    await field.getByRole('spinbutton', { name: new RegExp(`^${part}, `) }).pressSequentially(digits);
}
