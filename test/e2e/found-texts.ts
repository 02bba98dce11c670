/** Texts in files, whatever wrote them. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Files of a folder and below, by path; those removed meanwhile are left out. */
export function filesBelow(folder: string): readonly (readonly [path: string, bytes: Buffer])[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const path = join(entry.parentPath, entry.name);
      try {
        return [[path, readFileSync(path)] as const];
      } catch {
        return [];
      }
    });
}

/** Returns the paths of files that contain one of these texts, in plain text or as UTF-16. */
function filterByTexts(
  files: readonly (readonly [path: string, bytes: Buffer])[],
  texts: readonly string[],
): readonly string[] {
  const needles = texts.flatMap((text) => [Buffer.from(text), Buffer.from(text, 'utf16le')]);
  return files.filter(([, bytes]) => needles.some((needle) => bytes.includes(needle))).map(([path]) => path);
}

/** Returns the files of a folder and below that contain one of these texts, in plain text or as UTF-16. */
export function findTexts(folder: string, texts: readonly string[]): readonly string[] {
  return filterByTexts(filesBelow(folder), texts);
}

/** Where programs and the system put files without being asked: shared memory, temporary files, and the memory of a crash. */
const SHARED_FOLDERS = [...new Set(['/dev/shm', '/tmp', tmpdir()])];

/** Names of the first folders that belong to other tests, whose files come and go meanwhile. */
const OF_OTHER_TESTS = /^intray-/;

/** The files of a folder, and below, that were written since a time, by path; what cannot be read is left out. */
function listNewFiles(folder: string, sinceMs: number, isDeep: boolean): readonly string[] {
  const names = (of: string) => {
    try {
      return readdirSync(of, { withFileTypes: true });
    } catch {
      return []; // It does not exist here, or belongs to another user.
    }
  };
  const isNew = (path: string): boolean => {
    try {
      return statSync(path).mtimeMs >= sinceMs;
    } catch {
      return false;
    }
  };
  return names(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return isDeep ? listNewFiles(path, sinceMs, true) : [];
    return entry.isFile() && isNew(path) ? [path] : [];
  });
}

/**
 * Returns the files outside of a computer's home that were written since a time and contain one of these texts: in shared
 * memory, among the temporary files, and in the folder in which tests and the program run, where a crash leaves memory.
 */
export function findTextsInSharedFolders(sinceMs: number, texts: readonly string[]): readonly string[] {
  const shared = SHARED_FOLDERS.flatMap((folder) => {
    const ofOthers = (path: string): boolean => OF_OTHER_TESTS.test(path.slice(folder.length + 1));
    return listNewFiles(folder, sinceMs, true).filter((path) => !ofOthers(path));
  });
  const files = [...shared, ...listNewFiles(process.cwd(), sinceMs, false)].flatMap((path) => {
    try {
      return [[path, readFileSync(path)] as const];
    } catch {
      return [];
    }
  });
  return filterByTexts(files, texts);
}
