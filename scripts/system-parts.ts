/**
 * System packages that npm does not install: a browser for the stand-in host, a display, a message bus and a
 * keyring for the tests. As root on an apt system they are installed, with a notice; otherwise the command to
 * type is printed.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

export type SystemPart = 'chromium' | 'xvfb' | 'dbus' | 'keyring';

interface PartRecipe {
  /** Any of these on the PATH is sufficient. */
  readonly programs: readonly string[];
  readonly packages: readonly string[];
  readonly purpose: string;
}

const RECIPES: Readonly<Record<SystemPart, PartRecipe>> = {
  chromium: {
    programs: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    packages: ['chromium'],
    purpose: 'the browser of the stand-in host',
  },
  xvfb: { programs: ['Xvfb'], packages: ['xvfb', 'xauth'], purpose: 'a display for tests' },
  dbus: { programs: ['dbus-run-session'], packages: ['dbus'], purpose: 'a message bus for keychain tests' },
  keyring: {
    programs: ['gnome-keyring-daemon'],
    packages: ['gnome-keyring'],
    purpose: 'a keychain for tests',
  },
};

/** The full path of the first of these programs on the PATH, or null. */
export function findProgram(names: readonly string[]): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  for (const name of names) {
    const found = folders.map((folder) => join(folder, name)).find(isExecutable);
    if (found !== undefined) return found;
  }
  return null;
}

/** Chromium without a user interface: starts in half the time. Not every system has it. */
const HEADLESS = ['chromium-headless-shell'];

/** The browser of the stand-in host, or null. */
export function findChromium(mode: 'visible' | 'headless'): string | null {
  const { programs } = RECIPES.chromium;
  return findProgram(mode === 'headless' ? [...HEADLESS, ...programs] : programs);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function findMissingParts(parts: readonly SystemPart[]): readonly SystemPart[] {
  return parts.filter((part) => findProgram(RECIPES[part].programs) === null);
}

function installWithApt(packages: readonly string[]): boolean {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = (args: readonly string[]): boolean =>
    spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env: environment }).status === 0;
  return run(['update', '-qq']) && run(['install', '-y', '-qq', '--no-install-recommends', ...packages]);
}

/**
 * Makes sure that the packages are installed.
 * @returns true when they are; false when the user has to type the printed command first
 */
export function ensureSystemParts(parts: readonly SystemPart[]): boolean {
  const missing = findMissingParts(parts);
  if (missing.length === 0) return true;
  const packages = missing.flatMap((part) => RECIPES[part].packages);
  const purposes = missing.map((part) => RECIPES[part].purpose).join(', ');
  const isRoot = process.getuid?.() === 0;
  if (isRoot && findProgram(['apt-get']) !== null) {
    console.log(`Installing ${packages.join(', ')} (${purposes}) with apt-get.`);
    if (installWithApt(packages) && findMissingParts(parts).length === 0) return true;
  }
  console.error(`Missing: ${purposes}. Install with:\n  sudo apt-get install -y ${packages.join(' ')}`);
  return false;
}
