import { accessTokenSchema, jwtSchema, type SECRET_PLACES, type Tokens } from '#contract/account.ts';
import { cacheKeySchema } from '#contract/control.ts';
import { err, ok, type Err, type Result } from '#contract/result.ts';
import type { Random } from '#main/base/random.ts';
import type { Answer, Done, Shut } from './answer.ts';
import type { Vault } from './vault.ts';

/** Environment variables that stand in for the keychain. */
export const SECRET_VARIABLES = {
  accessToken: 'INTRAY_ACCESS_TOKEN',
  jwt: 'INTRAY_JWT',
  cacheKey: 'INTRAY_CACHE_KEY',
} as const;

export type Variables = Readonly<Record<string, string | undefined>>;
export type SecretPlace = (typeof SECRET_PLACES)[number];

/** All that opens an account. */
export interface AccountSecrets {
  readonly tokens: Tokens;
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

/** Where tokens and keys of accounts come from. Nothing throws. */
export interface Secrets {
  /** What opens an account that is known already. */
  of(account: string): Promise<Result<AccountSecrets>>;
  /** Keeps the tokens of a sign-in and answers what opens the account; a key is made where there is none. */
  admit(account: string, tokens: Tokens): Promise<Result<AccountSecrets>>;
  /** Whether an account's secrets can be kept or are all given, before anything is tried with them. */
  check(account: string): Promise<Result<void>>;
  /** Replaces the tokens of an account. */
  renew(account: string, tokens: Tokens): Promise<Result<void>>;
  /** The tokens that the variables hold; null where neither is set. */
  variableTokens(): Result<Tokens | null>;
  /** Whose tokens the variables hold. One pair belongs to one account: it never reaches the address of another. */
  giveVariablesTo(account: string): void;
}

interface Placed<T> {
  readonly value: T;
  readonly place: SecretPlace;
}

/** Opens the sources of secrets. */
export function createSecrets(options: SecretsOptions): Secrets {
  const { vault, random, withoutKeychain, hasFiles } = options;
  const variables = readVariables(options.variables);
  // Of this run: tokens that were typed in, and keys that no keychain took.
  const typedTokens = new Map<string, Tokens>();
  const runKeys = new Map<string, string>();
  let variablesAccount: string | null = null;

  /** A command whose variables hold all it needs leaves the keychain alone. */
  const needsNoKeychain = withoutKeychain === 'refuse' && variables.missing().length === 0;

  function isRefusal(answer: Answer<unknown> | Done): answer is Shut {
    return answer.state === 'locked' || (answer.state === 'unavailable' && withoutKeychain === 'refuse');
  }

  function refuse({ state, detail }: Shut): Err {
    if (state === 'locked') return err('keychain-locked', { detail });
    const missing = withoutKeychain === 'refuse' ? variables.missing() : [];
    return err('keychain-unavailable', { detail: missing.length > 0 ? `set ${missing.join(', ')}` : detail });
  }

  async function tokensOf(account: string): Promise<Result<Placed<Tokens>>> {
    const typed = typedTokens.get(account);
    if (typed !== undefined) return ok({ value: typed, place: 'memory' });
    const given = account === variablesAccount ? variables.tokens() : ok(null);
    if (!given.ok) return given;
    if (given.value !== null) return ok({ value: given.value, place: 'variables' });
    const kept = await vault.tokens(account);
    if (kept.state === 'found') return ok({ value: kept.value, place: 'keychain' });
    return kept.state === 'absent' ? err('not-signed-in', { detail: 'no tokens are kept' }) : refuse(kept);
  }

  function keyInMemory(account: string): Result<Placed<string>> {
    const key = runKeys.get(account) ?? random.hex(32);
    runKeys.set(account, key);
    return ok({ value: key, place: 'memory' });
  }

  /** A new key is made only where the keychain is open, holds none, and nothing waits for an old one. */
  async function makeKey(account: string): Promise<Result<Placed<string>>> {
    if (hasFiles(account)) return err('key-missing');
    const key = random.hex(32);
    const kept = await vault.saveCacheKey(account, { key, cipher: 'aegis' });
    return kept.state === 'done' ? ok({ value: key, place: 'keychain' }) : refuse(kept);
  }

  async function keyOf(account: string): Promise<Result<Placed<string>>> {
    const given = variables.cacheKey();
    if (!given.ok) return given;
    if (given.value !== null) return ok({ value: given.value, place: 'variables' });
    const kept = await vault.cacheKey(account);
    if (kept.state === 'found') return ok({ value: kept.value.key, place: 'keychain' });
    if (kept.state === 'absent') return makeKey(account);
    const isHomeless = kept.state === 'unavailable' && withoutKeychain === 'memory';
    return isHomeless ? keyInMemory(account) : refuse(kept);
  }

  async function of(account: string): Promise<Result<AccountSecrets>> {
    const tokens = await tokensOf(account);
    if (!tokens.ok) return tokens;
    const key = await keyOf(account);
    if (!key.ok) return key;
    return ok({
      tokens: tokens.value.value,
      key: key.value.value,
      lifetime: key.value.place === 'memory' ? 'run' : 'keep',
      place: placeOf(tokens.value.place, key.value.place),
    });
  }

  async function renew(account: string, tokens: Tokens): Promise<Result<void>> {
    if (needsNoKeychain) return ok(undefined);
    const kept = await vault.saveTokens(account, tokens);
    if (isRefusal(kept)) return refuse(kept);
    if (kept.state === 'done') typedTokens.delete(account);
    else typedTokens.set(account, tokens);
    // What was typed in is newer than what the environment said at the start.
    if (account === variablesAccount && withoutKeychain === 'memory') variablesAccount = null;
    return ok(undefined);
  }

  async function check(account: string): Promise<Result<void>> {
    const given = variables.cacheKey();
    if (!given.ok) return given;
    if (needsNoKeychain) return ok(undefined);
    const kept = await vault.tokens(account);
    return isRefusal(kept) ? refuse(kept) : ok(undefined);
  }

  return {
    of,
    check,
    renew,
    admit: async (account, tokens) => {
      // The key first: where none is to be had, no token is kept either.
      const key = await keyOf(account);
      if (!key.ok) return key;
      const kept = await renew(account, tokens);
      return kept.ok ? of(account) : kept;
    },
    variableTokens: variables.tokens,
    giveVariablesTo: (account) => {
      variablesAccount = account;
    },
  };
}

/** One word for both: where one of them ends with this run, so does the whole. */
function placeOf(tokens: SecretPlace, key: SecretPlace): SecretPlace {
  const both = [tokens, key];
  if (both.includes('memory')) return 'memory';
  return both.includes('variables') ? 'variables' : 'keychain';
}

function readVariables(variables: Variables) {
  const valueOf = (name: string): string | null => {
    const value = variables[name]?.trim() ?? '';
    return value === '' ? null : value;
  };
  const names = Object.values(SECRET_VARIABLES);
  return {
    missing: (): readonly string[] => names.filter((name) => valueOf(name) === null),
    cacheKey: (): Result<string | null> => {
      const text = valueOf(SECRET_VARIABLES.cacheKey);
      if (text === null) return ok(null);
      const key = cacheKeySchema.safeParse(text.toLowerCase());
      return key.success ? ok(key.data) : unusable(SECRET_VARIABLES.cacheKey, 'is not 64 hex digits');
    },
    tokens: (): Result<Tokens | null> => {
      const [first, second] = [valueOf(SECRET_VARIABLES.accessToken), valueOf(SECRET_VARIABLES.jwt)];
      if (first === null && second === null) return ok(null);
      const accessToken = accessTokenSchema.safeParse(first ?? '');
      const jwt = jwtSchema.safeParse(second ?? '');
      if (!accessToken.success) return tokenProblem(SECRET_VARIABLES.accessToken, first);
      if (!jwt.success) return tokenProblem(SECRET_VARIABLES.jwt, second);
      return ok({ accessToken: accessToken.data, jwt: jwt.data });
    },
  };
}

function unusable(name: string, problem: string): Err {
  return err('invalid-input', { detail: `${name} ${problem}` });
}

function tokenProblem(name: string, text: string | null): Err {
  return text === null ? err('not-signed-in', { detail: `set ${name}` }) : unusable(name, 'is not a token');
}
