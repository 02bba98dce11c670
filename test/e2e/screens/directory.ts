import { expect, type Page } from 'playwright/test';
import { unwrap } from '../../support/results.ts';
import { callBridge } from '../bridge.ts';
import { frame } from './frame.ts';

export interface ConfirmedNames {
  /** Number of presses of the user: one for the screen, one for each name, one to save them. */
  readonly presses: number;
  /** The names by their ids. */
  readonly names: ReadonlyMap<string, string>;
}

/** How long a line may take to be pressed that a document has just moved to those that disagree. */
const MOVED_MS = 5_000;

/**
 * Confirms each name that all documents agree on, as the user of an account does that has no name yet. PDFs that arrive meanwhile
 * add lines, and move a line that they disagree with.
 */
export async function confirmSuggestedNames(page: Page): Promise<ConfirmedNames> {
  await frame(page).place('Names').press('Enter');
  await expect(page.getByText('No id has a name yet.')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /^Use “/ }).first()).toBeVisible();
  await expect(page.getByText('Reading the documents on this computer')).toBeHidden();
  const open = page.getByRole('checkbox', { name: /^Use “/, checked: false });
  let presses = 2;
  while ((await open.count()) > 0) {
    await open
      .first()
      .press('Space', { timeout: MOVED_MS })
      .catch(() => {});
    presses += 1;
  }
  await page.getByRole('button', { name: /^Save \d+ names$/ }).press('Enter');
  await expect(page.getByRole('heading', { name: /^\d+ names$/ })).toBeVisible();
  const saved = unwrap(await callBridge(page, 'directory.list', {}));
  return { presses, names: new Map(saved.items.map(({ id, name }) => [id, name])) };
}
