import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');
const BUNDLES = ['dist/main/index.cjs', 'dist/preload/index.cjs', 'dist/renderer/index.html'];
const SOURCES = ['main', 'preload', 'renderer', 'scripts/build', 'vite.config.ts', 'package.json'];

/** The newest modification time at or below a path, in epoch milliseconds; 0 where there is none. */
function getNewestTime(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return 0;
  if (!found.isDirectory()) return found.mtimeMs;
  const below = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Math.max(0, ...below.map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs));
}

/** Builds the bundles where they are older than the sources. Returns false where that failed. */
export function buildWhereStale(): boolean {
  const changed = Math.max(...SOURCES.map((path) => getNewestTime(join(ROOT, path))));
  const built = Math.min(...BUNDLES.map((path) => getNewestTime(join(ROOT, path))));
  if (built >= changed) return true;
  console.log('Building Intray …');
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  return status === 0;
}
