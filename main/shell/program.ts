import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { app, dialog } from 'electron';
import type { CallOutput } from '#contract/api.ts';
import { describeThrown, type Log } from '#main/base/log.ts';
import { announceScheme } from './protocol.ts';
import { guardAllContents } from './guards.ts';

/** The same as `appId` of the package. */
const APP_ID = 'desk.intray.app';

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

export interface ProgramOptions {
  readonly dataDir: string;
  readonly debugPort: number | null;
}

/**
 * Makes all settings that are needed before Electron is ready.
 * @returns false where another run of the program uses this data folder: its window comes to the front
 * @throws where the data folder cannot be created
 */
export function prepareProgram({ dataDir, debugPort }: ProgramOptions): boolean {
  const profile = join(dataDir, 'window');
  mkdirSync(profile, { recursive: true, mode: 0o700 });
  app.enableSandbox();
  announceScheme();
  guardAllContents();
  // Without it Windows shows no notifications of a program that was not installed.
  if (process.platform === 'win32') app.setAppUserModelId(APP_ID);
  app.setPath('userData', profile);
  if (debugPort !== null) app.commandLine.appendSwitch('remote-debugging-port', String(debugPort));
  return app.requestSingleInstanceLock();
}

/** Brings the window to the front when the user starts the program again or clicks it in the dock. */
export function onShowRequested(show: () => void): void {
  // The command line of the second start is ignored.
  app.on('second-instance', show);
  app.on('activate', show);
}

/** Shows why the program cannot start, and ends it. */
export function refuseToStart(sentence: string, exitCode: number): void {
  dialog.showErrorBox('Intray cannot start', sentence);
  app.exit(exitCode);
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

/** Returns facts about this program for the page. */
export function getProgramInfo(baseUrlHint: string | null): CallOutput<'app.info'> {
  return {
    version: app.getVersion(),
    host: process.versions['electron'] === undefined ? 'stand-in' : 'electron',
    platform: process.platform,
    packaged: app.isPackaged,
    baseUrlHint,
  };
}
