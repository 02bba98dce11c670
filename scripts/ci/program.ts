/** The program that a step runs: a packed one, or the bundles on the stand-in host. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { standInCommand, type StandInBrowser } from '../../test/host/start-stand-in.ts';
import { findChromium } from '../system-parts.ts';
import { CannotRunError, ROOT } from './report.ts';

export interface ProgramUnderTest {
  readonly name: string;
  /** Whether it is Electron's own program. */
  readonly isReal: boolean;
  /** Returns the whole command line with these arguments. */
  readonly command: (args: readonly string[]) => readonly [string, ...string[]];
}

/** Where the packages put the program, by system. */
const INSTALLED: Readonly<Record<string, readonly string[]>> = {
  linux: ['/opt/Intray/intray'],
  darwin: ['/Applications/Intray.app/Contents/MacOS/Intray'],
  win32: [
    join(process.env['LOCALAPPDATA'] ?? '', 'Programs', 'Intray', 'Intray.exe'),
    join(process.env['ProgramFiles'] ?? '', 'Intray', 'Intray.exe'),
  ],
};

/** What `npm run package -- --dir` packs, by system. */
const PACKED: Readonly<Record<string, string>> = {
  linux: 'release/linux-unpacked/intray',
  darwin: 'release/mac-universal/Intray.app/Contents/MacOS/Intray',
  win32: 'release/win-unpacked/Intray.exe',
};

/** Returns the place where a package has put the program; null where it is not installed. */
export function findInstalled(): string | null {
  return (INSTALLED[process.platform] ?? []).find((path) => existsSync(path)) ?? null;
}

function getStandIn(browser: StandInBrowser): ProgramUnderTest {
  const main = join(ROOT, 'dist/main/index.cjs');
  if (findChromium(browser === 'visible' ? 'visible' : 'headless') === null)
    throw new CannotRunError('the stand-in needs a Chromium');
  if (!existsSync(main)) throw new CannotRunError('the bundles are not built: npm run build');
  return { name: 'the stand-in host', isReal: false, command: (args) => standInCommand(main, args, browser) };
}

/** The options of the command line that choose the program; without any it is the one in the packed folder. */
export const PROGRAM_OPTIONS = {
  program: { type: 'string' },
  installed: { type: 'boolean' },
  'stand-in': { type: 'boolean' },
} as const;

export interface ProgramChoice {
  /** The file of a packed program. */
  readonly program?: string | undefined;
  readonly installed?: boolean | undefined;
  readonly 'stand-in'?: boolean | undefined;
}

/**
 * Returns the program that was chosen.
 * @param browser what the stand-in shows its windows with
 * @throws `CannotRunError` where it is not on this computer
 */
export function chooseProgram(values: ProgramChoice, browser: StandInBrowser = 'light'): ProgramUnderTest {
  if (values['stand-in'] === true) return getStandIn(browser);
  const packed = join(ROOT, PACKED[process.platform] ?? '');
  const file = values.installed === true ? findInstalled() : (values.program ?? packed);
  if (file === null || !existsSync(file))
    throw new CannotRunError(
      `there is no packed program at ${file ?? 'its place of installation'}; --stand-in runs the bundles`,
    );
  return { name: file, isReal: true, command: (args) => [file, ...args] };
}
