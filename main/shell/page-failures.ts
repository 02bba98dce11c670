import { dialog, type BrowserWindow, type MessageBoxOptions, type WebContents } from 'electron';
import { runInBackground } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import { MINUTE, SECOND } from '#main/base/durations.ts';
import type { Log } from '#main/base/log.ts';
import { getMainProcessText } from './text.ts';

/** Maximum number of reloads in a row: a page that keeps crashing is not repaired by another one. */
const MAX_RELOADS = 3;
/** A page that has run this long since a crash has recovered from it. */
const QUIET_TIME = MINUTE;
/** Chromium's code of a load that another load has replaced. */
const ABORTED = -3;

/** Index of the button that loads the page again, in the message box that says that there is no page. */
const LOAD = 0;
/** Index of the button that waits longer, in the message box that says that the page does not respond. */
const WAIT = 0;

function createNoPageQuestion(): MessageBoxOptions {
  return {
    type: 'error',
    message: getMainProcessText('dialog.noPage.message'),
    detail: getMainProcessText('dialog.noPage.detail'),
    buttons: [getMainProcessText('dialog.noPage.tryAgain'), getMainProcessText('dialog.noPage.close')],
    defaultId: LOAD,
    cancelId: 1,
    noLink: true,
  };
}

function createHangingPageQuestion(): MessageBoxOptions {
  return {
    type: 'warning',
    message: getMainProcessText('dialog.hangingPage.message'),
    detail: getMainProcessText('dialog.hangingPage.detail'),
    buttons: [
      getMainProcessText('dialog.hangingPage.wait'),
      getMainProcessText('dialog.hangingPage.loadAgain'),
    ],
    defaultId: WAIT,
    cancelId: WAIT,
    noLink: true,
  };
}

export interface PageFailureDeps {
  readonly window: BrowserWindow;
  /** Loads the page of the window again. */
  readonly load: () => void;
  readonly clock: Clock;
  readonly log: Log;
}

/** Returns a function that shows the user that there is no page, one message at a time. */
function createNoPageMessage({ window, load, log }: PageFailureDeps): () => void {
  let isAsking = false;
  const ask = async (): Promise<void> => {
    try {
      // The message box does not block, unlike the error box: the engine needs this process meanwhile.
      const { response } = await dialog.showMessageBox(window, createNoPageQuestion());
      if (response === LOAD && !window.isDestroyed()) load();
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
 * Ends the process of a page, whatever it does. On Linux Electron has the page crash, and with core dumps switched on a crash leaves
 * its memory, with records, on the disk; a signal leaves nothing.
 */
export function endPageProcess(
  page: Pick<WebContents, 'getOSProcessId' | 'forcefullyCrashRenderer'>,
  platform = process.platform,
): void {
  const pid = platform === 'linux' ? page.getOSProcessId() : 0;
  try {
    // A page without a process has none of the system's numbers, and 0 would be this program with all it has started.
    if (pid > 0) process.kill(pid, 'SIGKILL');
    else page.forcefullyCrashRenderer();
  } catch {
    page.forcefullyCrashRenderer(); // The process has ended already.
  }
}

/** Asks whether to wait for a page that does not respond. The message closes when the page responds again. */
async function askToWait(window: BrowserWindow, signal: AbortSignal): Promise<void> {
  const { response } = await dialog.showMessageBox(window, {
    ...createHangingPageQuestion(),
    signal,
  });
  if (response === WAIT || signal.aborted || window.isDestroyed()) return;
  // A page that hangs does not carry out a reload. Its end is handled like a crash: a new page is loaded.
  endPageProcess(window.webContents);
}

/** Lets the user end a page that hangs, such as over a hostile PDF. */
function handleHang({ window, log }: PageFailureDeps): void {
  let hang: AbortController | null = null;
  window.on('unresponsive', () => {
    log.warn('the page does not respond');
    if (hang !== null || window.isDestroyed()) return;
    const current = new AbortController();
    hang = current;
    const asked = askToWait(window, current.signal).finally(() => {
      if (hang === current) hang = null;
    });
    runInBackground(asked, 'the message about the hanging page could not be shown', log);
  });
  window.on('responsive', () => {
    log.warn('the page responds again');
    hang?.abort();
    hang = null;
  });
}

/** Ends the process of the page on purpose and loads the page in a new one. */
export interface PageProcessRestarter {
  /** Ends the page's process, whatever it does, and loads a new page: only that empties its memory. */
  readonly terminatePage: () => void;
}

/** After this time the page is loaded although the end of its process was not reported: that of one that had ended before is not. */
const TERMINATION_TIMEOUT = SECOND / 2;
/** How long the end of a process that this program has ended may take to be reported on a busy computer. */
const LATEST_REPORT = 10 * SECOND;

function createPageTerminator({ window, load, clock, log }: PageFailureDeps) {
  let expected: { readonly until: number } | null = null;
  return {
    /** Returns whether the end of the page's process was requested by this program. */
    handleGone: (): boolean => {
      const wasExpected = expected !== null && clock.monotonic() <= expected.until;
      expected = null;
      return wasExpected;
    },
    terminatePage: (): void => {
      const ending = { until: clock.monotonic() + LATEST_REPORT };
      expected = ending;
      endPageProcess(window.webContents);
      // A report that comes later is expected all the same, and the page is loaded once more: it may have gone with the process.
      const loadUnlessGone = (): void => {
        if (expected === ending && !window.isDestroyed()) load();
      };
      runInBackground(
        clock.wait(TERMINATION_TIMEOUT).then(loadUnlessGone),
        'the page could not be loaded',
        log,
      );
    },
  };
}

/**
 * Reloads a page whose process has ended, and shows a message where a page cannot be loaded, keeps ending or
 * does not respond. Nothing that is logged comes from the page.
 */
export function handlePageFailures(options: PageFailureDeps): PageProcessRestarter {
  const { window, load, clock, log } = options;
  const { webContents } = window;
  const showMessage = createNoPageMessage(options);
  const terminator = createPageTerminator(options);
  let reloads = { count: 0, last: 0 };
  // The description and the address between code and frame come from the page, and are not logged.
  webContents.on('did-fail-load', (_event, code, ...[, , isMainFrame]) => {
    if (!isMainFrame || code === ABORTED) return;
    log.error('the page could not be loaded', { code });
    showMessage();
  });
  webContents.on('render-process-gone', (_event, { reason }) => {
    if (window.isDestroyed()) return;
    if (terminator.handleGone()) return load();
    const now = clock.monotonic();
    const count = now - reloads.last < QUIET_TIME ? reloads.count : 0;
    log.error('a page process has ended', { reason, reloads: count });
    if (reason === 'clean-exit') return;
    reloads = { count: count + 1, last: now };
    if (count >= MAX_RELOADS) return showMessage();
    webContents.reload();
  });
  handleHang(options);
  return terminator;
}
