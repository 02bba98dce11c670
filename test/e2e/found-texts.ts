/** Texts in files, whatever wrote them. */
import { readdirSync, readFileSync } from 'node:fs';
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

/** Returns the files of a folder and below that contain one of these texts, in plain text or as UTF-16. */
export function findTexts(folder: string, texts: readonly string[]): readonly string[] {
  const needles = texts.flatMap((text) => [Buffer.from(text), Buffer.from(text, 'utf16le')]);
  return filesBelow(folder)
    .filter(([, bytes]) => needles.some((needle) => bytes.includes(needle)))
    .map(([path]) => path);
}
