import { join } from 'node:path';
import { flipFuses } from '@electron/fuses';
import { Arch, type AfterPackContext } from 'electron-builder';
import { getFuses } from './fuses.ts';

/** Returns the program's file in a packed folder. */
function getProgramFile({ appOutDir, electronPlatformName, packager }: AfterPackContext): string {
  const name = packager.appInfo.productFilename;
  const onLinux = packager.config.linux?.executableName ?? name;
  if (electronPlatformName === 'darwin') return join(appOutDir, `${name}.app`);
  return join(appOutDir, electronPlatformName === 'win32' ? `${name}.exe` : onLinux);
}

/**
 * Sets the fuses of the packed program. The packer also calls this for each half of a universal program, before it merges them: setting
 * fuses signs a program for macOS again, and the merge refuses halves whose signatures differ.
 */
export async function afterPack(context: AfterPackContext): Promise<void> {
  if (context.electronPlatformName === 'darwin' && context.arch !== Arch.universal) return;
  await flipFuses(getProgramFile(context), getFuses(context.electronPlatformName));
}
