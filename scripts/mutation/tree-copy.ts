/** A copy of the working tree, in which mutated files are tested. The working tree itself is never written to. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * Copies every file of the tree that git does not ignore, with its uncommitted changes, into a new temporary
 * folder, and links the installed packages there.
 * @returns the folder; `removeTreeCopy` removes it
 */
export function makeTreeCopy(root: string): string {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const copy = mkdtempSync(join(tmpdir(), 'intray-mutation-'));
  for (const name of listed.split('\0')) {
    // A file that was deleted and not committed is still listed.
    if (name === '' || !existsSync(join(root, name))) continue;
    mkdirSync(join(copy, dirname(name)), { recursive: true });
    cpSync(join(root, name), join(copy, name));
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** Removes a copy; the packages behind its link stay. */
export function removeTreeCopy(copy: string): void {
  rmSync(copy, { recursive: true, force: true, maxRetries: 3 });
}
