import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { memoryKeychain, type MemoryKeychain } from '../support/memory-keychain.ts';

/** Writes the entries of a keychain to a file, whole or not at all. */
export function saveKeychain(file: string, { entries }: Pick<MemoryKeychain, 'entries'>): void {
  writeFileSync(`${file}.new`, JSON.stringify([...entries]));
  renameSync(`${file}.new`, file);
}

/** Opens a keychain in a file, whose changes outlive the process at once, as those of the system do. */
export function openKeptKeychain(file: string): MemoryKeychain {
  const keychain = memoryKeychain();
  if (existsSync(file))
    keychain.restore(new Map(JSON.parse(readFileSync(file, 'utf8')) as [string, string][])); // as it was saved
  const change = async <T>(work: Promise<T>): Promise<T> => {
    const done = await work;
    saveKeychain(file, keychain);
    return done;
  };
  const set = keychain.set.bind(keychain);
  const remove = keychain.delete.bind(keychain);
  return Object.assign(keychain, {
    set: (name: string, secret: string) => change(set(name, secret)),
    delete: (name: string) => change(remove(name)),
  });
}
