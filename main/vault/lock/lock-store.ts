import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { AccountIdentity } from '#contract/accounts.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { getAccountFolder } from '#main/base/data-dir.ts';
import { readJsonFile, writeJsonFile } from '#main/base/json-file.ts';
import { getSystemErrorCode, isDiskFullCode } from '#main/base/system-errors.ts';
import {
  KEYCHAIN_ENTRY_ABSENT,
  KEYCHAIN_WRITE_DONE,
  type KeychainReadResult,
  type KeychainWriteResult,
} from '../keychain-result.ts';
import { doSecretsBelongToAccount, toSecretOwner, type PinTriesRecord, type Vault } from '../vault.ts';
import { lockDocumentSchema, type LockDocument } from './lock-document.ts';

const FILE = 'lock.json';

/** The places of what locks an account: the document, the secret without which its PIN opens nothing, the wrong tries. */
export interface AccountLockStorage {
  /** Where the lock's secret is; `memory`: nothing is kept after this run of the program. */
  readonly place: 'keychain' | 'memory';
  readDocument(): Result<LockDocument | null>;
  /** Replaces the document atomically. */
  writeDocument(document: LockDocument): Result<void>;
  removeDocument(): Result<void>;
  /** `absent` also where the secret belongs to another address or user. */
  getSecret(): Promise<KeychainReadResult<Buffer>>;
  saveSecret(secret: Uint8Array): Promise<KeychainWriteResult>;
  deleteSecret(): Promise<KeychainWriteResult>;
  getTries(): Promise<KeychainReadResult<PinTriesRecord>>;
  saveTries(tries: PinTriesRecord): Promise<KeychainWriteResult>;
  deleteTries(): Promise<KeychainWriteResult>;
}

/** The operations on the lock document's file; a test replaces them to end the process in between. */
export interface LockFileOperations {
  readonly write: (file: string, value: unknown) => void;
  readonly remove: (file: string) => void;
}

export const DISK_LOCK_FILE_OPERATIONS: LockFileOperations = {
  write: writeJsonFile,
  remove: (file) => rmSync(file, { force: true }),
};

/** Returns whether an account has a document on the disk, readable or not. */
export function hasLockDocumentFile(dataDir: string, account: string): boolean {
  return existsSync(join(getAccountFolder(dataDir, account), FILE));
}

function attempt(work: () => void): Result<void> {
  try {
    return ok(work());
  } catch (thrown) {
    const code = getSystemErrorCode(thrown);
    return err(isDiskFullCode(code) ? 'storage-full' : 'storage-read-only', { detail: `${FILE}: ${code}` });
  }
}

function readFile(file: string): Result<LockDocument | null> {
  const reading = readJsonFile(file);
  if (reading.state === 'absent') return ok(null);
  if (reading.state !== 'found') return err('file-unreadable', { detail: `${FILE}: ${reading.problem}` });
  const document = lockDocumentSchema.safeParse(reading.value);
  return document.success ? ok(document.data) : err('file-unreadable', { detail: `${FILE}: not valid` });
}

/** Opens the store of an account whose document is a file, and whose secret is in the keychain. */
export function openKeychainLockStore(
  {
    dataDir,
    vault,
    files = DISK_LOCK_FILE_OPERATIONS,
  }: {
    readonly dataDir: string;
    readonly vault: Vault;
    readonly files?: LockFileOperations | undefined;
  },
  account: AccountIdentity,
): AccountLockStorage {
  const { id } = account;
  const file = join(getAccountFolder(dataDir, id), FILE);
  return {
    place: 'keychain',
    readDocument: () => readFile(file),
    writeDocument: (document) => attempt(() => files.write(file, document)),
    removeDocument: () => attempt(() => files.remove(file)),
    getSecret: async () => {
      const saved = await vault.getLockSecret(id);
      if (saved.state !== 'found') return saved;
      if (!doSecretsBelongToAccount(saved.value, account)) return KEYCHAIN_ENTRY_ABSENT;
      return { state: 'found', value: Buffer.from(saved.value.secret, 'hex') };
    },
    saveSecret: (secret) =>
      vault.saveLockSecret(id, { secret: Buffer.from(secret).toString('hex'), ...toSecretOwner(account) }),
    deleteSecret: () => vault.deleteLockSecret(id),
    getTries: () => vault.getPinTries(id),
    saveTries: (tries) => vault.savePinTries(id, tries),
    deleteTries: () => vault.deletePinTries(id),
  };
}

/** Opens the store of an account without a keychain: its files end with this run, and so does its lock. */
export function createMemoryLockStore(): AccountLockStorage {
  let document: LockDocument | null = null;
  let secret: Buffer | null = null;
  let tries: PinTriesRecord | null = null;
  const get = <T>(value: T | null): KeychainReadResult<T> =>
    value === null ? KEYCHAIN_ENTRY_ABSENT : { state: 'found', value };
  return {
    place: 'memory',
    readDocument: () => ok(document),
    writeDocument: (next) => {
      document = next;
      return ok(undefined);
    },
    removeDocument: () => {
      document = null;
      return ok(undefined);
    },
    // Returns a copy of the secret, because the receiver overwrites it.
    getSecret: async () => get(secret === null ? null : Buffer.from(secret)),
    saveSecret: async (next) => {
      secret = Buffer.from(next);
      return KEYCHAIN_WRITE_DONE;
    },
    deleteSecret: async () => {
      secret?.fill(0);
      secret = null;
      return KEYCHAIN_WRITE_DONE;
    },
    getTries: async () => get(tries),
    saveTries: async (next) => {
      tries = next;
      return KEYCHAIN_WRITE_DONE;
    },
    deleteTries: async () => {
      tries = null;
      return KEYCHAIN_WRITE_DONE;
    },
  };
}
