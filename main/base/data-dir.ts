import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

function toAbsoluteOrNull(folder: string | undefined, style: path.PlatformPath): string | null {
  // The XDG specification requires that a relative path in these variables is ignored.
  return folder !== undefined && style.isAbsolute(folder) ? folder : null;
}

/**
 * Returns the default data folder: the platform's usual place. Window and command share it.
 * @param variables the environment
 * @param home the user's home folder
 */
export function getDefaultDataDir(
  platform: NodeJS.Platform,
  variables: Readonly<Record<string, string | undefined>>,
  home: string = homedir(),
): string {
  const { win32, posix } = path;
  switch (platform) {
    case 'win32':
      return win32.join(
        // Not the roaming folder: it is copied to a server, and would give two computers one outbox.
        toAbsoluteOrNull(variables['LOCALAPPDATA'], win32) ?? win32.join(home, 'AppData', 'Local'),
        'Intray',
      );
    case 'darwin':
      return posix.join(home, 'Library', 'Application Support', 'Intray');
    default:
      return posix.join(
        toAbsoluteOrNull(variables['XDG_CONFIG_HOME'], posix) ?? posix.join(home, '.config'),
        'intray',
      );
  }
}

/** Returns the folder of an account's permanent files. */
export function getAccountFolder(dataDir: string, account: string): string {
  return path.join(dataDir, 'accounts', account);
}

/** Returns whether an account has encrypted files: the cache or the local store. */
export function hasAccountFiles(dataDir: string, account: string): boolean {
  const folder = getAccountFolder(dataDir, account);
  return ['cache.db', 'local.db'].some((name) => existsSync(path.join(folder, name)));
}

/** Returns the ids of the accounts that have a folder in the data folder, known or not. */
export function listAccountIdsInDataDir(dataDir: string): readonly string[] {
  const parent = path.join(dataDir, 'accounts');
  if (!existsSync(parent)) return [];
  const ids = readdirSync(parent).map((name) => /^([a-f0-9]{16,32})(?:\.aside-[0-9TZ-]+)?$/.exec(name)?.[1]);
  return [...new Set(ids.filter((id) => id !== undefined))];
}
