import {
  accessTokenSchema,
  jwtSchema,
  type Tokens,
  validateBaseUrlToOrigin,
  completeTypedBaseUrl,
  decodeJwtUserIdHint,
} from '#contract/accounts.ts';
import type { CallInput } from '#contract/api.ts';
import { isId } from '#contract/records.ts';
import type { AppError } from '#contract/result.ts';
import { getErrorSentence, type TextFunction } from '#renderer/text/text.ts';

/** The values of the sign-in fields. */
export interface SignInDraft {
  readonly baseUrl: string;
  readonly accessToken: string;
  readonly jwt: string;
  readonly userId: string;
}

export const EMPTY_SIGN_IN: SignInDraft = { baseUrl: '', accessToken: '', jwt: '', userId: '' };

/** What can be wrong with a field; the messages are in `renderer/text`. */
export type SignInProblemCode =
  | 'baseUrlEmpty'
  | 'baseUrl'
  | 'accessTokenEmpty'
  | 'jwtEmpty'
  | 'token'
  | 'userId';

/** Validation errors by field; valid fields are missing. */
export type SignInProblems = Partial<Record<keyof SignInDraft, SignInProblemCode>>;

function checkToken(
  value: string,
  schema: typeof jwtSchema | typeof accessTokenSchema,
  empty: SignInProblemCode,
): SignInProblemCode | null {
  if (value.trim() === '') return empty;
  return schema.safeParse(value).success ? null : 'token';
}

const parseUrl = (text: string): URL | null => URL.parse(text);

/** Returns a typed address as it is used: with `https://` where no scheme was typed, without blanks and path. */
export function completeAddress(typed: string): string {
  return completeTypedBaseUrl(typed, parseUrl);
}

function checkAddress(value: string): SignInProblemCode | null {
  if (value.trim() === '') return 'baseUrlEmpty';
  return validateBaseUrlToOrigin(completeAddress(value), parseUrl).ok ? null : 'baseUrl';
}

function omitNull(problems: Readonly<Record<string, SignInProblemCode | null>>): SignInProblems {
  return Object.fromEntries(Object.entries(problems).filter(([, wrong]) => wrong !== null)) as SignInProblems; // The filter has removed the nulls.
}

/** Validates the two tokens (service's document, section 5: both are sent in headers). */
export function validateTokens(draft: Tokens): SignInProblems {
  return omitNull({
    accessToken: checkToken(draft.accessToken, accessTokenSchema, 'accessTokenEmpty'),
    jwt: checkToken(draft.jwt, jwtSchema, 'jwtEmpty'),
  });
}

/** The user id to sign in with. Leading and trailing spaces are kept only if the JWT has them too. */
function getUserId({ userId, jwt }: SignInDraft): string {
  return userId === decodeJwtUserId(jwt) ? userId : userId.trim();
}

/** Validates a sign-in before it is sent. */
export function validateSignIn(draft: SignInDraft): SignInProblems {
  const user = getUserId(draft);
  return {
    ...omitNull({ baseUrl: checkAddress(draft.baseUrl) }),
    ...validateTokens(draft),
    ...omitNull({ userId: user === '' || isId('user', user) ? null : 'userId' }),
  };
}

/** Converts the input to the arguments of `accounts.signIn`. */
export function toSignInInput(draft: SignInDraft): CallInput<'accounts.signIn'> {
  const { baseUrl, accessToken, jwt } = draft;
  return { baseUrl: completeAddress(baseUrl), accessToken, jwt, userId: getUserId(draft) || null };
}

/**
 * Returns the field that an error concerns; null if none, or if the service does not say which: it refuses both tokens
 * together.
 */
export function getSignInErrorField(error: AppError): keyof SignInDraft | null {
  switch (error.code) {
    case 'insecure-address':
    case 'redirected':
    case 'certificate':
      return 'baseUrl';
    default:
      return null;
  }
}

/**
 * Returns the sentence for a failed sign-in: tokens that were just typed are not those of a sign-in that has expired, and
 * there may be no record on this computer yet.
 */
export function getSignInErrorSentence(text: TextFunction, error: AppError): string {
  const { code, serverWords: words } = error;
  if (code !== 'unauthorised' && code !== 'offline') return getErrorSentence(error);
  const sentence = text(`errorAtSignIn.${code}`);
  return words === undefined ? sentence : text('errorSaid', { sentence, words });
}

function decodeBase64Url(text: string): string {
  try {
    const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return new TextDecoder().decode(Uint8Array.from(bytes, (each) => each.charCodeAt(0)));
  } catch {
    return '';
  }
}

/** Reads the user id from a JWT, to prefill the field. */
export function decodeJwtUserId(jwt: string): string | null {
  return decodeJwtUserIdHint(jwt, decodeBase64Url);
}
