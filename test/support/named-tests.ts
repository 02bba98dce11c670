/** Finds tests that documents and tables name. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the file of a test, for example of `unit/shell/window`; null where there is none. */
export function findTestFile(name: string): string | null {
  const places = ['.test.ts', '.test.tsx', '.spec.ts'].map((ending) => join('test', `${name}${ending}`));
  return places.find((path) => existsSync(path)) ?? null;
}

/** Whether a file of tests has a title with these words. */
export function hasTest(name: string, words: string): boolean {
  const file = findTestFile(name);
  if (file === null) return false;
  return readFileSync(file, 'utf8').includes(words);
}
