/** The program that a step runs: a packed one, or the bundles on the stand-in host. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { standInCommand } from '../../test/host/start-stand-in.ts';
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

function getStandIn(): ProgramUnderTest {
  const main = join(ROOT, 'dist/main/index.cjs');
  if (findChromium('headless') === null) throw new CannotRunError('the stand-in needs a Chromium');
  if (!existsSync(main)) throw new CannotRunError('the bundles are not built: npm run build');
  return { name: 'the stand-in host', isReal: false, command: (args) => standInCommand(main, args) };
}

/**
 * Chooses the program from the command line: `--program FILE`, `--installed`, `--stand-in`, or the packed folder.
 */
export function chooseProgram(): ProgramUnderTest {
  const { values } = parseArgs({
    options: { program: { type: 'string' }, installed: { type: 'boolean' }, 'stand-in': { type: 'boolean' } },
  });
  if (values['stand-in'] === true) return getStandIn();
  const packed = join(ROOT, PACKED[process.platform] ?? '');
  const file = values.installed === true ? findInstalled() : (values.program ?? packed);
  if (file === null || !existsSync(file))
    throw new CannotRunError(
      `there is no packed program at ${file ?? 'its place of installation'}; --stand-in runs the bundles`,
    );
  return { name: file, isReal: true, command: (args) => [file, ...args] };
}
