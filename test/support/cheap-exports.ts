import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll } from 'vitest';

const CHEAP = { N: 2, r: 1, p: 1 };

type Given = [
  passphrase: string,
  salt: Buffer,
  length: number,
  cost: crypto.ScryptOptions,
  done: (error: Error | null, bytes: Buffer) => void,
];

/**
 * Makes the key of an export file cost next to nothing in all tests of a file: half a second for each of dozens of keys
 * would be most of their time. What a key costs is tested without it.
 */
export function useCheapExports(): void {
  const { scrypt } = crypto;
  beforeAll(() => {
    Object.assign(crypto, {
      scrypt: (...[passphrase, salt, length, , done]: Given) => scrypt(passphrase, salt, length, CHEAP, done),
    });
    syncBuiltinESMExports();
  });
  afterAll(() => {
    Object.assign(crypto, { scrypt });
    syncBuiltinESMExports();
  });
}
