import type { Shut } from '#main/vault/answer.ts';
import type { Keychain } from '#main/vault/keychain.ts';

/** Thrown where a test lets the process die between two steps. */
export class Died extends Error {}

/** A keychain in memory with the limits of the strictest system: 1280 characters an entry. */
export interface MemoryKeychain extends Keychain {
  readonly entries: Map<string, string>;
  /** Dies at the write or removal that comes after so many; Infinity lives. */
  stepsLeft: number;
  /** Refuses the write or removal that comes after so many, and all later ones; Infinity refuses none. */
  stepsTaken: number;
  /** What it answers where it is shut. */
  simulatedState: Shut | null;
}

const DONE = { state: 'done' } as const;
const REFUSED: Shut = { state: 'unavailable', detail: 'no more' };

/** Opens an empty one. */
export function memoryKeychain(): MemoryKeychain {
  const entries = new Map<string, string>();
  const change = async (work: () => typeof DONE | Shut): Promise<typeof DONE | Shut> => {
    if (keychain.stepsLeft <= 0) throw new Died();
    if (keychain.simulatedState !== null) return keychain.simulatedState;
    if (keychain.stepsTaken <= 0) return REFUSED;
    keychain.stepsLeft -= 1;
    keychain.stepsTaken -= 1;
    return work();
  };
  const keychain: MemoryKeychain = {
    entries,
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
    close: () => {},
  };
  return keychain;
}
