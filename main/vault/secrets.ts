import type { SECRET_PLACES, Tokens } from '#contract/account.ts';
import { err, ok, type Err, type Result } from '#contract/result.ts';
import type { Random } from '#main/base/random.ts';
import type { Answer, Done, Shut } from './answer.ts';
import { readVariables, type SecretVariables, type Variables } from './variables.ts';
import type { Vault } from './vault.ts';

export type SecretPlace = (typeof SECRET_PLACES)[number];

/** All that opens an account. */
export interface AccountSecrets {
  readonly tokens: Tokens;
  /** 64 hex digits. */
  readonly key: string;
  /** `run`: the key is not kept, so what it encrypts ends with this run. */
  readonly lifetime: 'keep' | 'run';
  readonly place: SecretPlace;
}

export interface SecretsOptions {
  readonly vault: Vault;
  readonly variables: Variables;
  readonly random: Random;
  /** Without a keychain: go on in memory for this run (a window), or refuse and name the variables (a command). */
  readonly withoutKeychain: 'memory' | 'refuse';
  /** Whether files of an account wait for their key. */
  readonly hasFiles: (account: string) => boolean;
}

interface Placed<T> {
  readonly value: T;
  readonly place: SecretPlace;
}

/** One word for both: where one of them ends with this run, so does the whole. */
function placeOf(tokens: SecretPlace, key: SecretPlace): SecretPlace {
  const both = [tokens, key];
  if (both.includes('memory')) return 'memory';
  return both.includes('variables') ? 'variables' : 'keychain';
}

/** Where tokens and keys of accounts come from: variables where they are set, else the keychain, else this run. */
export class Secrets {
  readonly #options: SecretsOptions;
  readonly #variables: SecretVariables;
  // Of this run: tokens that were typed in, and keys that no keychain took.
  readonly #typedTokens = new Map<string, Tokens>();
  readonly #runKeys = new Map<string, string>();
  #variablesAccount: string | null = null;

  constructor(options: SecretsOptions) {
    this.#options = options;
    this.#variables = readVariables(options.variables);
  }

  /** The tokens that the variables hold; null where neither is set. */
  variableTokens(): Result<Tokens | null> {
    return this.#variables.tokens();
  }

  /** Says whose tokens the variables hold. One pair belongs to one account: no other's address ever gets it. */
  giveVariablesTo(account: string): void {
    this.#variablesAccount = account;
  }

  /** What opens an account that is known already. */
  async of(account: string): Promise<Result<AccountSecrets>> {
    const tokens = await this.#tokensOf(account);
    if (!tokens.ok) return (await this.#isKeyGone(account)) ? err('key-missing') : tokens;
    const key = await this.#keyOf(account);
    if (!key.ok) return key;
    return ok({
      tokens: tokens.value.value,
      key: key.value.value,
      lifetime: key.value.place === 'memory' ? 'run' : 'keep',
      place: placeOf(tokens.value.place, key.value.place),
    });
  }

  /** Keeps the tokens of a sign-in and answers what opens the account; a key is made where there is none. */
  async admit(account: string, tokens: Tokens): Promise<Result<AccountSecrets>> {
    // The key first: where none is to be had, no token is kept either.
    const key = await this.#keyOf(account);
    if (!key.ok) return key;
    const kept = await this.renew(account, tokens);
    return kept.ok ? this.of(account) : kept;
  }

  /** Replaces the tokens of an account. */
  async renew(account: string, tokens: Tokens): Promise<Result<void>> {
    if (this.#needsNoKeychain()) return ok(undefined);
    const kept = await this.#options.vault.saveTokens(account, tokens);
    if (this.#isRefusal(kept)) return this.#refuse(kept);
    if (kept.state === 'done') this.#typedTokens.delete(account);
    else this.#typedTokens.set(account, tokens);
    // What a person typed in is newer than what the environment said at the start.
    const isTyped = this.#options.withoutKeychain === 'memory';
    if (isTyped && account === this.#variablesAccount) this.#variablesAccount = null;
    return ok(undefined);
  }

  /** Whether an account's secrets can be kept or are all given, before anything is tried with them. */
  async check(account: string): Promise<Result<void>> {
    const given = this.#variables.cacheKey();
    if (!given.ok) return given;
    if (this.#needsNoKeychain()) return ok(undefined);
    const kept = await this.#options.vault.tokens(account);
    return this.#isRefusal(kept) ? this.#refuse(kept) : ok(undefined);
  }

  /** A command whose variables hold all it needs leaves the keychain alone. */
  #needsNoKeychain(): boolean {
    return this.#options.withoutKeychain === 'refuse' && this.#variables.missing.length === 0;
  }

  #isRefusal(answer: Answer<unknown> | Done): answer is Shut {
    if (answer.state === 'unavailable') return this.#options.withoutKeychain === 'refuse';
    return answer.state === 'locked';
  }

  #refuse({ state, detail }: Shut): Err {
    if (state === 'locked') return err('keychain-locked', { detail });
    const missing = this.#options.withoutKeychain === 'refuse' ? this.#variables.missing : [];
    return err('keychain-unavailable', { detail: missing.length > 0 ? `set ${missing.join(', ')}` : detail });
  }

  async #tokensOf(account: string): Promise<Result<Placed<Tokens>>> {
    const typed = this.#typedTokens.get(account);
    if (typed !== undefined) return ok({ value: typed, place: 'memory' });
    const given = account === this.#variablesAccount ? this.#variables.tokens() : ok(null);
    if (!given.ok) return given;
    if (given.value !== null) return ok({ value: given.value, place: 'variables' });
    const kept = await this.#options.vault.tokens(account);
    if (kept.state === 'found') return ok({ value: kept.value, place: 'keychain' });
    return kept.state === 'absent'
      ? err('not-signed-in', { detail: 'no tokens are kept' })
      : this.#refuse(kept);
  }

  async #keyOf(account: string): Promise<Result<Placed<string>>> {
    const given = this.#variables.cacheKey();
    if (!given.ok) return given;
    if (given.value !== null) return ok({ value: given.value, place: 'variables' });
    const kept = await this.#options.vault.cacheKey(account);
    if (kept.state === 'found') return ok({ value: kept.value.key, place: 'keychain' });
    if (kept.state === 'absent') return this.#makeKey(account);
    return this.#isRefusal(kept) ? this.#refuse(kept) : ok(this.#keyInMemory(account));
  }

  /** Whether files wait for a key that is not kept any more: graver news than tokens that are gone with it. */
  async #isKeyGone(account: string): Promise<boolean> {
    const given = this.#variables.cacheKey();
    if (!given.ok || given.value !== null || !this.#options.hasFiles(account)) return false;
    return (await this.#options.vault.cacheKey(account)).state === 'absent';
  }

  /** A new key is made only where the keychain is open, holds none, and nothing waits for an old one. */
  async #makeKey(account: string): Promise<Result<Placed<string>>> {
    const { vault, random, hasFiles } = this.#options;
    if (hasFiles(account)) return err('key-missing');
    const key = random.hex(32);
    const kept = await vault.saveCacheKey(account, { key, cipher: 'aegis' });
    return kept.state === 'done' ? ok({ value: key, place: 'keychain' }) : this.#refuse(kept);
  }

  #keyInMemory(account: string): Placed<string> {
    const key = this.#runKeys.get(account) ?? this.#options.random.hex(32);
    this.#runKeys.set(account, key);
    return { value: key, place: 'memory' };
  }
}
