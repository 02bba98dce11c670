import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scrypt } from 'node:crypto';

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The cost of turning a PIN into a key: scrypt's N, r and p. */
export interface PinScryptCost {
  readonly n: number;
  readonly r: number;
  readonly p: number;
}

/** Each try needs 128 MB of memory, and took 0.36 seconds on one core of an AMD EPYC processor. */
export const PIN_SCRYPT_COST: PinScryptCost = { n: 2 ** 17, r: 8, p: 1 };

/** Returns 32 random bytes. The owner overwrites them with zeros when they are no longer needed. */
export function createRandomKey(): Buffer {
  return randomBytes(KEY_BYTES);
}

/**
 * Encrypts and authenticates a short secret with AES-256-GCM.
 * @param context what the secret belongs to; another context opens nothing
 * @returns base64: the random IV, the tag, the encrypted secret
 */
export function encryptWithContext(secret: Uint8Array, key: Uint8Array, context: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
}

/** Returns a sealed secret; null where the key or the context is another one, or the text was changed. */
export function decryptWithContext(text: string, key: Uint8Array, context: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  const iv = bytes.subarray(0, IV_BYTES);
  const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(context)).setAuthTag(tag);
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}

/** Derives a key of 32 bytes from secret bytes that cannot be guessed. */
export function deriveKeyForPurpose(secret: Uint8Array, salt: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, purpose, KEY_BYTES));
}

function stretch(pin: Buffer, salt: Uint8Array, { n, r, p }: PinScryptCost): Promise<Buffer> {
  // The memory that scrypt needs, with room for what else it allocates.
  const options = { N: n, r, p, maxmem: 128 * n * r + 128 * r * p + 1024 * 1024 };
  return new Promise((resolve, reject) => {
    scrypt(pin, salt, KEY_BYTES, options, (error, key) => (error === null ? resolve(key) : reject(error)));
  });
}

/**
 * Derives the key of a PIN. It needs the PIN, memory, time, and a secret of 32 bytes from the keychain: neither
 * a copy of the files nor the keychain alone allows guessing.
 */
export async function derivePinKey(
  pin: string,
  secret: Uint8Array,
  { salt, cost }: { readonly salt: Uint8Array; readonly cost: PinScryptCost },
): Promise<Buffer> {
  const typed = Buffer.from(pin);
  const stretched = await stretch(typed, salt, cost).finally(() => typed.fill(0));
  const both = Buffer.concat([stretched, secret]);
  const key = deriveKeyForPurpose(both, salt, 'intray pin');
  stretched.fill(0);
  both.fill(0);
  return key;
}
