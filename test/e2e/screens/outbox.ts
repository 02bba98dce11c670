import type { Locator, Page } from 'playwright/test';
import { callBridge } from '../bridge.ts';

/** The screen of the outbox: what needs the user, what is pending, what was sent. */
export interface Activity {
  /** One change that is pending or needs the user, by a text in it. */
  readonly write: (words: string | RegExp) => Locator;
  readonly writes: Locator;
  /** What has left the outbox, newest first. */
  readonly closed: Locator;
  /** The confirmation before something is lost. */
  readonly question: Locator;
  readonly press: (name: string) => Promise<void>;
}

/** The outbox on screen. */
export function activity(page: Page): Activity {
  const writes = page.getByRole('article');
  return {
    writes,
    write: (words) => writes.filter({ hasText: words }),
    closed: page.getByRole('region', { name: 'Sent and closed' }).getByRole('row'),
    question: page.getByRole('alertdialog'),
    press: (name) => page.getByRole('button', { name, exact: true }).click(),
  };
}

/** Saves a write through the page's own bridge, as an editor does. */
export async function save(
  page: Page,
  operation: string,
  data: Readonly<Record<string, unknown>>,
): Promise<void> {
  const answer = await callBridge(page, 'outbox.save', { operation, data });
  if (!answer.ok) throw new Error(`the write was not saved: ${answer.error.code}`);
}
