import { z } from 'zod';
import { SERVICE_ASSUMPTIONS } from './assumptions.ts';
import { isIpAddress, isLoopbackHost } from './hosts.ts';
import { idSchema } from './record-schemas.ts';
import { isId } from './records.ts';
import { appErrorSchema } from './app-error.ts';
import { type AppError, err, ok, type Result } from './result.ts';
import { epochMsSchema } from './time-schema.ts';

export const accountIdSchema = z.string().regex(/^(demo|[a-f0-9]{16,32})$/);

/** The longest label of an account, in characters. */
export const MAX_ACCOUNT_LABEL_LENGTH = 60;

/** The name that a user gives to an account; blanks around it are removed. */
export const accountLabelSchema = z
  .string()
  .trim()
  .min(1)
  .max(MAX_ACCOUNT_LABEL_LENGTH)
  .regex(/^\P{Cc}*$/u, 'a label has no line breaks or control characters');

/**
 * An account known on this computer: an address and the user whose sign-in it is. It never contains a token.
 */
export const accountSchema = z.strictObject({
  id: accountIdSchema,
  kind: z.enum(['demo', 'service']),
  baseUrl: z.string(),
  /** The user id entered at sign-in; null if none was. */
  userId: z.string().nullable(),
  addedAt: epochMsSchema.nullable(),
  /** The name that the user gave to it; missing where none was given. Several accounts may have the same. */
  label: accountLabelSchema.optional(),
});
export type Account = Readonly<z.infer<typeof accountSchema>>;

/**
 * The fields that identify an account. Its secrets are stored with them, and are not used for any other
 * account.
 */
export type AccountIdentity = Pick<Account, 'id' | 'baseUrl' | 'userId'>;

/** Where the tokens and the key of the open account are stored. */
export const SECRET_LOCATIONS = ['keychain', 'variables', 'memory', 'demo'] as const;

/** The accounts on this computer and the state of the open one. */
export const accountsStateSchema = z.strictObject({
  accounts: z.array(accountSchema).readonly(),
  current: accountIdSchema.nullable(),
  /** `locked`: the account is current, and its files are closed until it is unlocked. */
  session: z.enum(['closed', 'opening', 'open', 'failed', 'locked']),
  secrets: z.enum(SECRET_LOCATIONS).nullable(),
  error: appErrorSchema.nullable(),
  /** Whether the system's keychain seems to wait until the user has answered a question. */
  isKeychainAsking: z.boolean(),
});
export type AccountsState = Readonly<z.infer<typeof accountsStateSchema>>;

/** Whether an account's files exist and no key opens them: only then may they be moved away. */
export function isNoKeyForFilesError({ code }: AppError): boolean {
  return code === 'key-missing' || code === 'key-mismatch';
}

// Headers accept printable ASCII only: no CR, LF, NUL or other control characters.
const TOKEN = /^[\x21-\x7e]{1,16384}$/;
const tokenSchema = z
  .string()
  .trim()
  .regex(TOKEN, 'a token has no blanks, line breaks or special characters');
/** An access token; a leading `Bearer ` is removed. */
export const accessTokenSchema = z
  .string()
  .max(16_400)
  .transform((value) => value.trim().replace(/^Bearer\s+/i, ''))
  .pipe(tokenSchema);
export const jwtSchema = tokenSchema;

export const tokensSchema = z.strictObject({ accessToken: accessTokenSchema, jwt: jwtSchema });
export type Tokens = Readonly<z.infer<typeof tokensSchema>>;

export const signInSchema = z.strictObject({
  baseUrl: z.string().max(3000),
  accessToken: accessTokenSchema,
  jwt: jwtSchema,
  userId: idSchema('user').nullable(),
});

/** The part of a WHATWG URL that is needed here, so that this folder stays free of DOM and Node types. */
export interface ParsedUrl {
  readonly protocol: string;
  readonly hostname: string;
  readonly username: string;
  readonly password: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  readonly origin: string;
  readonly port: string;
}

function refuse(detail: string): Result<string> {
  return err('insecure-address', { detail });
}

function findUrlProblem(url: ParsedUrl): string | null {
  if (url.username !== '' || url.password !== '') return 'a user name or password in it';
  if (url.search !== '' || url.hash !== '' || !/^\/?$/.test(url.pathname)) return 'a path or query in it';
  return url.port === '0' ? 'port 0' : null;
}

function findHostProblem({ protocol, hostname }: ParsedUrl): string | null {
  if (isLoopbackHost(hostname)) return /^https?:$/.test(protocol) ? null : 'not https';
  if (protocol !== 'https:') return 'not https';
  if (isIpAddress(hostname)) return 'an IP address instead of a host name';
  if (hostname.endsWith('.')) return 'a trailing dot';
  return hostname.includes('.') ? null : 'a host name without a domain';
}

/**
 * Checks a base address and returns its origin (service's document, section 5: host-specific, HTTPS). Plain
 * http is accepted only on loopback, for the demo clinic and tests.
 * @param text what the user typed
 * @param parse the WHATWG parser of the platform; returns null for invalid addresses
 */
export function validateBaseUrlToOrigin(
  text: string,
  parse: (text: string) => ParsedUrl | null,
): Result<string> {
  // The parser removes tabs and line breaks silently; an address that contains them may mislead the user.
  if (text.length > 2048 || /[\p{Cc}\\]/u.test(text.trim())) return refuse('unusual characters');
  const url = parse(text.trim());
  if (url === null) return refuse('not an address');
  const problem = findUrlProblem(url) ?? findHostProblem(url);
  return problem === null ? ok(url.origin) : refuse(problem);
}

// A port follows the colon of a host, so that `localhost:8080` is a host and `https:` a scheme.
const SCHEME = /^[a-z][a-z\d+.-]*:(?!\d)/i;

/**
 * Completes a base address as a user types it: without blanks around it, with `https://` where no scheme was typed, and
 * without a path. The result may still be refused by `validateBaseUrlToOrigin`, to which anything dubious is left as it is.
 * @param text what the user typed
 * @param parse the WHATWG parser of the platform; returns null for invalid addresses
 */
export function completeTypedBaseUrl(text: string, parse: (text: string) => ParsedUrl | null): string {
  const typed = text.trim();
  if (typed === '' || /[\p{Cc}\\]/u.test(typed)) return typed;
  const whole = SCHEME.test(typed) ? typed : `https://${typed.replace(/^\/+/, '')}`;
  const url = parse(whole);
  if (url === null || url.username !== '' || url.password !== '') return whole;
  return /^https?:$/.test(url.protocol) ? url.origin : whole;
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/**
 * Returns the user id that a JWT names, as a hint to prefill a field. It is not verified, and no permission
 * depends on it (service's document, section 5, leaves the contents of the JWT open: see the assumptions).
 * @param decode decodes base64url to UTF-8 text; may return any text for invalid input
 */
export function decodeJwtUserIdHint(jwt: string, decode: (base64url: string) => string): string | null {
  const payload = jwt.trim().split('.')[1] ?? '';
  const claims = parseObject(decode(payload));
  for (const name of SERVICE_ASSUMPTIONS.tokenLifetime.userIdClaims) {
    const value = Object.hasOwn(claims, name) ? claims[name] : null;
    if (isId('user', value)) return value;
  }
  return null;
}
