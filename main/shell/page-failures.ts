import { dialog, type BrowserWindow } from 'electron';
import { runInBackground } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import { MINUTE } from '#main/base/durations.ts';
import type { Log } from '#main/base/log.ts';

/** Maximum number of reloads within the period: a page that keeps crashing is not repaired by another one. */
const MAX_RELOADS = 3;
/** A page that has run this long since a crash has recovered from it. */
const RELOAD_PERIOD = 10 * MINUTE;
/** Chromium's code of a load that another load has replaced. */
const ABORTED = -3;

const QUESTION = {
  type: 'error',
  message: 'Intray cannot show its page',
  detail:
    'What was saved is safe on this computer. Try again. If that does not help, start the computer again or ask your administrator to install Intray again.',
  buttons: ['Try again', 'Close'],
  defaultId: 0,
  cancelId: 1,
  noLink: true,
} as const;

export interface PageFailureOptions {
  readonly window: BrowserWindow;
  /** Loads the page again. */
  readonly load: () => void;
  readonly clock: Clock;
  readonly log: Log;
}

/** Returns a function that shows the user that there is no page, one message at a time. */
function createQuestion({ window, load, log }: PageFailureOptions): () => void {
  let isAsking = false;
  const ask = async (): Promise<void> => {
    try {
      // Not the blocking error box: the engine needs this process meanwhile.
      const { response } = await dialog.showMessageBox(window, {
        ...QUESTION,
        buttons: [...QUESTION.buttons],
      });
      if (response === QUESTION.defaultId && !window.isDestroyed()) load();
    } finally {
      isAsking = false;
    }
  };
  return () => {
    if (isAsking || window.isDestroyed()) return;
    isAsking = true;
    runInBackground(ask(), 'the message about the missing page could not be shown', log);
  };
}

/**
 * Reloads a page whose process has ended, and shows a message where a page cannot be loaded or keeps ending.
 * Nothing that is logged comes from the page.
 */
export function handlePageFailures(options: PageFailureOptions): void {
  const { window, clock, log } = options;
  const { webContents } = window;
  const showMessage = createQuestion(options);
  let reloads: readonly number[] = [];
  webContents.on('did-fail-load', (_event, code, ...[, , isMainFrame]) => {
    if (!isMainFrame || code === ABORTED) return;
    log.error('the page could not be loaded', { code });
    showMessage();
  });
  webContents.on('render-process-gone', (_event, { reason }) => {
    const now = clock.monotonic();
    reloads = reloads.filter((at) => now - at < RELOAD_PERIOD);
    log.error('a page process has ended', { reason, reloads: reloads.length });
    if (reason === 'clean-exit') return;
    if (reloads.length >= MAX_RELOADS) return showMessage();
    reloads = [...reloads, now];
    webContents.reload();
  });
  window.on('unresponsive', () => log.warn('the page does not respond'));
  window.on('responsive', () => log.warn('the page responds again'));
}
