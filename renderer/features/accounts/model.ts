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

/** Names of what can be wrong with a field; the words stand with the other texts. */
export type Wrong = 'baseUrlEmpty' | 'baseUrl' | 'accessTokenEmpty' | 'jwtEmpty' | 'token' | 'userId';

/** What is wrong, field by field; a field that is right is not in it. */
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
  return Object.fromEntries(Object.entries(problems).filter(([, wrong]) => wrong !== null)) as Problems; // the nulls are gone
}

/** What is wrong with the two tokens (service's document, section 5: both go into headers). */
export function tokenProblems(draft: Tokens): Problems {
  return only({
    accessToken: tokenProblem(draft.accessToken, accessTokenSchema, 'accessTokenEmpty'),
    jwt: tokenProblem(draft.jwt, jwtSchema, 'jwtEmpty'),
  });
}

/** The user id of a sign-in: blanks at its ends are a part of it only where the JWT says so as well. */
function getUserId({ userId, jwt }: SignInDraft): string {
  return userId === hintedUserId(jwt) ? userId : userId.trim();
}

/** What is wrong with a sign-in, before it is sent. */
export function signInProblems(draft: SignInDraft): Problems {
  const user = getUserId(draft);
  return {
    ...only({ baseUrl: baseUrlProblem(draft.baseUrl) }),
    ...tokenProblems(draft),
    ...only({ userId: user === '' || isId('user', user) ? null : 'userId' }),
  };
}

/** The input in the shape of the procedure. */
export function signInInput(draft: SignInDraft): Input<'accounts.signIn'> {
  const { baseUrl, accessToken, jwt } = draft;
  return { baseUrl: baseUrl.trim(), accessToken, jwt, userId: getUserId(draft) || null };
}

/** The field that an error refers to, or null if it refers to none. */
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

/** The user id that a JWT names, to prefill a field with. */
export function hintedUserId(jwt: string): string | null {
  return userIdHint(jwt, decodeBase64Url);
}

/** The host of an account's address, for people. */
export function getHost({ baseUrl }: Pick<Account, 'baseUrl'>): string {
  return URL.parse(baseUrl)?.host ?? baseUrl;
}
