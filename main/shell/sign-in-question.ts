import type { BrowserWindow } from 'electron';
import { askUser } from './dialogs.ts';
import { getText } from './text.ts';

/**
 * Asks the user whether tokens may be sent to a host that is new on this computer. The question is the system's, so
 * that no page can answer it.
 */
export function askBeforeSignIn(host: string, window: BrowserWindow | null): Promise<boolean> {
  return askUser(
    {
      type: 'question',
      message: getText('dialog.signIn.message', { host }),
      detail: getText('dialog.signIn.detail', { host }),
      yes: getText('dialog.signIn.yes'),
      no: getText('dialog.cancel'),
    },
    window,
  );
}
