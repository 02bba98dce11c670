import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, 'corpus');

/** Returns the kept inputs of a target by file name: those that failed once. */
export function readCorpus(target: string): ReadonlyMap<string, Buffer> {
  const folder = join(FOLDER, target);
  if (!existsSync(folder)) return new Map();
  const names = readdirSync(folder).sort();
  return new Map(names.map((name) => [name, readFileSync(join(folder, name))]));
}

/** Keeps an input, so that it is tried again with every run of the tests. Returns its path. */
export function keepInput(target: string, input: Uint8Array): string {
  const name = createHash('sha256').update(input).digest('hex').slice(0, 12);
  const file = join(FOLDER, target, name);
  mkdirSync(join(FOLDER, target), { recursive: true });
  writeFileSync(file, input);
  return file;
}
