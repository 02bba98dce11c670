import type { Account } from '#contract/account.ts';

/** The built-in demo clinic while it runs. Its tokens are good for this run alone. */
export interface Demo {
  readonly baseUrl: string;
  readonly accessToken: string;
  readonly jwt: string;
  readonly userId: string;
  /** Whether its process is still there. */
  isRunning(): boolean;
  stop(): void;
}

/** The account of the demo clinic, which is always there. */
export function demoAccount(demo: Demo | null): Account {
  return {
    id: 'demo',
    kind: 'demo',
    baseUrl: demo?.baseUrl ?? '',
    userId: demo?.userId ?? null,
    addedAt: null,
  };
}
