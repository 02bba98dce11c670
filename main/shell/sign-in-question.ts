import { dialog, type BrowserWindow, type MessageBoxOptions } from 'electron';

const [SIGN_IN, CANCEL] = [0, 1] as const;

/**
 * Asks the user whether tokens may be sent to a host that is new on this computer. The question is the system's, so
 * that no page can answer it. The safe button is the default.
 */
export async function askBeforeSignIn(host: string, window: BrowserWindow | null): Promise<boolean> {
  const options: MessageBoxOptions = {
    type: 'question',
    message: `Sign in at ${host}?`,
    detail: `No account on this computer uses ${host} so far. The access token and the JWT are sent there.`,
    buttons: ['Sign in', 'Cancel'],
    defaultId: CANCEL,
    cancelId: CANCEL,
    noLink: true,
  };
  const { response } = await (window === null
    ? dialog.showMessageBox(options)
    : dialog.showMessageBox(window, options));
  return response === SIGN_IN;
}
