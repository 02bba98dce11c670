import type { KeychainAnswer } from '#main/vault/answers.ts';
import type { Keychain } from '#main/vault/keychain.ts';

/** Thrown where a test lets the process die between two steps. */
export class Died extends Error {}

/** A keychain in memory with the limits of the strictest system: 1280 characters an entry. */
export interface MemoryKeychain extends Keychain {
  readonly entries: Map<string, string>;
  /** Dies before the write or removal that comes after so many; Infinity lives. */
  stepsLeft: number;
  /** Every answer, where it is not the stored one. */
  mood: KeychainAnswer<never> | null;
}

/** Opens an empty one. */
export function memoryKeychain(): MemoryKeychain {
  const entries = new Map<string, string>();
  const step = (): void => {
    if (keychain.stepsLeft <= 0) throw new Died();
    keychain.stepsLeft -= 1;
  };
  const answer = <T>(work: () => KeychainAnswer<T>): Promise<KeychainAnswer<T>> =>
    Promise.resolve().then(() => keychain.mood ?? work());
  const keychain: MemoryKeychain = {
    entries,
    stepsLeft: Infinity,
    mood: null,
    read: (name) =>
      answer<string>(() => {
        const value = entries.get(name);
        return value === undefined ? { state: 'absent' } : { state: 'found', value };
      }),
    write: (name, secret) =>
      answer<null>(() => {
        step();
        if (secret.length > 1280) return { state: 'unavailable', detail: 'longer than the platform allows' };
        entries.set(name, secret);
        return { state: 'found', value: null };
      }),
    remove: (name) =>
      answer<null>(() => {
        step();
        return entries.delete(name) ? { state: 'found', value: null } : { state: 'absent' };
      }),
    close: () => {},
  };
  return keychain;
}
