import type { KeychainFailure } from '#main/vault/keychain-result.ts';
import type { Keychain } from '#main/vault/keychain.ts';

/** Thrown where a test ends the process between two steps. */
export class Died extends Error {}

/** A keychain in memory with the limits of the strictest system: 1280 characters per entry. */
export interface MemoryKeychain extends Keychain {
  readonly entries: Map<string, string>;
  /** Replaces all entries, as a restored backup does. */
  restore(entries: ReadonlyMap<string, string>): void;
  /** The number of writes and removals after which the next one throws `Died`; Infinity for never. */
  stepsLeft: number;
  /** The number of writes and removals after which all later ones are refused; Infinity for never. */
  stepsTaken: number;
  /** The error that every call returns; null while the keychain works. */
  simulatedState: KeychainFailure | null;
}

const DONE = { state: 'done' } as const;
const REFUSED: KeychainFailure = { state: 'unavailable', detail: 'no more' };

/** Opens an empty one. */
export function memoryKeychain(): MemoryKeychain {
  const entries = new Map<string, string>();
  const change = async (
    work: () => typeof DONE | KeychainFailure,
  ): Promise<typeof DONE | KeychainFailure> => {
    if (keychain.stepsLeft <= 0) throw new Died();
    if (keychain.simulatedState !== null) return keychain.simulatedState;
    if (keychain.stepsTaken <= 0) return REFUSED;
    keychain.stepsLeft -= 1;
    keychain.stepsTaken -= 1;
    return work();
  };
  const keychain: MemoryKeychain = {
    entries,
    restore: (kept) => {
      entries.clear();
      kept.forEach((value, name) => entries.set(name, value));
    },
    stepsLeft: Infinity,
    stepsTaken: Infinity,
    simulatedState: null,
    get: async (name) => {
      const value = entries.get(name);
      return (
        keychain.simulatedState ?? (value === undefined ? { state: 'absent' } : { state: 'found', value })
      );
    },
    set: (name, secret) =>
      change(() => {
        if (secret.length > 1280) return { state: 'unavailable', detail: 'longer than the platform limit' };
        entries.set(name, secret);
        return DONE;
      }),
    delete: (name) =>
      change(() => {
        entries.delete(name);
        return DONE;
      }),
    cancel: () => {},
    close: () => {},
  };
  return keychain;
}
