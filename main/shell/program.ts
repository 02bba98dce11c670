import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { app, dialog } from 'electron';
import type { Output } from '#contract/api.ts';
import { describeThrown, type Log } from '#main/base/log.ts';
import { announceScheme } from './protocol.ts';
import { guardAllContents } from './guards.ts';

/** As `appId` of the package has it. */
const APP_ID = 'desk.intray.app';

/** Whether this is the packaged program, not one that a developer started. */
export function isPackaged(): boolean {
  return app.isPackaged;
}

/** Resolves when windows and processes may be made. */
export async function whenReady(): Promise<void> {
  await app.whenReady();
}

/** Ends the program the orderly way. */
export function quit(): void {
  app.quit();
}

export interface ProgramOptions {
  readonly dataDir: string;
  readonly debugPort: number | null;
}

/**
 * Everything that has to be said before Electron is ready.
 * @returns false where another run of the program has this data folder: its window comes to the front
 * @throws where the data folder cannot be made
 */
export function prepareProgram({ dataDir, debugPort }: ProgramOptions): boolean {
  const profile = join(dataDir, 'window');
  mkdirSync(profile, { recursive: true, mode: 0o700 });
  app.enableSandbox();
  announceScheme();
  guardAllContents();
  // Without it Windows shows no notice of a program that was not installed.
  if (process.platform === 'win32') app.setAppUserModelId(APP_ID);
  app.setPath('userData', profile);
  if (debugPort !== null) app.commandLine.appendSwitch('remote-debugging-port', String(debugPort));
  return app.requestSingleInstanceLock();
}

/** Brings the window to the front when somebody starts the program again, or picks it in the dock. */
export function onAskedFor(show: () => void): void {
  // What the second start was told on its command line is not looked at.
  app.on('second-instance', show);
  app.on('activate', show);
}

/** Says why the program cannot start, and ends it. */
export function refuseToStart(sentence: string, exitCode: number): void {
  dialog.showErrorBox('Intray cannot start', sentence);
  app.exit(exitCode);
}

/** Logs what nobody has caught. Without this, Electron shows the person a stack trace. */
export function logMishaps(log: Log): void {
  process.on('uncaughtException', (thrown) => {
    log.error('nobody caught this', { thrown: describeThrown(thrown) });
  });
  process.on('unhandledRejection', (thrown) => {
    log.error('nobody waited for this', { thrown: describeThrown(thrown) });
  });
}

/** Facts about this program for the page. */
export function programInfo(baseUrlHint: string | null): Output<'app.info'> {
  return {
    version: app.getVersion(),
    host: process.versions['electron'] === undefined ? 'stand-in' : 'electron',
    platform: process.platform,
    packaged: app.isPackaged,
    baseUrlHint,
  };
}
