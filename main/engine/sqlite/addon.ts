import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { memoize } from '#main/base/async.ts';

const MACHINES: Readonly<Record<string, string>> = { x64: 'x86_64', arm64: 'aarch64' };

/** For which platform and in which folder to look for the native SQLite addon. */
export interface AddonLookupInput {
  /** The folder of the library's package. */
  readonly folder: string;
  readonly platform: string;
  readonly arch: string;
  readonly exists: (file: string) => boolean;
}

/**
 * Returns the full path of the library's prebuilt addon. Without it the library looks for itself, and has Node
 * write a whole diagnostic report in every thread to find out which C library Linux has.
 * @returns null where only the library can tell: on Linux with musl, and on systems without a prebuilt addon
 */
export function findSqliteAddon({ folder, platform, arch, exists }: AddonLookupInput): string | null {
  if (platform === 'linux' && exists(`/lib/ld-musl-${MACHINES[arch] ?? arch}.so.1`)) return null;
  const file = path.join(folder, 'prebuilds', `${platform}-${arch}.node`);
  if (!exists(file)) return null;
  // A packed program has its addons beside the archive, because the system loads files only.
  return file.replace(/([\\/]app\.asar)([\\/])/, '$1.unpacked$2');
}

/** Returns the addon of this computer, see `findSqliteAddon`. */
export const getSqliteAddonPath = memoize((): string | null => {
  const entry = createRequire(import.meta.url).resolve('better-sqlite3/package.json');
  const { platform, arch } = process;
  return findSqliteAddon({ folder: path.dirname(entry), platform, arch, exists: existsSync });
});
