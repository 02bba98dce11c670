import type { Locator, Page } from 'playwright/test';

interface Tokens {
  readonly accessToken: string;
  readonly jwt: string;
}

/** The accounts on this computer, and the form to sign in to another. */
export interface Accounts {
  readonly heading: Locator;
  readonly baseUrl: Locator;
  readonly accessToken: Locator;
  readonly jwt: Locator;
  readonly userId: Locator;
  readonly notification: Locator;
  /** Fills the form in and submits it. Omitted fields stay as they are. */
  readonly signIn: (entry: Partial<Tokens & { readonly baseUrl: string }>) => Promise<void>;
  /** Opens the account at that address. */
  readonly open: (host: string) => Promise<void>;
  /** Enters new tokens for the open account. */
  readonly renew: (tokens: Tokens) => Promise<void>;
}

/** The screen 'Accounts', or the welcome screen if no account is open. */
export function accounts(page: Page): Accounts {
  const form = page.locator('form').filter({ has: page.getByLabel('Base address') });
  const renewal = page.locator('form').filter({ has: page.getByRole('button', { name: 'Save tokens' }) });
  const baseUrl = form.getByLabel('Base address');
  const accessToken = form.getByLabel('Access token');
  const jwt = form.getByLabel('JWT');
  return {
    heading: page.getByRole('heading', { level: 1 }),
    baseUrl,
    accessToken,
    jwt,
    userId: form.getByLabel('Your user id'),
    notification: page.getByRole('alert'),
    signIn: async (entry) => {
      if (entry.baseUrl !== undefined) await baseUrl.fill(entry.baseUrl);
      if (entry.accessToken !== undefined) await accessToken.fill(entry.accessToken);
      if (entry.jwt !== undefined) await jwt.fill(entry.jwt);
      await form.getByRole('button', { name: 'Sign in' }).click();
    },
    open: (host) => page.getByRole('button', { name: `Open ${host}` }).click(),
    renew: async (tokens) => {
      await renewal.getByLabel('Access token').fill(tokens.accessToken);
      await renewal.getByLabel('JWT').fill(tokens.jwt);
      await renewal.getByRole('button', { name: 'Save tokens' }).click();
    },
  };
}
