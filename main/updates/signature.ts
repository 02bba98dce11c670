import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto';
import { z } from 'zod';

/**
 * A signed description of an update, as the server has it. The signature is over `SIGNED_TEXT_PREFIX` and the bytes
 * of the payload, not over a re-formatted text.
 */
const envelopeSchema = z.object({
  /** The signed description of the update, in base64. */
  payload: z.base64().max(200_000),
  /** The first 16 hex digits of the SHA-256 of the public key. */
  key: z.string().regex(/^[0-9a-f]{16}$/),
  /** Ed25519 signature: 64 bytes, in base64. */
  signature: z.base64().max(100),
});

/** Every signed text begins with this prefix, so that a signature made for another purpose is not accepted. */
export const SIGNED_TEXT_PREFIX = 'intray-update-1\n';

const RAW_KEY_BYTES = 32;
/** The bytes that precede the 32 bytes of an Ed25519 public key in the format that Node reads (SPKI, DER). */
const SPKI_HEADER = Buffer.from('302a300506032b6570032100', 'hex');

/** Returns the id of a public key: the beginning of its SHA-256 in hex. */
export function getUpdateKeyId(key: string): string {
  return createHash('sha256').update(Buffer.from(key, 'base64')).digest('hex').slice(0, 16);
}

/** Reads a public key of 32 bytes in base64; throws for anything else. */
export function parseEd25519PublicKey(key: string): KeyObject {
  const raw = Buffer.from(key, 'base64');
  if (raw.length !== RAW_KEY_BYTES) throw new Error('a public key has 32 bytes');
  return createPublicKey({ key: Buffer.concat([SPKI_HEADER, raw]), format: 'der', type: 'spki' });
}

/** Returns the bytes over which a signature is made: the prefix and the payload. */
export function buildBytesToSign(payload: Buffer): Buffer {
  return Buffer.concat([Buffer.from(SIGNED_TEXT_PREFIX), payload]);
}

export type ManifestVerification =
  | { readonly state: 'trusted'; readonly payload: Buffer }
  | { readonly state: 'unreadable' | 'wrong-signature' };

/**
 * Verifies the signature of a manifest: `trusted` only where one of these keys signed exactly these bytes.
 * @param text the file of the server
 * @param keys public keys, 32 bytes each in base64
 */
export function verifySignedManifest(text: string, keys: readonly string[]): ManifestVerification {
  const parsed = envelopeSchema.safeParse(tryParse(text));
  if (!parsed.success) return { state: 'unreadable' };
  const { key: id, signature } = parsed.data;
  const payload = Buffer.from(parsed.data.payload, 'base64');
  const key = keys.find((known) => getUpdateKeyId(known) === id);
  const isTrusted =
    key !== undefined &&
    verify(null, buildBytesToSign(payload), parseEd25519PublicKey(key), Buffer.from(signature, 'base64'));
  return isTrusted ? { state: 'trusted', payload } : { state: 'wrong-signature' };
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
