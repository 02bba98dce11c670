import type { BrowserWindow } from 'electron';
import { askUser } from './dialogs.ts';

/**
 * Asks the user whether tokens may be sent to a host that is new on this computer. The question is the system's, so
 * that no page can answer it.
 */
export function askBeforeSignIn(host: string, window: BrowserWindow | null): Promise<boolean> {
  return askUser(
    {
      type: 'question',
      message: `Sign in at ${host}?`,
      detail: `No account on this computer uses ${host} so far. The access token and the JWT are sent there.`,
      yes: 'Sign in',
      no: 'Cancel',
    },
    window,
  );
}
