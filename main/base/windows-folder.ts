import { realpathSync } from 'node:fs';

/**
 * Returns the folder of Windows, for example `C:\Windows`. The environment is not asked: every user may
 * change it for a program of their own.
 */
export function getSystemRoot(resolve: (path: string) => string = realpathSync.native): string {
  try {
    return resolve('\\\\?\\GLOBALROOT\\SystemRoot').replace(/^\\\\\?\\/, '');
  } catch {
    return 'C:\\Windows';
  }
}
