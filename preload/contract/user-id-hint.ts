import { ASSUMPTIONS } from './assumptions.ts';
import { isId } from './ids.ts';

function parsedObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/**
 * The user id that a JWT names, as a hint to prefill a field: nothing verifies it and no permission rests on it
 * (service's document, section 5, leaves the contents of the JWT open: see the assumptions).
 * @param decode the host's reader of base64url as UTF-8 text; answers anything for what is none
 */
export function userIdHint(jwt: string, decode: (base64url: string) => string): string | null {
  const payload = jwt.trim().split('.')[1] ?? '';
  const claims = parsedObject(decode(payload));
  for (const name of ASSUMPTIONS.tokenLifetime.userIdClaims) {
    const value = Object.hasOwn(claims, name) ? claims[name] : null;
    if (isId('user', value)) return value;
  }
  return null;
}
