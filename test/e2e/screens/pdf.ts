import { expect, type Page } from 'playwright/test';
import type { DemoServer } from '#main/demo/server.ts';
import { browser } from './browser.ts';
import { frame } from './frame.ts';

/** The PDF beside a record. */
export function pdf(page: Page) {
  const pane = page.getByRole('region', { name: 'PDF', exact: true });
  return {
    pane,
    pages: pane.getByRole('figure'),
    press: (name: string) => pane.getByRole('button', { name, exact: true }).click(),
    button: (name: string) => pane.getByRole('button', { name, exact: true }),
  };
}

/** Opens a requisition whose PDF is not kept without being asked for. */
export async function openSent(page: Page): Promise<string> {
  await expect(frame(page).status).toContainText('Up to date');
  await browser(page).open('Sent');
  return (await browser(page).heading.textContent()) ?? '';
}

/** Returns the id of a requisition by its name. */
export const getId = (clinic: DemoServer, name: string): string =>
  String([...clinic.listResources('requisition')].find((row) => row['name'] === name)?.['id']);
