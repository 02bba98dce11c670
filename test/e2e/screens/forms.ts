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

/** The name of the form that has completion requests and that everyone may use. */
export function findAskedFormName(clinic: DemoServer): string {
  const asked = getForms(clinic).find((form) => askedFor(form).length > 1);
  return String(asked?.['name']);
}

/** Types into a list of ids and confirms it. */
export async function chooseFormId(page: Page, label: string, typed: string): Promise<void> {
  const field = page.getByRole('combobox', { name: label });
  await field.fill(typed);
  await field.press('Enter');
}
