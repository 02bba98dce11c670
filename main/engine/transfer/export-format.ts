/**
 * The format of an export file: a line of JSON, which names the address and holds nothing of a patient; then pieces,
 * each encrypted and authenticated with AES-256-GCM under a key that scrypt derives from the passphrase. A piece covers
 * the line, its own place and whether it is the last one, so that no part can be changed, moved or left out.
 */
import { createCipheriv, createDecipheriv, hash, scrypt } from 'node:crypto';
import { z } from 'zod';
import { encryptionKeySchema } from '#contract/internal-procedures.ts';

export const EXPORT_FORMAT_NAME = 'intray-export';
export const EXPORT_FORMAT_VERSION = 1;
/** Maximum length of the first line of an export file, in bytes. */
export const MAX_EXPORT_HEADER_BYTES = 4_096;
/** Size of the content of each piece of an export file, in bytes; the last one may be smaller. */
export const EXPORT_PIECE_BYTES = 1_048_576;
/** Size of the authentication tag that the encryption adds to each piece, in bytes. */
export const EXPORT_PIECE_TAG_BYTES = 16;
/** Size of the owner, with the database's key, in the first piece: filled up with blanks; in bytes. */
export const EXPORT_OWNER_AND_KEY_BYTES = 4_096;
export const EXPORT_SALT_BYTES = 16;
const NONCE_BYTES = 12;

export const exportHeaderSchema = z.strictObject({
  format: z.literal(EXPORT_FORMAT_NAME),
  version: z.literal(EXPORT_FORMAT_VERSION),
  /** Base address of the account. */
  origin: z.string(),
  /** The salt for deriving the keys from the passphrase, hexadecimal. */
  salt: z.string().regex(/^[0-9a-f]{32}$/),
  /** Proof of the passphrase's key, which tells a wrong passphrase from a damaged file. */
  check: z.string().regex(/^[0-9a-f]{64}$/),
});
export type ExportHeader = Readonly<z.infer<typeof exportHeaderSchema>>;

export const exportOwnerAndKeySchema = z.strictObject({
  userId: z.string().nullable(),
  /** The key of the database that is the rest of the content: one that no other file has. */
  key: encryptionKeySchema,
  /** When the file was exported, epoch milliseconds. */
  exportedAt: z.number(),
});
export type ExportOwnerAndKey = Readonly<z.infer<typeof exportOwnerAndKeySchema>>;

/** What is derived from a passphrase and a salt: the encryption key and a proof of it. */
export interface ExportKeyAndProof {
  readonly key: Buffer;
  /** Proof that the key is right, hexadecimal; neither key nor passphrase can be derived from it. */
  readonly check: string;
}

/** Parameters of scrypt, by which each guess of a passphrase takes 128 MB of memory. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1_048_576 } as const;

function derive(passphrase: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(passphrase, salt, 64, COST, (error, bytes) => (error === null ? resolve(bytes) : reject(error)));
  });
}

/** Derives the keys of a file; takes about half a second. */
export async function deriveExportKeyAndProof(passphrase: string, salt: Buffer): Promise<ExportKeyAndProof> {
  const bytes = await derive(passphrase.normalize('NFC'), salt);
  return { key: bytes.subarray(0, 32), check: hash('sha256', bytes.subarray(32)) };
}

/** One piece of a file: its place, from 0, and whether it is the last one. */
export interface ExportPiecePosition {
  readonly index: number;
  readonly isLast: boolean;
}

function toNonce({ index, isLast }: ExportPiecePosition): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUInt32BE(index, NONCE_BYTES - 5);
  nonce.writeUInt8(isLast ? 1 : 0, NONCE_BYTES - 1);
  return nonce;
}

/** Returns a piece encrypted. The salt of each file is its own, so that no nonce is used twice with a key. */
export function encryptExportPiece(
  key: Buffer,
  header: Buffer,
  place: ExportPiecePosition,
  content: Uint8Array,
): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, toNonce(place), {
    authTagLength: EXPORT_PIECE_TAG_BYTES,
  });
  cipher.setAAD(header);
  return Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

/** Returns the content of a piece; null where it is not the piece of that place, or was changed. */
export function decryptExportPiece(
  key: Buffer,
  header: Buffer,
  place: ExportPiecePosition,
  sealed: Uint8Array,
): Buffer | null {
  const end = sealed.length - EXPORT_PIECE_TAG_BYTES;
  if (end < 0) return null;
  const cipher = createDecipheriv('aes-256-gcm', key, toNonce(place), {
    authTagLength: EXPORT_PIECE_TAG_BYTES,
  });
  cipher.setAAD(header);
  cipher.setAuthTag(sealed.subarray(end));
  try {
    return Buffer.concat([cipher.update(sealed.subarray(0, end)), cipher.final()]);
  } catch {
    return null;
  }
}
