import { accessTokenSchema, jwtSchema, type Tokens } from '#contract/accounts.ts';
import { encryptionKeySchema } from '#contract/internal-procedures.ts';
import { err, ok, type Err, type Result } from '#contract/result.ts';

/** Environment variables that replace the keychain. */
export const SECRET_VARIABLES = {
  accessToken: 'INTRAY_ACCESS_TOKEN',
  jwt: 'INTRAY_JWT',
  cacheKey: 'INTRAY_CACHE_KEY',
} as const;

/** The names of the environment variables that hold secrets. */
export const SECRET_VARIABLE_NAMES: ReadonlySet<string> = new Set(Object.values(SECRET_VARIABLES));

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/**
 * Takes the secrets out of an environment, so that no program that is started later inherits them.
 * @returns all variables as they were before
 */
export function copyEnvironmentAndDropSecrets(
  environment: Record<string, string | undefined>,
): EnvironmentVariables {
  const taken = { ...environment };
  for (const name of SECRET_VARIABLE_NAMES) delete environment[name];
  return taken;
}

/** Puts secrets that were taken out of an environment back into it, for the program that starts in this one's place. */
export function restoreSecretsInEnvironment(
  environment: Record<string, string | undefined>,
  taken: EnvironmentVariables,
): void {
  for (const name of SECRET_VARIABLE_NAMES) if (taken[name] !== undefined) environment[name] = taken[name];
}

/** The secrets in the environment. Errors name a variable and never show its value. */
export interface SecretsFromEnvironment {
  /** Names of the variables that are not set. */
  readonly missing: readonly string[];
  /** Returns the access token and the JWT; null where neither is set, an error where one is missing or malformed. */
  getTokens(): Result<Tokens | null>;
  /** Returns the key of the cache, or null where it is not set. */
  getCacheKey(): Result<string | null>;
}

function createUnusableError(name: string, problem: string): Err {
  return err('invalid-input', { detail: `${name} ${problem}` });
}

function createTokenError(name: string, text: string | null): Err {
  return text === null
    ? err('not-signed-in', { detail: `set ${name}` })
    : createUnusableError(name, 'is not a token');
}

/** Reads the environment. Blanks around a value are removed; an empty one counts as not set. */
export function readSecretsFromEnvironment(variables: EnvironmentVariables): SecretsFromEnvironment {
  const names = SECRET_VARIABLES;
  const getValue = (name: string): string | null => variables[name]?.trim() || null;
  return {
    missing: Object.values(names).filter((name) => getValue(name) === null),
    getCacheKey: () => {
      const text = getValue(names.cacheKey);
      if (text === null) return ok(null);
      const key = encryptionKeySchema.safeParse(text.toLowerCase());
      return key.success ? ok(key.data) : createUnusableError(names.cacheKey, 'is not 64 hex digits');
    },
    getTokens: () => {
      const [first, second] = [getValue(names.accessToken), getValue(names.jwt)];
      if (first === null && second === null) return ok(null);
      const accessToken = accessTokenSchema.safeParse(first ?? '');
      const jwt = jwtSchema.safeParse(second ?? '');
      if (!accessToken.success) return createTokenError(names.accessToken, first);
      if (!jwt.success) return createTokenError(names.jwt, second);
      return ok({ accessToken: accessToken.data, jwt: jwt.data });
    },
  };
}
