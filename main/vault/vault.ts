import { z } from 'zod';
import { tokensSchema, type Tokens } from '#contract/account.ts';
import { cacheKeySchema } from '#contract/control.ts';
import { sequential } from '#main/base/async.ts';
import { ABSENT, isShut, type Answer, type Done } from './answer.ts';
import { createKeychain, type Keychain, type KeychainOptions } from './keychain.ts';
import { deleteParts, readParts, saveInParts } from './parts.ts';

const storedKeySchema = z.object({ key: cacheKeySchema, cipher: z.literal('aegis') });
/** The key of an account's cache, and the cipher that it is for. */
export type StoredKey = Readonly<z.infer<typeof storedKeySchema>>;

/** Secrets of accounts in the system keychain, by account id: two accounts never share one. Nothing throws. */
export interface Vault {
  tokens(account: string): Promise<Answer<Tokens>>;
  /** Keeps both tokens or neither; the former pair stays until the new one is whole. */
  saveTokens(account: string, tokens: Tokens): Promise<Done>;
  cacheKey(account: string): Promise<Answer<StoredKey>>;
  saveCacheKey(account: string, key: StoredKey): Promise<Done>;
  /** Forgets the key first, so that nothing cached can be read whatever happens next. */
  forget(account: string): Promise<Done>;
  close(): void;
}

function tokensName(account: string): string {
  return `${account}/tokens`;
}

function keyName(account: string): string {
  return `${account}/cache-key`;
}

/** A stored text that is not what we wrote counts as none. */
function parsed<T>(answer: Answer<string>, schema: z.ZodType<T>): Answer<T> {
  if (answer.state !== 'found') return answer;
  try {
    const checked = schema.safeParse(JSON.parse(answer.value));
    return checked.success ? { state: 'found', value: checked.data } : ABSENT;
  } catch {
    return ABSENT;
  }
}

/** Opens the vault over the system keychain, whose process starts at the first call. */
export function createVault(options: KeychainOptions): Vault {
  return vaultOver(createKeychain(options));
}

/** Opens the vault over a keychain. */
export function vaultOver(keychain: Keychain): Vault {
  // A text in parts takes several calls, which those for another text must not come between.
  const gate = sequential();
  return {
    tokens: (account) =>
      gate(async () => parsed(await readParts(keychain, tokensName(account)), tokensSchema)),
    saveTokens: (account, tokens) =>
      gate(() => saveInParts(keychain, tokensName(account), JSON.stringify(tokens))),
    cacheKey: (account) => gate(async () => parsed(await keychain.get(keyName(account)), storedKeySchema)),
    saveCacheKey: (account, key) => gate(() => keychain.set(keyName(account), JSON.stringify(key))),
    forget: (account) =>
      gate(async () => {
        const forgotten = await keychain.delete(keyName(account));
        return isShut(forgotten) ? forgotten : deleteParts(keychain, tokensName(account));
      }),
    close: () => keychain.close(),
  };
}
