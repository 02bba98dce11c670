import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { AccountIdentity } from '#contract/accounts.ts';
import { unattendedJobNameSchema } from '#contract/policy.ts';
import { getAdministratorKeyId, sealForAdministrator, unsealAsAdministrator } from './administrator-key.ts';
import {
  createRandomKey,
  deriveKeyForPurpose,
  derivePinKey,
  encryptWithContext,
  decryptWithContext,
  type PinScryptCost,
} from './sealing.ts';

const base64 = z
  .string()
  .max(1000)
  .regex(/^[A-Za-z0-9+/]+=*$/);
const hex16 = z.string().regex(/^[0-9a-f]{16}$/);
/** A changed file must not be able to ask for all memory of the computer. */
const cost = z.strictObject({
  n: z
    .number()
    .int()
    .min(2)
    .max(2 ** 20)
    .refine((n) => (n & (n - 1)) === 0),
  r: z.number().int().min(1).max(16),
  p: z.number().int().min(1).max(4),
});

/**
 * The locked key of an account. The key of its files is sealed under a random lock key; the lock key is sealed once for
 * each way to open it: the PIN with the keychain's secret, the recovery code, the administrator, each job. So one of
 * these ways can be added, replaced or removed without the others.
 */
export const lockDocumentSchema = z.strictObject({
  version: z.literal(1),
  id: hex16,
  origin: z.string(),
  userId: z.string().nullable(),
  fileKey: base64,
  /** The key that replaces `fileKey`, until every file has it. */
  nextFileKey: base64.optional(),
  pin: z.strictObject({ salt: base64, cost, sealed: base64 }),
  /** Tells whether the keychain's secret belongs to this document, without the PIN. */
  secretCheck: hex16,
  code: z.strictObject({ salt: base64, sealed: base64 }).nullable(),
  administrator: z.strictObject({ keyId: hex16, ephemeral: base64, sealed: base64 }).nullable(),
  jobs: z
    .array(z.strictObject({ name: unattendedJobNameSchema, sealed: base64 }))
    .max(20)
    .readonly(),
});
export type LockDocument = Readonly<z.infer<typeof lockDocumentSchema>>;

/** Name and key of an unattended job, which opens the account without a PIN. */
export interface UnattendedJobNameAndKey {
  readonly name: string;
  /** 32 bytes. */
  readonly key: Uint8Array;
}

/** What a sealed key belongs to: in another account, address, user or purpose nothing opens it. */
function getContext(
  { id, origin, userId }: Pick<LockDocument, 'id' | 'origin' | 'userId'>,
  purpose: string,
): string {
  return JSON.stringify(['intray lock', 1, id, origin, userId, purpose]);
}

/** Returns whether a lock document was made for this account's address and user. */
export function isLockDocumentOf({ origin, userId }: LockDocument, account: AccountIdentity): boolean {
  return origin === account.baseUrl && userId === account.userId;
}

function getSecretCheck(secret: Uint8Array, id: string): string {
  return createHash('sha256').update(`intray secret ${id} `).update(secret).digest('hex').slice(0, 16);
}

/** Returns whether the keychain's secret belongs to a document. */
export function isPinPepperOfLockDocument({ id, secretCheck }: LockDocument, secret: Uint8Array): boolean {
  return timingSafeEqual(Buffer.from(getSecretCheck(secret, id)), Buffer.from(secretCheck));
}

export interface PinPepperAndCost {
  readonly pin: string;
  /** The keychain's secret, 32 bytes. */
  readonly secret: Uint8Array;
  readonly cost: PinScryptCost;
}

/** Creates the document for a file key. @returns it, and the lock key that it seals in several ways */
export async function createLockDocument(
  { baseUrl: origin, userId }: AccountIdentity,
  fileKey: Uint8Array,
  secrets: PinPepperAndCost,
): Promise<{ readonly document: LockDocument; readonly lockKey: Buffer }> {
  const owner = { id: createRandomKey().subarray(0, 8).toString('hex'), origin, userId };
  const lockKey = createRandomKey();
  const unused = { salt: '', sealed: '', cost: secrets.cost };
  const empty = { ...owner, pin: unused, secretCheck: '', code: null, administrator: null, jobs: [] };
  const sealed = {
    ...empty,
    version: 1 as const,
    fileKey: encryptWithContext(fileKey, lockKey, getContext(owner, 'files')),
  };
  return { document: await replacePinInLockDocument(sealed, lockKey, secrets), lockKey };
}

/** Returns a document that another PIN opens, or the same PIN with another secret. */
export async function replacePinInLockDocument(
  document: LockDocument,
  lockKey: Uint8Array,
  { pin, secret, cost }: PinPepperAndCost,
): Promise<LockDocument> {
  const salt = createRandomKey();
  const key = await derivePinKey(pin, secret, { salt, cost });
  const sealed = encryptWithContext(lockKey, key, getContext(document, 'pin'));
  key.fill(0);
  return {
    ...document,
    pin: { salt: salt.toString('base64'), cost, sealed },
    secretCheck: getSecretCheck(secret, document.id),
  };
}

/** Returns the document's lock key, opened with the PIN; null where the PIN is wrong. */
export async function unsealLockKeyWithPin(
  document: LockDocument,
  pin: string,
  secret: Uint8Array,
): Promise<Buffer | null> {
  const { salt, cost, sealed } = document.pin;
  const key = await derivePinKey(pin, secret, { salt: Buffer.from(salt, 'base64'), cost });
  const lockKey = decryptWithContext(sealed, key, getContext(document, 'pin'));
  key.fill(0);
  return lockKey;
}

/** Returns a document with another recovery code; the former one opens nothing any more. */
export function replaceRecoveryCodeInLockDocument(
  document: LockDocument,
  lockKey: Uint8Array,
  code: Uint8Array,
): LockDocument {
  const salt = createRandomKey();
  const key = deriveKeyForPurpose(code, salt, 'intray recovery code');
  const sealed = encryptWithContext(lockKey, key, getContext(document, 'code'));
  key.fill(0);
  return { ...document, code: { salt: salt.toString('base64'), sealed } };
}

/** Returns the lock key, opened with a recovery code; null where it is another code, or there is none. */
export function unsealLockKeyWithRecoveryCode(document: LockDocument, code: Uint8Array): Buffer | null {
  if (document.code === null) return null;
  const key = deriveKeyForPurpose(code, Buffer.from(document.code.salt, 'base64'), 'intray recovery code');
  const lockKey = decryptWithContext(document.code.sealed, key, getContext(document, 'code'));
  key.fill(0);
  return lockKey;
}

/** Returns a document that the holder of this public key opens, and of no other; the same one where it is so already. */
export function setAdministratorInLockDocument(
  document: LockDocument,
  lockKey: Uint8Array,
  publicKey: string | null,
): LockDocument {
  const keyId = publicKey === null ? null : getAdministratorKeyId(publicKey);
  if (keyId === (document.administrator?.keyId ?? null)) return document;
  const context = getContext(document, 'administrator');
  const administrator = publicKey === null ? null : sealForAdministrator(lockKey, publicKey, context);
  return { ...document, administrator };
}

/** Returns the lock key; null where it is another private key, or none may open the document. */
export function unsealLockKeyAsAdministrator(document: LockDocument, pem: string): Buffer | null {
  const { administrator } = document;
  return administrator === null
    ? null
    : unsealAsAdministrator(administrator, pem, getContext(document, 'administrator'));
}

/** Returns a document that a job opens with its key of 32 bytes; a former key of the same job opens nothing any more. */
export function addJobToLockDocument(
  document: LockDocument,
  lockKey: Uint8Array,
  { name, key }: UnattendedJobNameAndKey,
): LockDocument {
  const sealed = encryptWithContext(lockKey, key, getContext(document, `job ${name}`));
  return { ...document, jobs: [...document.jobs.filter((job) => job.name !== name), { name, sealed }] };
}

/** Returns a document that a job opens no longer; null where there is no such job. */
export function removeJobFromLockDocument(document: LockDocument, name: string): LockDocument | null {
  const jobs = document.jobs.filter((job) => job.name !== name);
  return jobs.length === document.jobs.length ? null : { ...document, jobs };
}

/** Returns the document's lock key, opened by a job; null where its key is wrong or there is no such job. */
export function unsealLockKeyAsJob(
  document: LockDocument,
  { name, key }: UnattendedJobNameAndKey,
): Buffer | null {
  const job = document.jobs.find((each) => each.name === name);
  return job === undefined ? null : decryptWithContext(job.sealed, key, getContext(document, `job ${name}`));
}

/** Returns the key of the files; null where the document was changed. */
export function unsealFileKey(document: LockDocument, lockKey: Uint8Array): Buffer | null {
  return decryptWithContext(document.fileKey, lockKey, getContext(document, 'files'));
}

/** Returns a document that holds the next key of the files beside the present one. */
export function addNextFileKeyToLockDocument(
  document: LockDocument,
  lockKey: Uint8Array,
  next: Uint8Array,
): LockDocument {
  return { ...document, nextFileKey: encryptWithContext(next, lockKey, getContext(document, 'next files')) };
}

/** Returns the next key of the files; null where there is none, or the document was changed. */
export function unsealNextFileKey(document: LockDocument, lockKey: Uint8Array): Buffer | null {
  const { nextFileKey } = document;
  return nextFileKey === undefined
    ? null
    : decryptWithContext(nextFileKey, lockKey, getContext(document, 'next files'));
}

/** Returns a document that holds this key of the files alone. */
export function replaceFileKeysInLockDocument(
  document: LockDocument,
  lockKey: Uint8Array,
  key: Uint8Array,
): LockDocument {
  const { nextFileKey: _next, ...rest } = document;
  return { ...rest, fileKey: encryptWithContext(key, lockKey, getContext(document, 'files')) };
}
