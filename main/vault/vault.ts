import { hash } from 'node:crypto';
import { z } from 'zod';
import { accessLogHeadSchema, type AccessLogHead } from '#contract/access-log.ts';
import { tokensSchema, type AccountIdentity, type Tokens } from '#contract/accounts.ts';
import { generationMarkerSchema, type GenerationMarker } from '#contract/generation-marker.ts';
import { encryptionKeySchema } from '#contract/internal-procedures.ts';
import { createTaskQueue } from '#main/base/async.ts';
import {
  KEYCHAIN_ENTRY_ABSENT,
  isKeychainFailure,
  type KeychainReadResult,
  type KeychainWriteResult,
} from './keychain-result.ts';
import { createKeychain, type Keychain, type KeychainDeps } from './keychain.ts';
import { deleteParts, readInParts, saveInParts } from './keychain-parts.ts';

/**
 * The owner of a secret, saved with it: the list of accounts is a plain file, and changing an address there
 * must not send the keychain's secrets to that address.
 */
const bindingSchema = z.object({ origin: z.string(), userId: z.string().nullable() });
export type SecretOwner = Readonly<z.infer<typeof bindingSchema>>;

/** Returns the address and user to whom an account's secrets belong. */
export function toSecretOwner({ baseUrl, userId }: AccountIdentity): SecretOwner {
  return { origin: baseUrl, userId };
}

/** Returns whether stored secrets belong to the address and user of an account. */
export function doSecretsBelongToAccount({ origin, userId }: SecretOwner, account: AccountIdentity): boolean {
  return origin === account.baseUrl && userId === account.userId;
}

const storedTokensSchema = tokensSchema.extend(bindingSchema.shape);
type StoredTokens = Tokens & SecretOwner;

const storedKeySchema = bindingSchema.extend({
  key: encryptionKeySchema,
  cipher: z.literal('aegis'),
  /** The key that the files are being encrypted with. Until that is finished a file may need either. */
  next: encryptionKeySchema.optional(),
});
/** The stored key of an account's files, its cipher, and the next key while it is replaced. */
export type StoredFileKeyRecord = Readonly<z.infer<typeof storedKeySchema>>;

const lockSecretSchema = bindingSchema.extend({ secret: encryptionKeySchema });
/** The secret that a PIN needs besides itself, stored in place of the file key: 64 hex digits. */
export type StoredPinPepper = Readonly<z.infer<typeof lockSecretSchema>>;

const pinTriesSchema = z.strictObject({
  /** The number of wrong PINs in a row. */
  wrong: z.number().int().nonnegative(),
  /** When the last one was tried, in epoch milliseconds of a clock that may have been changed. */
  at: z.number(),
});
export type PinTriesRecord = Readonly<z.infer<typeof pinTriesSchema>>;

/**
 * Secrets of accounts in the system keychain, by account id: two accounts never share one. Nothing throws.
 */
export interface Vault {
  getTokens(account: string): Promise<KeychainReadResult<StoredTokens>>;
  /** Saves both tokens or neither; the previous pair stays until the new one is complete. */
  saveTokens(account: string, tokens: StoredTokens): Promise<KeychainWriteResult>;
  getCacheKey(account: string): Promise<KeychainReadResult<StoredFileKeyRecord>>;
  saveCacheKey(account: string, key: StoredFileKeyRecord): Promise<KeychainWriteResult>;
  deleteCacheKey(account: string): Promise<KeychainWriteResult>;
  getLockSecret(account: string): Promise<KeychainReadResult<StoredPinPepper>>;
  saveLockSecret(account: string, secret: StoredPinPepper): Promise<KeychainWriteResult>;
  deleteLockSecret(account: string): Promise<KeychainWriteResult>;
  getPinTries(account: string): Promise<KeychainReadResult<PinTriesRecord>>;
  savePinTries(account: string, tries: PinTriesRecord): Promise<KeychainWriteResult>;
  deletePinTries(account: string): Promise<KeychainWriteResult>;
  /** Returns the generation marker of the account's local store. */
  getGenerationMark(account: string): Promise<KeychainReadResult<GenerationMarker>>;
  saveGenerationMark(account: string, mark: GenerationMarker): Promise<KeychainWriteResult>;
  deleteGenerationMark(account: string): Promise<KeychainWriteResult>;
  /** Returns the key of the access log, 64 hex digits. It belongs to no account, and nothing deletes it. */
  getAccessLogKey(): Promise<KeychainReadResult<string>>;
  saveAccessLogKey(key: string): Promise<KeychainWriteResult>;
  /** Returns the head of the access log in a data folder. */
  getAccessLogHead(dataDir: string): Promise<KeychainReadResult<AccessLogHead>>;
  saveAccessLogHead(dataDir: string, head: AccessLogHead): Promise<KeychainWriteResult>;
  /** Deletes the secrets of an account, its key first: if the rest fails, nothing cached can be read. */
  deleteSecrets(account: string): Promise<KeychainWriteResult>;
  /** Ends the call that waits until the user has answered a question of the system. */
  cancelQuestion(): void;
  close(): void;
}

function getTokensName(account: string): string {
  return `${account}/tokens`;
}

function getKeyName(account: string): string {
  return `${account}/cache-key`;
}

function getMarkName(account: string): string {
  return `${account}/generation`;
}

function getLockName(account: string): string {
  return `${account}/lock`;
}

function getTriesName(account: string): string {
  return `${account}/pin-tries`;
}

/** The keychain entry of the access log's key; no account has this name. */
const ACCESS_LOG_KEY = 'access-log/key';

function getAccessHeadName(dataDir: string): string {
  return `access-log/head-${hash('sha256', dataDir).slice(0, 16)}`;
}

/** Parses a stored text; one that this program did not write counts as absent. */
function parseAnswer<T>(answer: KeychainReadResult<string>, schema: z.ZodType<T>): KeychainReadResult<T> {
  if (answer.state !== 'found') return answer;
  try {
    const checked = schema.safeParse(JSON.parse(answer.value));
    return checked.success ? { state: 'found', value: checked.data } : KEYCHAIN_ENTRY_ABSENT;
  } catch {
    return KEYCHAIN_ENTRY_ABSENT;
  }
}

/** Opens the vault over the system keychain, whose process starts at the first call. */
export function createVaultWithKeychainProcess(options: KeychainDeps): Vault {
  return createVaultOverKeychain(createKeychain(options));
}

/** Creates the vault over a given keychain. */
export function createVaultOverKeychain(keychain: Keychain): Vault {
  // A text in parts takes several calls, which must not interleave with those for another text.
  const queue = createTaskQueue();
  return {
    getTokens: (account) =>
      queue(async () => parseAnswer(await readInParts(keychain, getTokensName(account)), storedTokensSchema)),
    saveTokens: (account, tokens) =>
      queue(() => saveInParts(keychain, getTokensName(account), JSON.stringify(tokens))),
    getCacheKey: (account) =>
      queue(async () => parseAnswer(await keychain.get(getKeyName(account)), storedKeySchema)),
    saveCacheKey: (account, key) => queue(() => keychain.set(getKeyName(account), JSON.stringify(key))),
    deleteCacheKey: (account) => queue(() => keychain.delete(getKeyName(account))),
    getLockSecret: (account) =>
      queue(async () => parseAnswer(await keychain.get(getLockName(account)), lockSecretSchema)),
    saveLockSecret: (account, secret) =>
      queue(() => keychain.set(getLockName(account), JSON.stringify(secret))),
    deleteLockSecret: (account) => queue(() => keychain.delete(getLockName(account))),
    getPinTries: (account) =>
      queue(async () => parseAnswer(await keychain.get(getTriesName(account)), pinTriesSchema)),
    savePinTries: (account, tries) => queue(() => keychain.set(getTriesName(account), JSON.stringify(tries))),
    deletePinTries: (account) => queue(() => keychain.delete(getTriesName(account))),
    getGenerationMark: (account) =>
      queue(async () => parseAnswer(await keychain.get(getMarkName(account)), generationMarkerSchema)),
    // Not queued: it is saved before every once-only change, which must not wait while the system asks the user about another
    // secret.
    saveGenerationMark: (account, mark) => keychain.set(getMarkName(account), JSON.stringify(mark), 'brief'),
    deleteGenerationMark: (account) => queue(() => keychain.delete(getMarkName(account))),
    getAccessLogKey: () =>
      queue(async () => parseAnswer(await keychain.get(ACCESS_LOG_KEY), encryptionKeySchema)),
    saveAccessLogKey: (key) => queue(() => keychain.set(ACCESS_LOG_KEY, JSON.stringify(key))),
    getAccessLogHead: (dataDir) =>
      queue(async () => parseAnswer(await keychain.get(getAccessHeadName(dataDir)), accessLogHeadSchema)),
    saveAccessLogHead: (dataDir, head) =>
      keychain.set(getAccessHeadName(dataDir), JSON.stringify(head), 'brief'),
    deleteSecrets: (account) =>
      queue(async () => {
        for (const getName of [getKeyName, getLockName, getMarkName, getTriesName]) {
          const deleted = await keychain.delete(getName(account));
          if (isKeychainFailure(deleted)) return deleted;
        }
        return deleteParts(keychain, getTokensName(account));
      }),
    cancelQuestion: () => keychain.cancel(),
    close: () => keychain.close(),
  };
}
