import { z } from 'zod';

/**
 * Everything that can go wrong, as a closed set. The first group is what the service or the way to it
 * answers (service's document, section 7 leaves the format open: see assumptions.ts); the second is what
 * happens on this desk.
 */
export const ERROR_CODES = [
  'offline',
  'timeout',
  'unauthorised',
  'forbidden',
  'not-found',
  'rejected',
  'rate-limited',
  'server-error',
  'bad-payload',
  'too-large',
  'list-doubted',
  'cancelled',
  'redirected',
  'certificate',
  'proxy-unsupported',
  'invalid-input',
  'insecure-address',
  'refused-sender',
  'not-signed-in',
  'keychain-locked',
  'keychain-unavailable',
  'key-missing',
  'key-mismatch',
  'key-fits',
  'another-user',
  'user-unconfirmed',
  'account-mismatch',
  'foreign-folder',
  'held',
  'storage-full',
  'storage-read-only',
  'storage-damaged',
  'storage-newer',
  'file-unreadable',
  'engine-down',
  'link-refused',
  'not-a-pdf',
  'cut-short',
  'no-viewer',
  'not-opened',
  'needs-you',
  'on-its-way',
  'internal',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** An error that may cross a process: a code, safe facts, never a stack, a cause or patient data. */
export const appErrorSchema = z.strictObject({
  code: z.enum(ERROR_CODES),
  /** A safe technical detail for support: field names, status numbers, never values of records. */
  detail: z.string().max(500).optional(),
  /** The server's own words on a rejected request, shortened. Shown to the person, never logged. */
  serverWords: z.string().max(1000).optional(),
  /** How long to wait before another try, in milliseconds. */
  waitMs: z.number().int().nonnegative().optional(),
});
export type AppError = Readonly<z.infer<typeof appErrorSchema>>;

export type Ok<T> = { readonly ok: true; readonly value: T };
export type Err = { readonly ok: false; readonly error: AppError };
/** What every procedure answers: nothing throws across a process. */
export type Result<T> = Ok<T> | Err;

/** A success. */
export function ok<T>(value: T): Ok<T> {
  return { ok: true, value };
}

/** A failure with its code and, where they are known and safe, more facts. */
export function err(code: ErrorCode, facts: Omit<AppError, 'code'> = {}): Err {
  return { ok: false, error: { code, ...facts } };
}
