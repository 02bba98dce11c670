import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** How the user installs what `electronProgram` looks for. */
export const HOW_TO_GET_ELECTRON = 'npx install-electron';

/**
 * Arguments that Electron's program needs before its own. Chromium does not start in its sandbox as root: it is
 * for developers in a container, and no way to run Intray.
 */
export function getRootSwitches(): readonly string[] {
  return process.getuid?.() === 0 ? ['--no-sandbox'] : [];
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/**
 * The full path of Electron's own program, or null. Looks where the package `electron` looks, but never
 * downloads, as importing the package would.
 */
export function electronProgram(): string | null {
  const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  const name = readText(join(folder, 'path.txt'));
  const otherClient = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  const program =
    otherClient === undefined
      ? name !== null && join(folder, 'dist', name)
      : join(otherClient, name ?? 'electron');
  return program !== false && existsSync(program) ? program : null;
}
