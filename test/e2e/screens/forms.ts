import type { Locator, Page } from 'playwright/test';
import type { DemoServer } from '#main/demo/server.ts';
import { expect } from '../fixtures.ts';
import { browser } from './browser.ts';
import { frame } from './frame.ts';

export type RawForm = Readonly<Record<string, unknown>>;

/** The forms of the service. */
export const getForms = (clinic: DemoServer): readonly RawForm[] => [...clinic.listResources('form')];

/** The patients who are asked to complete a form of the service. */
export function askedFor(form: RawForm): readonly string[] {
  const requests = form['request_completion_from'] as readonly RawForm[]; // section 2.2
  return requests.map(({ patient }) => String(patient));
}

/** The actions of the open form. */
export const formAction = (page: Page, name: string | RegExp): Locator =>
  browser(page).record.getByRole('group', { name: 'Actions' }).getByRole('button', { name, exact: true });

/** Shows a form in the list of forms. */
export async function showForm(page: Page, name: string): Promise<void> {
  await frame(page).goTo('Forms');
  await browser(page).open(name);
  await expect(browser(page).heading).toHaveText(name);
}
