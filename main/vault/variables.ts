import { accessTokenSchema, jwtSchema, type Tokens } from '#contract/accounts.ts';
import { cacheKeySchema } from '#contract/controls.ts';
import { err, ok, type Err, type Result } from '#contract/result.ts';

/** Environment variables that replace the keychain. */
export const SECRET_VARIABLES = {
  accessToken: 'INTRAY_ACCESS_TOKEN',
  jwt: 'INTRAY_JWT',
  cacheKey: 'INTRAY_CACHE_KEY',
} as const;

export type Variables = Readonly<Record<string, string | undefined>>;

/** The secrets in the environment. Errors name a variable and never show its value. */
export interface SecretVariables {
  /** Names of the variables that are not set. */
  readonly missing: readonly string[];
  /** Returns both tokens, or null where neither is set. */
  tokens(): Result<Tokens | null>;
  /** Returns the key of the cache, or null where it is not set. */
  cacheKey(): Result<string | null>;
}

function unusable(name: string, problem: string): Err {
  return err('invalid-input', { detail: `${name} ${problem}` });
}

function tokenProblem(name: string, text: string | null): Err {
  return text === null ? err('not-signed-in', { detail: `set ${name}` }) : unusable(name, 'is not a token');
}

/** Reads the environment. Blanks around a value are removed; an empty one counts as not set. */
export function readVariables(variables: Variables): SecretVariables {
  const names = SECRET_VARIABLES;
  const valueOf = (name: string): string | null => variables[name]?.trim() || null;
  return {
    missing: Object.values(names).filter((name) => valueOf(name) === null),
    cacheKey: () => {
      const text = valueOf(names.cacheKey);
      if (text === null) return ok(null);
      const key = cacheKeySchema.safeParse(text.toLowerCase());
      return key.success ? ok(key.data) : unusable(names.cacheKey, 'is not 64 hex digits');
    },
    tokens: () => {
      const [first, second] = [valueOf(names.accessToken), valueOf(names.jwt)];
      if (first === null && second === null) return ok(null);
      const accessToken = accessTokenSchema.safeParse(first ?? '');
      const jwt = jwtSchema.safeParse(second ?? '');
      if (!accessToken.success) return tokenProblem(names.accessToken, first);
      if (!jwt.success) return tokenProblem(names.jwt, second);
      return ok({ accessToken: accessToken.data, jwt: jwt.data });
    },
  };
}
