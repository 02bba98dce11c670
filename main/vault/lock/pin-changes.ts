import { timingSafeEqual } from 'node:crypto';
import type { AccountIdentity } from '#contract/accounts.ts';
import { findPinProblem } from '#contract/lock.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { describeThrown, type Log } from '#main/base/log.ts';
import {
  isKeychainFailure,
  toKeychainError,
  type KeychainReadResult,
  type KeychainWriteResult,
} from '../keychain-result.ts';
import {
  createLockDocument,
  unsealLockKeyWithPin,
  setAdministratorInLockDocument,
  replacePinInLockDocument,
  replaceRecoveryCodeInLockDocument,
  type LockDocument,
} from './lock-document.ts';
import { toUnlockedKeysFromLockKey } from './lock-reader.ts';
import type { AccountLockStorage } from './lock-store.ts';
import type { UnlockedKeys } from './opened-locks.ts';
import { createRecoverySecret, formatRecoveryCode } from './recovery-code.ts';
import { createRandomKey, type PinScryptCost } from './sealing.ts';

/** The place of a key that no PIN protects, while the account has none. */
export interface UnprotectedKeyStore {
  read(): Promise<KeychainReadResult<string>>;
  save(key: string): Promise<KeychainWriteResult>;
  delete(): Promise<KeychainWriteResult>;
}

/** What setting, changing or removing the PIN of an account needs. */
export interface PinChangeDeps {
  readonly account: AccountIdentity;
  readonly store: AccountLockStorage;
  readonly plain: UnprotectedKeyStore;
  readonly cost: PinScryptCost;
  /** The administrator's public key; null where there is none. */
  readonly publicKey: string | null;
  readonly log: Log;
}

/** Returns 'weak-pin' with the problem as its detail where a new PIN is too easy to guess. */
export function checkNewPin(pin: string): Result<void> {
  const problem = findPinProblem(pin);
  return problem === null ? ok(undefined) : err('weak-pin', { detail: problem });
}

function toResult(answer: KeychainWriteResult): Result<void> {
  return isKeychainFailure(answer) ? toKeychainError(answer) : ok(undefined);
}

/** Opens the stored document with the keychain's secret. 'key-mismatch' where the key of the files is not the expected one. */
async function openStoredDocument(
  store: AccountLockStorage,
  pin: string,
  { secret, expected }: { readonly secret: Uint8Array; readonly expected: Uint8Array },
): Promise<Result<UnlockedKeys>> {
  const document = store.readDocument();
  if (!document.ok) return document;
  if (document.value === null) return err('key-missing');
  const lockKey = await unsealLockKeyWithPin(document.value, pin, secret);
  const opened = toUnlockedKeysFromLockKey(document.value, lockKey);
  if (!opened.ok) return opened;
  const isSame =
    opened.value.fileKey.length === expected.length && timingSafeEqual(opened.value.fileKey, expected);
  return isSame ? opened : err('key-mismatch');
}

/** Opens what was stored on the disk and in the keychain, as the next unlocking will. Errors of `openStoredDocument`. */
async function openStored(
  store: AccountLockStorage,
  pin: string,
  expected: Uint8Array,
): Promise<Result<UnlockedKeys>> {
  const secret = await store.getSecret();
  if (isKeychainFailure(secret)) return toKeychainError(secret);
  if (secret.state !== 'found') return err('key-missing');
  try {
    return await openStoredDocument(store, pin, { secret: secret.value, expected });
  } finally {
    secret.value.fill(0);
  }
}

/** Removes what locks an account; first what opens it. Returns the first error. */
async function removeLock(store: AccountLockStorage): Promise<Result<void>> {
  const forgotten = await store.deleteSecret();
  if (isKeychainFailure(forgotten)) return toKeychainError(forgotten);
  const removed = store.removeDocument();
  await store.deleteTries();
  return removed;
}

/**
 * Gives an account its first PIN. The unprotected key goes last, after the sealed one was opened from the disk and the
 * keychain; until then it is the one that counts, so that a crash at any step leaves the account as it was or with its
 * PIN.
 * @param key 64 hex digits
 */
export async function setFirstPin(
  { account, store, plain, cost, publicKey }: Omit<PinChangeDeps, 'log'>,
  key: string,
  pin: string,
): Promise<Result<{ readonly opened: UnlockedKeys; readonly recoveryCode: string }>> {
  const fileKey = Buffer.from(key, 'hex');
  const secret = createRandomKey();
  const code = createRecoverySecret();
  const made = await createLockDocument(account, fileKey, { pin, secret, cost });
  const document = replaceRecoveryCodeInLockDocument(made.document, made.lockKey, code);
  const steps = async (): Promise<Result<UnlockedKeys>> => {
    const written = store.writeDocument(setAdministratorInLockDocument(document, made.lockKey, publicKey));
    if (!written.ok) return written;
    const saved = toResult(await store.saveSecret(secret));
    if (!saved.ok) return saved;
    return openStored(store, pin, fileKey);
  };
  const opened = await steps();
  secret.fill(0);
  fileKey.fill(0);
  made.lockKey.fill(0);
  // What could not be completed is taken back; where that fails too, the unprotected key still counts.
  if (!opened.ok) {
    await removeLock(store);
    return opened;
  }
  const removed = await plain.delete();
  if (isKeychainFailure(removed)) return toKeychainError(removed);
  await store.deleteTries();
  const recoveryCode = formatRecoveryCode(code);
  code.fill(0);
  return ok({ opened: opened.value, recoveryCode });
}

/** Removes the PIN of an unlocked account. The unprotected key is saved and read back before what locks it goes. */
export async function removePin(
  { store, plain }: Pick<PinChangeDeps, 'store' | 'plain'>,
  { fileKey }: UnlockedKeys,
): Promise<Result<void>> {
  const key = fileKey.toString('hex');
  const saved = toResult(await plain.save(key));
  if (!saved.ok) return saved;
  const found = await plain.read();
  if (isKeychainFailure(found)) return toKeychainError(found);
  if (found.state !== 'found' || found.value !== key)
    return err('keychain-unavailable', { detail: 'the key was not saved' });
  return removeLock(store);
}

/** Opens an unlocked account's document as `openStoredDocument` does, and overwrites the keys that it has opened. */
async function verifyStoredDocument(
  ...parameters: Parameters<typeof openStoredDocument>
): Promise<Result<void>> {
  const opened = await openStoredDocument(...parameters);
  if (!opened.ok) return opened;
  opened.value.lockKey.fill(0);
  opened.value.fileKey.fill(0);
  return ok(undefined);
}

/** Writes the former document again. Where that fails, it is unknown which PIN opens the account. */
function restoreDocument(
  { store, log }: Pick<PinChangeDeps, 'store' | 'log'>,
  document: LockDocument,
): Result<void> {
  const restored = store.writeDocument(document);
  if (restored.ok) return restored;
  const { code, detail = '' } = restored.error;
  log.error('the former PIN could not be restored', { code, detail });
  return err(code, { detail: `${detail}; the former PIN could not be restored` });
}

/**
 * Replaces the PIN of an unlocked account: one file is replaced, and the keychain is neither changed nor needed again, because
 * it may have been locked meanwhile. Where the new file does not open the account, the former one is written again: after an error
 * the former PIN holds, unless that write fails too, which is then the error.
 */
export async function changePin(
  deps: Pick<PinChangeDeps, 'store' | 'cost' | 'log'>,
  {
    document,
    secret,
    opened,
  }: {
    readonly document: LockDocument;
    readonly secret: Uint8Array;
    readonly opened: UnlockedKeys;
  },
  newPin: string,
): Promise<Result<void>> {
  const { store, cost, log } = deps;
  try {
    const changed = await replacePinInLockDocument(document, opened.lockKey, { pin: newPin, secret, cost });
    const written = store.writeDocument(changed);
    if (!written.ok) return written;
    const expected = opened.fileKey;
    const verified = await verifyStoredDocument(store, newPin, { secret, expected }).catch(
      (thrown: unknown) => {
        log.error('the new PIN could not be tried', { thrown: describeThrown(thrown) });
        return err('internal');
      },
    );
    if (verified.ok) return verified;
    const restored = restoreDocument(deps, document);
    return restored.ok ? verified : restored;
  } finally {
    secret.fill(0);
  }
}

/**
 * Gives an account that was opened without its PIN a new one, and a new recovery code. Where the keychain has lost its
 * secret, the new secret is saved first: until the document is replaced, the former code opens it.
 * @param known the keychain's secret of this document; null where it has none
 */
export async function setPinAfterRecovery(
  { store, cost, publicKey }: Pick<PinChangeDeps, 'store' | 'cost' | 'publicKey'>,
  {
    document,
    lockKey,
    known,
  }: {
    readonly document: LockDocument;
    readonly lockKey: Uint8Array;
    readonly known: Uint8Array | null;
  },
  newPin: string,
): Promise<Result<{ readonly recoveryCode: string }>> {
  const secret = known ?? createRandomKey();
  if (known === null) {
    const saved = toResult(await store.saveSecret(secret));
    if (!saved.ok) return saved;
  }
  const code = createRecoverySecret();
  const pinned = await replacePinInLockDocument(document, lockKey, { pin: newPin, secret, cost });
  const coded = replaceRecoveryCodeInLockDocument(pinned, lockKey, code);
  const written = store.writeDocument(setAdministratorInLockDocument(coded, lockKey, publicKey));
  secret.fill(0);
  if (!written.ok) return written;
  await store.deleteTries();
  const recoveryCode = formatRecoveryCode(code);
  code.fill(0);
  return ok({ recoveryCode });
}
