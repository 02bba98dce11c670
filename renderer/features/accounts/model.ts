import {
  accessTokenSchema,
  jwtSchema,
  type Account,
  type Tokens,
  checkBaseUrl,
  userIdHint,
} from '#contract/accounts.ts';
import type { Input } from '#contract/api.ts';
import { isId } from '#contract/records.ts';
import type { AppError } from '#contract/result.ts';

/** The values of the sign-in form. */
export interface SignInDraft {
  readonly baseUrl: string;
  readonly accessToken: string;
  readonly jwt: string;
  readonly userId: string;
}

export const EMPTY_DRAFT: SignInDraft = { baseUrl: '', accessToken: '', jwt: '', userId: '' };

/** What can be wrong with a field; the messages are in `renderer/text`. */
export type Wrong = 'baseUrlEmpty' | 'baseUrl' | 'accessTokenEmpty' | 'jwtEmpty' | 'token' | 'userId';

/** Validation errors by field; valid fields are missing. */
export type Problems = Partial<Record<keyof SignInDraft, Wrong>>;

function tokenProblem(
  value: string,
  schema: typeof jwtSchema | typeof accessTokenSchema,
  empty: Wrong,
): Wrong | null {
  if (value.trim() === '') return empty;
  return schema.safeParse(value).success ? null : 'token';
}

function baseUrlProblem(value: string): Wrong | null {
  if (value.trim() === '') return 'baseUrlEmpty';
  return checkBaseUrl(value, (text) => URL.parse(text)).ok ? null : 'baseUrl';
}

function only(problems: Readonly<Record<string, Wrong | null>>): Problems {
  return Object.fromEntries(Object.entries(problems).filter(([, wrong]) => wrong !== null)) as Problems; // no nulls
}

/** Validates the two tokens (service's document, section 5: both are sent in headers). */
export function tokenProblems(draft: Tokens): Problems {
  return only({
    accessToken: tokenProblem(draft.accessToken, accessTokenSchema, 'accessTokenEmpty'),
    jwt: tokenProblem(draft.jwt, jwtSchema, 'jwtEmpty'),
  });
}

/** The user id to sign in with. Leading and trailing spaces are kept only if the JWT has them too. */
function getUserId({ userId, jwt }: SignInDraft): string {
  return userId === hintedUserId(jwt) ? userId : userId.trim();
}

/** Validates a sign-in before it is sent. */
export function signInProblems(draft: SignInDraft): Problems {
  const user = getUserId(draft);
  return {
    ...only({ baseUrl: baseUrlProblem(draft.baseUrl) }),
    ...tokenProblems(draft),
    ...only({ userId: user === '' || isId('user', user) ? null : 'userId' }),
  };
}

/** Converts the input to the arguments of `accounts.signIn`. */
export function signInInput(draft: SignInDraft): Input<'accounts.signIn'> {
  const { baseUrl, accessToken, jwt } = draft;
  return { baseUrl: baseUrl.trim(), accessToken, jwt, userId: getUserId(draft) || null };
}

/** Returns the field that an error concerns, or null if none. */
export function getField(error: AppError): keyof SignInDraft | null {
  switch (error.code) {
    case 'insecure-address':
    case 'redirected':
    case 'certificate':
      return 'baseUrl';
    case 'unauthorised':
    case 'forbidden':
      return 'accessToken';
    default:
      return null;
  }
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
export function hintedUserId(jwt: string): string | null {
  return userIdHint(jwt, decodeBase64Url);
}

/** Returns the host name of an account's address, for display. */
export function getHost({ baseUrl }: Pick<Account, 'baseUrl'>): string {
  return URL.parse(baseUrl)?.host ?? baseUrl;
}
