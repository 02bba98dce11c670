/** Starts the built program on either host and connects to its window. */
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { _electron } from 'playwright';
import { findChromium } from '../../scripts/system-parts.ts';
import { electronProgram, getRootSwitches, HOW_TO_GET_ELECTRON } from '../host/electron-program.ts';
import { standInCommand, startStandIn, type RunningProgram } from '../host/start-stand-in.ts';

export type Host = 'electron' | 'chromium';

export interface Launch {
  readonly host: Host;
  /** The arguments of Intray. */
  readonly words: readonly string[];
  /** The whole environment. */
  readonly environment: Readonly<Record<string, string>>;
}

/** The folder with the bundles: this one, or an extracted packed program. */
const APP_FOLDER = resolve(import.meta.dirname, '../..', process.env['INTRAY_APP_FOLDER'] ?? '.');
const MAIN = join(APP_FOLDER, 'dist/main/index.cjs');

/** Why that host is not available on this computer, or null. */
export function whyUnavailable(host: Host): string | null {
  if (host === 'electron')
    return electronProgram() === null
      ? `Electron's program is not installed; ${HOW_TO_GET_ELECTRON} brings it`
      : null;
  return findChromium('headless') === null ? 'there is no Chromium on this computer' : null;
}

/** The whole command that starts the program. */
export function commandLine(host: Host, words: readonly string[]): readonly [string, ...string[]] {
  return host === 'electron'
    ? [electronProgram() ?? '', ...getRootSwitches(), APP_FOLDER, ...words]
    : standInCommand(MAIN, words);
}

/** Starts the program and resolves when its window shows Intray's page. */
export function launch({ host, words, environment }: Launch): Promise<RunningProgram> {
  return host === 'electron'
    ? launchElectron(words, environment)
    : startStandIn({ main: MAIN, words, environment: { ...environment, INTRAY_STAND_IN_BADGE: '1' } });
}

async function launchElectron(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<RunningProgram> {
  const electron = await _electron.launch({
    executablePath: electronProgram() ?? '',
    args: [...getRootSwitches(), APP_FOLDER, ...words],
    env: { ...environment },
  });
  // A specification replaces the page's own function by what the printer does with the page: the system's dialog
  // would wait for the user.
  await electron.firstWindow();
  await electron.evaluate(({ BrowserWindow }) => {
    for (const { webContents } of BrowserWindow.getAllWindows())
      webContents.print = (_options, answer) => {
        void webContents.executeJavaScript('window.print()').then(() => answer?.(true, ''));
      };
  });
  const child = electron.process();
  const output: string[] = [];
  child.stdout?.on('data', (chunk) => output.push(String(chunk)));
  child.stderr?.on('data', (chunk) => output.push(String(chunk)));
  const ended = once(child, 'exit').then(([code]) => code as number | null); // as Node says
  const end = (signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> => {
    child.kill(signal);
    return ended;
  };
  return {
    page: await electron.firstWindow(),
    pid: child.pid ?? 0,
    ended,
    output: () => output.join(''),
    titles: () =>
      electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((each) => each.getTitle())),
    clickNotice: () => {
      throw new Error('only the stand-in shows notices that a test can click');
    },
    tellPower: () => {
      throw new Error('only the stand-in is told whether the computer is used');
    },
    choose: () => {
      throw new Error('only the stand-in has a user whose choices a test changes');
    },
    logOff: () => {
      throw new Error('only the stand-in logs off without logging off');
    },
    quit: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
  };
}
