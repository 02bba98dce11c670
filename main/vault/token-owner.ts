import { createHash } from 'node:crypto';
import type { AccountRef } from '#contract/account.ts';
import { userIdHint } from '#contract/user-id-hint.ts';

/** Whether tokens belong to the user of an account. `unknown`: one of the two users is not known. */
export type TokenOwner = 'same' | 'other' | 'unknown';

/** The user id that a JWT names; null where it names none. A hint, never a permission. */
export function namedUser(jwt: string): string | null {
  return userIdHint(jwt, (text) => Buffer.from(text, 'base64url').toString('utf8'));
}

/** Compares the user that a JWT names with the user of an account. */
export function getOwner({ userId }: Pick<AccountRef, 'userId'>, jwt: string): TokenOwner {
  const named = namedUser(jwt);
  if (named === null || userId === null) return 'unknown';
  return named === userId ? 'same' : 'other';
}

/** Names tokens without showing them, for one account at one address: these have been confirmed as its user's. */
export function tokenFingerprint({ id, baseUrl }: AccountRef, jwt: string): string {
  return createHash('sha256')
    .update(JSON.stringify([id, baseUrl, jwt]))
    .digest('hex')
    .slice(0, 32);
}
