import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

const MAX_BYTES = 1_000_000;

function getSize(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * A file for log lines, and its predecessor; together never more than two megabytes.
 * @param folder where both lie; it is made where it is missing
 * @returns a writer of one line; a line that cannot be written is lost, because a full disk must not stop the desk
 */
export function logFile(folder: string): (line: string) => void {
  const file = join(folder, 'intray.log');
  const attempt = (work: () => void): void => {
    try {
      work();
    } catch {
      // Nothing to tell it to.
    }
  };
  attempt(() => mkdirSync(folder, { recursive: true, mode: 0o700 }));
  let size = getSize(file);
  return (line) =>
    attempt(() => {
      if (size > MAX_BYTES) {
        renameSync(file, join(folder, 'intray.1.log'));
        size = 0;
      }
      appendFileSync(file, `${line}\n`, { mode: 0o600 });
      size += line.length + 1;
    });
}
