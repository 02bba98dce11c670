import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { AccountIdentity } from '#contract/accounts.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { getAccountFolder } from '#main/base/data-dir.ts';
import { readJsonFile, writeJsonFile } from '#main/base/json-file.ts';
import { getSystemErrorCode, isDiskFull } from '#main/base/system-errors.ts';
import { KEYCHAIN_ABSENT, KEYCHAIN_DONE, type KeychainResult, type KeychainWriteResult } from '../answer.ts';
import { isSameSecretBinding, toSecretBinding, type PinTriesRecord, type Vault } from '../vault.ts';
import { lockDocumentSchema, type LockDocument } from './lock-document.ts';

const FILE = 'lock.json';

/** The places of what locks an account: the document, the secret without which its PIN opens nothing, the wrong tries. */
export interface LockStore {
  /** `memory`: nothing outlives this run of the program. */
  readonly place: 'keychain' | 'memory';
  readDocument(): Result<LockDocument | null>;
  /** Replaces the document atomically. */
  writeDocument(document: LockDocument): Result<void>;
  removeDocument(): Result<void>;
  /** `absent` also where the secret belongs to another address or user. */
  getSecret(): Promise<KeychainResult<Buffer>>;
  saveSecret(secret: Uint8Array): Promise<KeychainWriteResult>;
  deleteSecret(): Promise<KeychainWriteResult>;
  getTries(): Promise<KeychainResult<PinTriesRecord>>;
  saveTries(tries: PinTriesRecord): Promise<KeychainWriteResult>;
  deleteTries(): Promise<KeychainWriteResult>;
}

/** Writes and removes files; a test ends the process in between. */
export interface LockFiles {
  readonly write: (file: string, value: unknown) => void;
  readonly remove: (file: string) => void;
}

export const LOCK_FILES: LockFiles = {
  write: writeJsonFile,
  remove: (file) => rmSync(file, { force: true }),
};

/** Returns whether an account has a document on the disk, readable or not. */
export function hasLockFile(dataDir: string, account: string): boolean {
  return existsSync(join(getAccountFolder(dataDir, account), FILE));
}

function attempt(work: () => void): Result<void> {
  try {
    return ok(work());
  } catch (thrown) {
    const code = getSystemErrorCode(thrown);
    return err(isDiskFull(code) ? 'storage-full' : 'storage-read-only', { detail: `${FILE}: ${code}` });
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
    files = LOCK_FILES,
  }: {
    readonly dataDir: string;
    readonly vault: Vault;
    readonly files?: LockFiles | undefined;
  },
  account: AccountIdentity,
): LockStore {
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
      if (!isSameSecretBinding(saved.value, account)) return KEYCHAIN_ABSENT;
      return { state: 'found', value: Buffer.from(saved.value.secret, 'hex') };
    },
    saveSecret: (secret) =>
      vault.saveLockSecret(id, { secret: Buffer.from(secret).toString('hex'), ...toSecretBinding(account) }),
    deleteSecret: () => vault.deleteLockSecret(id),
    getTries: () => vault.getPinTries(id),
    saveTries: (tries) => vault.savePinTries(id, tries),
    deleteTries: () => vault.deletePinTries(id),
  };
}

/** Opens the store of an account without a keychain: its files end with this run, and so does its lock. */
export function createMemoryLockStore(): LockStore {
  let document: LockDocument | null = null;
  let secret: Buffer | null = null;
  let tries: PinTriesRecord | null = null;
  const get = <T>(value: T | null): KeychainResult<T> =>
    value === null ? KEYCHAIN_ABSENT : { state: 'found', value };
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
    // The receiver overwrites what it gets.
    getSecret: async () => get(secret === null ? null : Buffer.from(secret)),
    saveSecret: async (next) => {
      secret = Buffer.from(next);
      return KEYCHAIN_DONE;
    },
    deleteSecret: async () => {
      secret?.fill(0);
      secret = null;
      return KEYCHAIN_DONE;
    },
    getTries: async () => get(tries),
    saveTries: async (next) => {
      tries = next;
      return KEYCHAIN_DONE;
    },
    deleteTries: async () => {
      tries = null;
      return KEYCHAIN_DONE;
    },
  };
}
