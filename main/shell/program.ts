import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { app, dialog } from 'electron';
import type { CallOutput } from '#contract/api.ts';
import { chooseLocale, type LanguageChoice } from '#contract/languages.ts';
import { describeThrown, type Log } from '#main/base/log.ts';
import { type EnvironmentVariables, restoreSecretsInEnvironment } from '#main/vault/variables.ts';
import { checkInstanceLockCanBeMade } from './instance-lock.ts';
import { PROCESS_NAMES } from './processes.ts';
import { registerAppScheme } from './protocol.ts';
import { guardAllWebContents } from './guards.ts';
import { removeTemporaryProfileAndExit, useTemporaryProfile } from './temporary-profile.ts';
import { getMainProcessText, setMainProcessLanguage } from './text.ts';

/** The id of the application; the same as `appId` in electron-builder.yml. */
const APP_ID = 'desk.intray.app';
/**
 * The identity of the program for clicks on its Windows notifications. Without a fixed one, each run registers
 * another, and a notification of an earlier run cannot be clicked.
 */
const TOAST_ACTIVATOR = '{6F1D2C1B-5C0E-4B6E-9B0C-2A8E1F4D7A35}';
const EXIT_REFUSED = 1;

/** Returns whether this is the packaged program, not one that a developer started. */
export function isPackaged(): boolean {
  return app.isPackaged;
}

/** Resolves when windows and processes may be created. */
export async function whenReady(): Promise<void> {
  await app.whenReady();
}

/** Quits the program in the regular way. */
export function quitProgram(): void {
  app.quit();
}

/**
 * Ends the program at once. With `again`, it starts once more when it has ended, with the same arguments and with the environment
 * variables that this program was started with.
 */
export function exitProgram({
  again,
  variables,
}: {
  readonly again: boolean;
  readonly variables: EnvironmentVariables;
}): void {
  if (again) {
    // The program that starts inherits this environment, and takes the secrets out of it itself.
    restoreSecretsInEnvironment(process.env, variables);
    app.relaunch();
  }
  app.exit();
}

export interface PrepareProgramOptions {
  readonly dataDir: string;
  readonly debugPort: number | null;
  /** The language of the settings. */
  readonly language?: LanguageChoice;
  /** BCP 47 tag of the system's formats. */
  readonly systemLocale?: string;
  readonly platform?: NodeJS.Platform;
  /** The number of this user on POSIX systems; null on Windows. */
  readonly uid?: number | null;
}

/**
 * Sandboxes every page, also where a window would ask for none. As root that is not possible: Chromium's child
 * processes would refuse to start, so a developer's run goes on without and a packaged one ends. The sentence is for
 * macOS: on Linux Chromium itself ends a packaged program of root, before this code runs.
 * @returns false where the program has been refused
 */
function sandboxPages(uid: number | null): boolean {
  if (uid !== 0) {
    app.enableSandbox();
    return true;
  }
  if (!app.isPackaged) return true;
  reportStartErrorAndExit(getMainProcessText('start.asRoot'), EXIT_REFUSED);
  return false;
}

/**
 * Sets under which name Windows shows notifications. Only where packaged: a developer's run would register
 * Electron's own program for the clicks on an installed one's.
 */
function setWindowsIdentity(): void {
  app.setAppUserModelId(APP_ID);
  app.setToastActivatorCLSID(TOAST_ACTIVATOR);
}

/**
 * Sets the language of what Chromium draws itself: the order of the numbers in date fields, the first day of the week
 * in their picker. Of English, Chromium has that of the USA and that of Great Britain.
 */
function setChromiumLanguage(language: LanguageChoice, systemLocale: string): void {
  if (language === 'system') return;
  const english = chooseLocale('en', systemLocale) === 'en-US' ? 'en-US' : 'en-GB';
  app.commandLine.appendSwitch('lang', language === 'en' ? english : language);
}

/**
 * Makes all settings that are needed before Electron is ready.
 * @returns false where the program was refused, or another run of it uses this data folder: then that one's
 * window comes to the front
 * @throws the system's error where the data folder cannot be created, or the lock on it cannot be made
 */
export function prepareProgram({
  dataDir,
  debugPort,
  language = 'system',
  systemLocale = new Intl.DateTimeFormat().resolvedOptions().locale,
  platform = process.platform,
  uid = process.getuid?.() ?? null,
}: PrepareProgramOptions): boolean {
  const profile = join(dataDir, 'window');
  mkdirSync(profile, { recursive: true, mode: 0o700 });
  if (!sandboxPages(uid)) return false;
  registerAppScheme();
  guardAllWebContents();
  if (platform === 'win32' && app.isPackaged) setWindowsIdentity();
  app.setPath('userData', profile);
  setChromiumLanguage(language, systemLocale);
  if (debugPort !== null) app.commandLine.appendSwitch('remote-debugging-port', String(debugPort));
  if (app.requestSingleInstanceLock()) return true;
  checkInstanceLockCanBeMade(profile, platform);
  return false;
}

/** Brings the window to the front when the user starts the program again or clicks it in the dock. */
export function onShowRequested(show: () => void): void {
  // The command line of the second start is ignored.
  app.on('second-instance', show);
  app.on('activate', show);
}

/** Chooses the language of what is shown before Electron is ready. */
export function setStartLanguage(choice: LanguageChoice): void {
  // Electron knows the formats of the system only once it is ready.
  setMainProcessLanguage(choice, new Intl.DateTimeFormat().resolvedOptions().locale);
}

/** Shows why the program does not start, and ends it at once. On Linux before Electron is ready only stderr says why. */
export function reportStartErrorAndExit(sentence: string, exitCode: number): void {
  dialog.showErrorBox(getMainProcessText('start.failed'), sentence);
  app.exit(exitCode);
}

/** Returns whether Electron only writes an error to stderr now, and shows it once it is ready. Without a display it never is. */
function isDialogShownOnlyOnceReady(): boolean {
  const { DISPLAY = '', WAYLAND_DISPLAY = '' } = process.env;
  return process.platform === 'linux' && !app.isReady() && DISPLAY + WAYLAND_DISPLAY !== '';
}

/** Keeps Chromium's files out of the data folder, which may be another user's or full. */
function tryUsingTemporaryProfile(): void {
  try {
    useTemporaryProfile();
  } catch {
    // There is no temporary folder either: the dialog can still be shown.
  }
}

async function showStartErrorOnceReady(sentence: string, exitCode: number): Promise<void> {
  await app.whenReady();
  dialog.showErrorBox(getMainProcessText('start.failed'), sentence);
  removeTemporaryProfileAndExit(exitCode);
}

/** Shows why the program cannot start, and ends it: on Linux once Electron is ready, because it shows no dialog before. */
export function showStartErrorAndExit(sentence: string, exitCode: number): void {
  if (!isDialogShownOnlyOnceReady()) return reportStartErrorAndExit(sentence, exitCode);
  // The line on stderr.
  dialog.showErrorBox(getMainProcessText('start.failed'), sentence);
  tryUsingTemporaryProfile();
  void showStartErrorOnceReady(sentence, exitCode);
}

/** Logs uncaught errors. Without this, Electron shows the user a stack trace. */
export function logUncaughtErrors(log: Log): void {
  process.on('uncaughtException', (thrown) => {
    log.error('uncaught exception', { thrown: describeThrown(thrown) });
  });
  process.on('unhandledRejection', (thrown) => {
    log.error('unhandled rejection', { thrown: describeThrown(thrown) });
  });
}

const OWN_PROCESS_NAMES: ReadonlySet<string> = new Set(Object.values(PROCESS_NAMES));
/** The reasons with which our own processes end when this program ends them: after `kill()` Electron emits the event too. */
const ORDINARY_REASONS: ReadonlySet<string> = new Set(['killed', 'clean-exit']);

/** Logs that a process other than a page's has ended unexpectedly; its name is one of ours or Chromium's. */
export function logChildProcessExits(log: Log): void {
  app.on('child-process-gone', (_event, { type, reason, exitCode, name }) => {
    // Not logged here: where this program or the engine has not ended the process, the part that needs it notices its end.
    if (OWN_PROCESS_NAMES.has(name ?? '') && ORDINARY_REASONS.has(reason)) return;
    log.error('a child process has ended', { type, reason, exitCode, name: name ?? type });
  });
}

/** Returns facts about this program for the page. */
export function getProgramInfo(baseUrlHint: string | null): CallOutput<'app.info'> {
  return {
    version: app.getVersion(),
    host: process.versions['electron'] === undefined ? 'stand-in' : 'electron',
    platform: process.platform,
    packaged: app.isPackaged,
    baseUrlHint,
    languages: app.getPreferredSystemLanguages(),
    systemLocale: app.getSystemLocale(),
  };
}
