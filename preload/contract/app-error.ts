import { z } from 'zod';

/**
 * Every error, as a closed set. The first group comes from the service or the network (service's document,
 * section 7 leaves the format open: see assumptions.ts); the second from this computer.
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
  'list-endless',
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
  'sign-in-paused',
  'sign-in-cancelled',
  'foreign-folder',
  'unsafe-folder',
  'not-a-folder',
  'held',
  'policy-refused',
  'check-failed',
  'clock-unconfirmed',
  'log-altered',
  'storage-full',
  'storage-low',
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
  'not-printed',
  'needs-you',
  'on-its-way',
  'changed-since',
  'saved-before',
  'already-found',
  'unsent-changes',
  'removal-unfinished',
  'locked',
  'wrong-pin',
  'weak-pin',
  'too-many-tries',
  'wrong-recovery-code',
  'wrong-passphrase',
  'export-damaged',
  'foreign-export',
  'internal',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/**
 * An error that may cross a process boundary: a code and safe facts; never a stack, a cause or patient data.
 */
export const appErrorSchema = z.strictObject({
  code: z.enum(ERROR_CODES),
  /** A safe technical detail for support: field names, status numbers, never values of records. */
  detail: z.string().max(500).optional(),
  /** The service's own message for a rejected request, shortened. Shown to the user, never logged. */
  serverWords: z.string().max(1000).optional(),
  /** How long to wait before the next attempt, in milliseconds. */
  waitMs: z.number().int().nonnegative().optional(),
  /** Tries of a PIN that are left before each further one has to wait. */
  triesLeft: z.number().int().nonnegative().optional(),
});
export type AppError = Readonly<z.infer<typeof appErrorSchema>>;
