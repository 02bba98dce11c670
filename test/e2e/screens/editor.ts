import type { Locator, Page } from 'playwright/test';
import { callBridge } from '../bridge.ts';

/** The editor of requisitions. */
export interface Editor {
  readonly heading: Locator;
  /** Whether the unsaved input is stored, as text. */
  readonly kept: Locator;
  readonly summary: Locator;
  readonly question: Locator;
  /** A field by its label. */
  readonly field: (label: string) => Locator;
  readonly press: (name: string) => Promise<void>;
  /** Types into a combo box, and closes its list. */
  readonly fillChoice: (label: string, value: string) => Promise<void>;
  /** Types into a combo box, and chooses the first option with this text. */
  readonly choose: (label: string, typed: string, words: string) => Promise<void>;
}

/** The editor on screen. */
export function editor(page: Page): Editor {
  const form = page.locator('[data-layout="editor"]');
  const combo = (label: string): Locator => form.getByRole('combobox', { name: label });
  return {
    heading: form.getByRole('heading', { level: 1 }),
    kept: form.getByText(/^(Draft saved|Everything you type)/),
    summary: form.getByRole('alert'),
    question: page.getByRole('alertdialog'),
    field: (label) => form.getByLabel(label, { exact: true }).first(),
    press: (name) => form.getByRole('button', { name, exact: true }).click(),
    fillChoice: async (label, value) => {
      await combo(label).fill(value);
      await combo(label).press('Tab');
    },
    choose: async (label, typed, words) => {
      await combo(label).pressSequentially(typed);
      await page.getByRole('listbox').getByRole('option').filter({ hasText: words }).first().click();
    },
  };
}

/** The content of the drafts on the disk, as one text: input is stored a moment after the last key. */
export async function readDrafts(page: Page): Promise<string> {
  const listed = await callBridge(page, 'drafts.list');
  const items = listed.ok ? listed.value.items : [];
  return JSON.stringify(await Promise.all(items.map(({ key }) => callBridge(page, 'drafts.get', { key }))));
}
