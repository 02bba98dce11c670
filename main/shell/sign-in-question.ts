import type { BrowserWindow } from 'electron';
import { askUserToConfirm } from './dialogs.ts';
import { getMainText } from './text.ts';

/**
 * Asks the user whether tokens may be sent to a host that is new on this computer. The question is the system's, so
 * that no page can answer it.
 */
export function askBeforeContactingNewHost(host: string, window: BrowserWindow | null): Promise<boolean> {
  return askUserToConfirm(
    {
      type: 'question',
      message: getMainText('dialog.signIn.message', { host }),
      detail: getMainText('dialog.signIn.detail', { host }),
      yes: getMainText('dialog.signIn.yes'),
      no: getMainText('dialog.cancel'),
    },
    window,
  );
}
