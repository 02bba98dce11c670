import { rmSync } from 'node:fs';
import path from 'node:path';
import { isTemporaryPath } from '#main/base/write-file.ts';

/**
 * Name of the event with the path of the file that a pack is being written to, null as soon as it is complete or gone.
 * The process that sees the writing one end removes the file, which is encrypted.
 */
export const INCOMPLETE_PACK_FILE_EVENT = 'incompleteFile';

/** Returns what a message of a thread says of the file; undefined where it is another message (see `base/rpc.ts`). */
export function readIncompletePackFileMessage(message: unknown): string | null | undefined {
  if (typeof message !== 'object' || message === null) return undefined;
  const { t, name, payload } = message as { t?: unknown; name?: unknown; payload?: unknown }; // Any object may be read like this: each field is checked before use.
  if (t !== 'event' || name !== INCOMPLETE_PACK_FILE_EVENT) return undefined;
  return typeof payload === 'string' ? payload : null;
}

/** The input of a call that writes a pack: the path of its file. */
interface PackTarget {
  readonly path: string;
  readonly replaces: boolean;
}

/** Keeps the path of the file that a pack is being written to. */
export class IncompletePackFileTracker {
  #file: string | null = null;

  /** Takes over what an event says; other events change nothing. */
  note(name: unknown, payload: unknown): void {
    if (name === INCOMPLETE_PACK_FILE_EVENT) this.#file = typeof payload === 'string' ? payload : null;
  }

  /**
   * Removes the file after the end of the process that was writing it. A file that it cannot have been writing for this
   * target stays, whatever it said.
   */
  remove(target: PackTarget): void {
    const file = this.#file;
    this.#file = null;
    if (file === null) return;
    const isDraft = path.dirname(file) === path.dirname(target.path) && isTemporaryPath(file);
    if (!(isDraft || (file === target.path && !target.replaces))) return;
    try {
      rmSync(file, { force: true });
    } catch {
      // The folder may be gone, or no longer allow it: the error of the pack is the one to report.
    }
  }
}
