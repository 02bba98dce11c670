import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

function absolute(folder: string | undefined, style: path.PlatformPath): string | null {
  // The XDG specification: a relative path in these variables is to be ignored.
  return folder !== undefined && style.isAbsolute(folder) ? folder : null;
}

/**
 * Where Intray keeps its data when nobody says otherwise: the usual place of the platform. Window and command
 * share it.
 * @param variables the environment
 * @param home the user's home folder
 */
export function defaultDataDir(
  platform: NodeJS.Platform,
  variables: Readonly<Record<string, string | undefined>>,
  home: string = homedir(),
): string {
  const { win32, posix } = path;
  switch (platform) {
    case 'win32':
      return win32.join(
        absolute(variables['APPDATA'], win32) ?? win32.join(home, 'AppData', 'Roaming'),
        'Intray',
      );
    case 'darwin':
      return posix.join(home, 'Library', 'Application Support', 'Intray');
    default:
      return posix.join(
        absolute(variables['XDG_CONFIG_HOME'], posix) ?? posix.join(home, '.config'),
        'intray',
      );
  }
}

/** The folder of an account's files that stay. */
export function accountFolder(dataDir: string, account: string): string {
  return path.join(dataDir, 'accounts', account);
}

/** Whether encrypted files of an account wait for their key: the cache, or what exists on this desk alone. */
export function hasAccountFiles(dataDir: string, account: string): boolean {
  const folder = accountFolder(dataDir, account);
  return ['cache.db', 'local.db'].some((name) => existsSync(path.join(folder, name)));
}
