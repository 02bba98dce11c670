import { lstatSync } from 'node:fs';
import { posix } from 'node:path';

/** What is needed to know of a file or folder to say who can write it. */
export interface PosixFileStats {
  readonly uid: number;
  readonly mode: number;
  isFile(): boolean;
  isDirectory(): boolean;
}

const ROOT = 0;
const WRITABLE_BY_OTHERS = 0o022;
const OPEN_TO_OTHERS = 0o077;

/** Returns a path and all folders above it, the root first. */
function listPathFromRoot(path: string): readonly string[] {
  const parent = posix.dirname(path);
  return parent === path ? [path] : [...listPathFromRoot(parent), path];
}

function findEntryProblem(path: string, entry: PosixFileStats, isLast: boolean): string | null {
  if (!(isLast ? entry.isFile() : entry.isDirectory()))
    return `${path} is not ${isLast ? 'a plain file' : 'a folder'}; links are not followed`;
  if (entry.uid !== ROOT) return `${path} belongs to user ${entry.uid} and not to root`;
  return (entry.mode & WRITABLE_BY_OTHERS) === 0
    ? null
    : `${path} can be written by others than root (mode ${(entry.mode & 0o7777).toString(8)})`;
}

/**
 * Returns why a file with tokens is not of this user alone, or null: the file and its folder must belong to the
 * user and be closed to others, and only root may write the folders above. Throws the system's error.
 * @param uid number of the user
 */
export function findPosixTokenFileRightsProblem(
  file: string,
  uid: number | undefined = process.getuid?.(),
  stat: (path: string) => PosixFileStats = lstatSync,
): string | null {
  const folder = posix.dirname(file);
  for (const path of listPathFromRoot(posix.dirname(folder))) {
    const problem = findEntryProblem(path, stat(path), false);
    if (problem !== null) return problem;
  }
  const entries = [
    [folder, stat(folder).isDirectory()],
    [file, stat(file).isFile()],
  ] as const;
  for (const [path, isRightKind] of entries) {
    const entry = stat(path);
    if (!isRightKind) return `${path} is not what it should be; links are not followed`;
    if (entry.uid !== uid) return `${path} does not belong to this user`;
    if ((entry.mode & OPEN_TO_OTHERS) !== 0)
      return `${path} is open to others (mode ${(entry.mode & 0o7777).toString(8)})`;
  }
  return null;
}

/**
 * Returns why a file could have been written by another user than root, or null: the file and every folder
 * above it must belong to root, and only root may write them. Rights of an access list count as those of
 * the group. Throws the system's error.
 */
export function findPosixPolicyFileRightsProblem(
  file: string,
  stat: (path: string) => PosixFileStats = lstatSync,
): string | null {
  for (const path of listPathFromRoot(file)) {
    const problem = findEntryProblem(path, stat(path), path === file);
    if (problem !== null) return problem;
  }
  return null;
}
