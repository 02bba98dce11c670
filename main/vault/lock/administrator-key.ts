import {
  createHash,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import { deriveKeyForPurpose, encryptWithContext, decryptWithContext } from './sealing.ts';

/** A secret sealed so that only the holder of the administrator's private key can open it. */
export interface KeySealedForAdministrator {
  /** Id of the public key for which the secret was sealed. */
  readonly keyId: string;
  /** The public half of a pair that was made for this secret alone; base64 of its SPKI form. */
  readonly ephemeral: string;
  readonly sealed: string;
}

function toText(key: KeyObject): string {
  return key.export({ type: 'spki', format: 'der' }).toString('base64');
}

function readPublicKey(text: string): KeyObject {
  return createPublicKey({ key: Buffer.from(text, 'base64'), type: 'spki', format: 'der' });
}

/** Returns the name of a public key: it tells whether a secret was sealed for it. */
export function getAdministratorKeyId(publicKey: string): string {
  return createHash('sha256').update(publicKey).digest('hex').slice(0, 16);
}

/** Both public keys go into the derived key, so that neither can be exchanged. */
function deriveShared(
  own: KeyObject,
  other: KeyObject,
  { ephemeral, publicKey }: { readonly ephemeral: string; readonly publicKey: string },
): Buffer {
  const shared = diffieHellman({ privateKey: own, publicKey: other });
  const key = deriveKeyForPurpose(shared, Buffer.from(`${ephemeral} ${publicKey}`), 'intray administrator');
  shared.fill(0);
  return key;
}

/** Seals a secret for the holder of a private key (X25519). */
export function sealForAdministrator(
  secret: Uint8Array,
  publicKey: string,
  context: string,
): KeySealedForAdministrator {
  const pair = generateKeyPairSync('x25519');
  const ephemeral = toText(pair.publicKey);
  const key = deriveShared(pair.privateKey, readPublicKey(publicKey), { ephemeral, publicKey });
  const sealed = encryptWithContext(secret, key, context);
  key.fill(0);
  return { keyId: getAdministratorKeyId(publicKey), ephemeral, sealed };
}

/**
 * Opens a secret with the text of a private key in PEM.
 * @returns null where the text is no such key, or the secret was sealed for another one
 */
export function unsealAsAdministrator(
  { ephemeral, sealed }: KeySealedForAdministrator,
  pem: string,
  context: string,
): Buffer | null {
  try {
    const privateKey = createPrivateKey(pem);
    const publicKey = toText(createPublicKey(privateKey));
    const key = deriveShared(privateKey, readPublicKey(ephemeral), { ephemeral, publicKey });
    const secret = decryptWithContext(sealed, key, context);
    key.fill(0);
    return secret;
  } catch {
    return null;
  }
}

/** A new pair for an administrator: the private key in PEM, and the public one as the policy takes it. */
export function createAdministratorKeyPair(): { readonly privatePem: string; readonly publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('x25519');
  return {
    privatePem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: toText(publicKey),
  };
}
