import { expect, type Page } from 'playwright/test';
import { frame } from './frame.ts';

export interface ConfirmedNames {
  /** Number of presses of the user: one for the screen, one for each name, one to save them. */
  readonly presses: number;
  /** The names by their ids. */
  readonly names: ReadonlyMap<string, string>;
}

/** Confirms each name that all documents agree on, as the user of an account does that has no name yet. */
export async function confirmSuggestedNames(page: Page): Promise<ConfirmedNames> {
  await frame(page).place('Names').press('Enter');
  await expect(page.getByText('No id has a name yet.')).toBeVisible();
  const boxes = page.getByRole('checkbox', { name: /^Use “/ });
  await expect(boxes.first()).toBeVisible();
  await expect(page.getByText('Reading the documents on this computer')).toBeHidden();
  const labels = await boxes.evaluateAll((all) => all.map((box) => box.getAttribute('aria-label') ?? ''));
  // By their names: a PDF that arrives meanwhile may add a line.
  for (const name of labels) await page.getByRole('checkbox', { name, exact: true }).press('Space');
  await page.getByRole('button', { name: `Save ${labels.length} names` }).press('Enter');
  await expect(page.getByRole('heading', { name: `${labels.length} names` })).toBeVisible();
  const names = labels.map((label) => /^Use “(.*)” for (.*)$/.exec(label) ?? []);
  return {
    presses: labels.length + 2,
    names: new Map(names.map(([, name = '', id = '']) => [id, name])),
  };
}
