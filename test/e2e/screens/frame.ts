import type { Locator, Page } from 'playwright/test';

export type ScreenName =
  | 'Home'
  | 'Requisitions'
  | 'Forms'
  | 'Requests'
  | 'Inbox'
  | 'Day'
  | 'Activity'
  | 'Names'
  | 'Accounts'
  | 'Access log'
  | 'Settings';

/** The frame of every screen: the navigation rail, the banners, the status bar. */
export function frame(page: Page): {
  readonly place: (name: ScreenName) => Locator;
  readonly goTo: (name: ScreenName) => Promise<void>;
  /** Waits for the first screen of an account that has just opened, and goes to its requisitions. */
  readonly goFromHomeToRequisitions: () => Promise<void>;
  readonly status: Locator;
  readonly syncNow: Locator;
  /** The pending changes in the outbox, as text. */
  readonly waiting: Locator;
} {
  const status = page.getByRole('contentinfo');
  const place = (name: ScreenName): Locator =>
    page
      .getByRole('navigation', { name: 'Navigation' })
      .getByRole('button', { name: new RegExp(`^${name}`) });
  return {
    place,
    goTo: (name) => place(name).click(),
    goFromHomeToRequisitions: async () => {
      await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
      await place('Requisitions').click();
    },
    status,
    syncNow: status.getByRole('button', { name: 'Sync now' }),
    waiting: status.getByRole('button', { name: /pending changes?/i }),
  };
}
