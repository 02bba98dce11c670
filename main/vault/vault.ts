import { z } from 'zod';
import { tokensSchema, type Tokens } from '#contract/accounts.ts';
import { cacheKeySchema, generationMarkSchema, type GenerationMarks } from '#contract/controls.ts';
import { sequential } from '#main/base/async.ts';
import { ABSENT, isShut, type Answer, type Done } from './answer.ts';
import { createKeychain, type Keychain, type KeychainOptions } from './keychain.ts';
import { deleteParts, readParts, saveInParts } from './parts.ts';

/**
 * The owner of a secret, saved with it: the list of accounts is a plain file, and changing an address there
 * must not send the keychain's secrets to that address.
 */
const boundSchema = z.object({ origin: z.string(), userId: z.string().nullable() });
export type Bound = Readonly<z.infer<typeof boundSchema>>;

const storedTokensSchema = tokensSchema.extend(boundSchema.shape);
type StoredTokens = Tokens & Bound;

const storedKeySchema = boundSchema.extend({ key: cacheKeySchema, cipher: z.literal('aegis') });
/** The key of an account's cache, and its cipher. */
export type StoredKey = Readonly<z.infer<typeof storedKeySchema>>;

/**
 * Secrets of accounts in the system keychain, by account id: two accounts never share one. Nothing throws.
 */
export interface Vault {
  tokens(account: string): Promise<Answer<StoredTokens>>;
  /** Saves both tokens or neither; the previous pair stays until the new one is complete. */
  saveTokens(account: string, tokens: StoredTokens): Promise<Done>;
  cacheKey(account: string): Promise<Answer<StoredKey>>;
  saveCacheKey(account: string, key: StoredKey): Promise<Done>;
  /** Returns the generation marker of the account's local store. */
  mark(account: string): Promise<Answer<GenerationMarks>>;
  saveMark(account: string, mark: GenerationMarks): Promise<Done>;
  forgetMark(account: string): Promise<Done>;
  /** Deletes the key first, so that nothing cached can be read whatever happens next. */
  forget(account: string): Promise<Done>;
  close(): void;
}

function tokensName(account: string): string {
  return `${account}/tokens`;
}

function keyName(account: string): string {
  return `${account}/cache-key`;
}

function markName(account: string): string {
  return `${account}/generation`;
}

/** Parses a stored text; one that this program did not write counts as absent. */
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
  // A text in parts takes several calls, which must not interleave with those for another text.
  const queue = sequential();
  return {
    tokens: (account) =>
      queue(async () => parsed(await readParts(keychain, tokensName(account)), storedTokensSchema)),
    saveTokens: (account, tokens) =>
      queue(() => saveInParts(keychain, tokensName(account), JSON.stringify(tokens))),
    cacheKey: (account) => queue(async () => parsed(await keychain.get(keyName(account)), storedKeySchema)),
    saveCacheKey: (account, key) => queue(() => keychain.set(keyName(account), JSON.stringify(key))),
    // One entry and one call, because it is written before every once-only write.
    mark: (account) => queue(async () => parsed(await keychain.get(markName(account)), generationMarkSchema)),
    saveMark: (account, mark) => queue(() => keychain.set(markName(account), JSON.stringify(mark))),
    forgetMark: (account) => queue(() => keychain.delete(markName(account))),
    forget: (account) =>
      queue(async () => {
        const forgotten = await keychain.delete(keyName(account));
        if (isShut(forgotten)) return forgotten;
        const unmarked = await keychain.delete(markName(account));
        return isShut(unmarked) ? unmarked : deleteParts(keychain, tokensName(account));
      }),
    close: () => keychain.close(),
  };
}
