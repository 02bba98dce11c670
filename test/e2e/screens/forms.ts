import type { Locator, Page } from 'playwright/test';
import type { DemoServer } from '#main/demo/server.ts';
import { expect } from '../fixtures.ts';
import { browser } from './browser.ts';
import { frame } from './frame.ts';

export type RawForm = Readonly<Record<string, unknown>>;

/** The forms of the service. */
export const getForms = (clinic: DemoServer): readonly RawForm[] => [...clinic.listResources('form')];

/** One form of the service, by its name. */
export function formNamed(clinic: DemoServer, name: string): RawForm {
  const form = getForms(clinic).find((each) => each['name'] === name);
  if (form === undefined) throw new Error(`the service has no form ${name}`);
  return form;
}

/** The patients who are asked to complete a form of the service. */
export function askedFor(form: RawForm): readonly string[] {
  const requests = form['request_completion_from'] as readonly RawForm[]; // section 2.2
  return requests.map(({ patient }) => String(patient));
}

/** What reached the service: method and path without the id, and the body. */
export function getSent(clinic: DemoServer): readonly { readonly what: string; readonly body: unknown }[] {
  return clinic.writeLog().map(({ method, path, body }) => ({
    what: `${method} ${path.replace(/form_[^/]+/, ':id')}`,
    body,
  }));
}

/** Cuts the network, and waits until the page has noticed. */
export async function cut(page: Page, clinic: DemoServer): Promise<void> {
  await clinic.unplug();
  await frame(page).syncNow.click();
  await expect(frame(page).status).toContainText('Offline');
}

/** Brings the network back, and waits until everything pending has reached the service; nothing has before. */
export async function arrive(page: Page, clinic: DemoServer): Promise<void> {
  await expect(frame(page).waiting).toContainText(/\d pending changes?/);
  expect(clinic.writeLog()).toEqual([]);
  await clinic.plugIn();
  await frame(page).syncNow.click();
  await expect.poll(() => clinic.writeLog().length).toBeGreaterThan(0);
  await expect(frame(page).waiting).toContainText('No pending changes');
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
