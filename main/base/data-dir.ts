import path from 'node:path';

export interface Home {
  readonly platform: NodeJS.Platform;
  /** Environment variables. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** The user's home folder. */
  readonly folder: string;
}

function absolute(folder: string | undefined, join: path.PlatformPath): string | null {
  // The XDG specification: a relative path in these variables is to be ignored.
  return folder !== undefined && join.isAbsolute(folder) ? folder : null;
}

/** Where Intray keeps its data when nobody says otherwise: the usual place of the platform. */
export function defaultDataDir({ platform, variables, folder }: Home): string {
  switch (platform) {
    case 'win32':
      return path.win32.join(
        absolute(variables['APPDATA'], path.win32) ?? path.win32.join(folder, 'AppData', 'Roaming'),
        'Intray',
      );
    case 'darwin':
      return path.posix.join(folder, 'Library', 'Application Support', 'Intray');
    default:
      return path.posix.join(
        absolute(variables['XDG_CONFIG_HOME'], path.posix) ?? path.posix.join(folder, '.config'),
        'intray',
      );
  }
}
