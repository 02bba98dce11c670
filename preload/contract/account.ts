import { z } from 'zod';
import { idSchema } from './ids.ts';
import { appErrorSchema, type AppError } from './result.ts';
import { epochMsSchema } from './time.ts';

export const accountIdSchema = z.string().regex(/^(demo|[a-f0-9]{16,32})$/);

/** An account known to this desk: an address and whose sign-in it is. Never a token. */
export const accountSchema = z.strictObject({
  id: accountIdSchema,
  kind: z.enum(['demo', 'service']),
  baseUrl: z.string(),
  /** The user id that was given at sign-in; null when nobody said. */
  userId: z.string().nullable(),
  addedAt: epochMsSchema.nullable(),
});
export type Account = Readonly<z.infer<typeof accountSchema>>;

/** What an account's secrets are bound to. */
export type AccountRef = Pick<Account, 'id' | 'baseUrl' | 'userId'>;

/** Where tokens and key of the open account live. */
export const SECRET_STORES = ['keychain', 'variables', 'memory', 'demo'] as const;

/** The accounts of this desk and the state of the one that is open. */
export const accountsStateSchema = z.strictObject({
  accounts: z.array(accountSchema).readonly(),
  current: accountIdSchema.nullable(),
  session: z.enum(['closed', 'opening', 'open', 'failed']),
  secrets: z.enum(SECRET_STORES).nullable(),
  error: appErrorSchema.nullable(),
});
export type AccountsState = Readonly<z.infer<typeof accountsStateSchema>>;

/** Whether an account's files are there and no key opens them: only then may they be set aside. */
export function isKeyTrouble({ code }: AppError): boolean {
  return code === 'key-missing' || code === 'key-mismatch';
}

// Rule: no CR, LF, NUL or anything that is not printable ASCII may reach a header.
const TOKEN = /^[\x21-\x7e]{1,16384}$/;
const token = z.string().trim().regex(TOKEN, 'a token has no blanks, line breaks or special characters');
/** An access token; a typed-in `Bearer ` before it is forgiven. */
export const accessTokenSchema = z
  .string()
  .max(16_400)
  .transform((value) => value.trim().replace(/^Bearer\s+/i, ''))
  .pipe(token);
export const jwtSchema = token;

export const tokensSchema = z.strictObject({ accessToken: accessTokenSchema, jwt: jwtSchema });
export type Tokens = Readonly<z.infer<typeof tokensSchema>>;

export const signInSchema = z.strictObject({
  baseUrl: z.string().max(3000),
  accessToken: accessTokenSchema,
  jwt: jwtSchema,
  userId: idSchema('user').nullable(),
});
