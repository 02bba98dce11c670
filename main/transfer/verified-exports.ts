import { realpathSync, statSync } from 'node:fs';
import type { PendingChange } from '#contract/outbox.ts';

/** An export file that was read back, and the changes in it. */
interface VerifiedExport {
  readonly file: string;
  readonly bytes: number;
  readonly changes: ReadonlySet<string>;
}

/** Returns what identifies a change and its content. Its state may have changed since the export. */
function identify({ number, operation, fields }: PendingChange): string {
  return JSON.stringify([number, operation, fields.map(({ field, mine }) => [field, mine])]);
}

/** Returns the size of a file; null where it is missing, or its drive or server cannot be reached. */
function readSize(file: string): number | null {
  try {
    return statSync(file).size;
  } catch {
    return null;
  }
}

/** Returns the path that the file system itself has for a file, without links and other spellings; null where it is missing. */
function findRealPath(file: string): string | null {
  try {
    return realpathSync.native(file);
  } catch {
    return null;
  }
}

/**
 * The export files of this run of the program, by account. A removal may rely on one only while the file is there and
 * holds every unsent change as it is now.
 */
export class VerifiedExports {
  readonly #exports = new Map<string, VerifiedExport>();

  /** Notes that a file was read back and holds these changes. What another account had exported to it was replaced. */
  note(account: string, file: string, bytes: number, changes: readonly PendingChange[]): void {
    const written = findRealPath(file);
    for (const [other, noted] of this.#exports)
      if (findRealPath(noted.file) === written) this.#exports.delete(other);
    this.#exports.set(account, { file, bytes, changes: new Set(changes.map(identify)) });
  }

  /** Returns the path of the file that holds all of these changes; null where there is none. */
  findFile(account: string, unsent: readonly PendingChange[]): string | null {
    const found = this.#exports.get(account);
    if (found === undefined || !unsent.every((each) => found.changes.has(identify(each)))) return null;
    return readSize(found.file) === found.bytes ? found.file : null;
  }
}
