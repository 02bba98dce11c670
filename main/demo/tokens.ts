import { createHmac } from 'node:crypto';
import { DAY, SECOND } from '#main/base/durations.ts';
import type { RandomGenerator } from '#main/base/random.ts';
import { ServiceProblem } from './http/responses.ts';

/**
 * The two credentials of section 5. The document does not say how they are obtained: here they are issued
 * directly.
 */
export interface DemoTokens {
  readonly accessToken: string;
  readonly jwt: string;
}

const LIFETIME = 30 * DAY;

function toBase64Url(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** Issues new credentials of `userId`. `now` is epoch milliseconds. */
export function issueDemoTokens(random: RandomGenerator, userId: string, now: number): DemoTokens {
  const header = toBase64Url({ alg: 'HS256', typ: 'JWT' });
  const issued = Math.floor(now / SECOND);
  const payload = toBase64Url({ sub: userId, iat: issued, exp: issued + LIFETIME / SECOND });
  const signature = createHmac('sha256', random.hex(32)).update(`${header}.${payload}`).digest('base64url');
  return { accessToken: `sbx_${random.hex(24)}`, jwt: `${header}.${payload}.${signature}` };
}

/** Throws a 401 unless both headers hold the tokens, which every request requires (section 5). */
export function checkTokenHeaders(
  tokens: DemoTokens,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): void {
  if (headers.authorization !== `Bearer ${tokens.accessToken}`) {
    throw new ServiceProblem(401, 'The access token is missing or not valid.');
  }
  if (headers['x-jwt'] !== tokens.jwt) throw new ServiceProblem(401, 'The JWT is missing or not valid.');
}
