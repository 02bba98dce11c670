import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

/**
 * A small file beside the desk file that tells how far it had come: SQLite cannot say that the end of a file was lost, or that an
 * older copy was put in its place. It holds counts alone.
 */
const markSchema = z.object({
  /** Which file it belongs to. */
  generation: z.string().regex(/^[0-9a-f]{16}$/),
  /** The highest number that a write was given. */
  number: z.number().int().nonnegative(),
  /** How often a write was about to leave. */
  moves: z.number().int().nonnegative(),
});
export type Mark = Readonly<z.infer<typeof markSchema>>;

function markPath(folder: string): string {
  return path.join(folder, 'desk.mark');
}

/** The mark in an account's folder; null where there is none that can be read. */
export function readMark(folder: string): Mark | null {
  try {
    return markSchema.parse(JSON.parse(readFileSync(markPath(folder), 'utf8')));
  } catch {
    return null;
  }
}

/** Writes the mark, whole or not at all. Throws the system's error where it cannot. */
export function writeMark(folder: string, mark: Mark): void {
  const draft = `${markPath(folder)}.new`;
  writeFileSync(draft, JSON.stringify(mark), { mode: 0o600 });
  renameSync(draft, markPath(folder));
}
