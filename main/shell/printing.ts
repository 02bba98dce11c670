import type { BrowserWindow } from 'electron';
import type { CallOutput } from '#contract/api.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { waitForPromiseAtMost } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import { MINUTE } from '#main/base/durations.ts';

/** Maximum wait for the outcome: the user may take their time in the system's dialog. */
const DIALOG_TIME = 10 * MINUTE;
/** Electron's reason where the user cancelled the system's dialog. */
const CANCELLED = 'Print job canceled';

type Outcome = CallOutput<'app.print'>['outcome'];

export interface PrintHandlerDeps {
  /** The window whose page is printed. */
  readonly window: () => BrowserWindow | null;
  readonly clock: Clock;
}

function print(window: BrowserWindow): Promise<Outcome> {
  return new Promise((resolve) => {
    // With any option Electron chooses the default printer and paper before the dialog opens.
    window.webContents.print({}, (isPrinted, reason) => {
      if (isPrinted) resolve('printed');
      else resolve(reason === CANCELLED ? 'cancelled' : 'failed');
    });
  });
}

/**
 * Prints the page through the system's dialog. The page's own `window.print()` does nothing where it is
 * throttled, and never reports the outcome.
 */
export function createPrintHandlers({ window, clock }: PrintHandlerDeps) {
  return {
    'app.print': async (): Promise<Result<CallOutput<'app.print'>>> => {
      const shown = window();
      if (shown === null) return err('internal', { detail: 'no window' });
      // Electron drops the callback where a print is already running.
      const asked = await waitForPromiseAtMost(print(shown), DIALOG_TIME, clock);
      return ok({ outcome: asked.isOverdue ? 'unknown' : asked.value });
    },
  };
}
