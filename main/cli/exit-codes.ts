import type { AppError, ErrorCode } from '#contract/result.ts';

/**
 * Exit codes: 0 done; 1 not found, rejected, not finished, or the user has to decide; 2 usage; 3 not signed
 * in, refused, or keychain locked; 4 offline or timeout; 5 error of the service; 6 file unreadable; 7 data
 * folder used by another process.
 */
const EXIT_CODES: Readonly<Record<ErrorCode, number>> = {
  offline: 4,
  timeout: 4,
  unauthorised: 3,
  forbidden: 3,
  'not-found': 1,
  rejected: 1,
  'rate-limited': 5,
  'server-error': 5,
  'bad-payload': 5,
  'too-large': 5,
  'list-doubted': 5,
  'list-endless': 5,
  cancelled: 1,
  redirected: 5,
  certificate: 5,
  'proxy-unsupported': 4,
  'invalid-input': 2,
  'insecure-address': 2,
  'refused-sender': 3,
  'not-signed-in': 3,
  'keychain-locked': 3,
  'keychain-unavailable': 3,
  'key-missing': 3,
  'key-mismatch': 3,
  'key-fits': 1,
  'another-user': 3,
  'user-unconfirmed': 3,
  'account-mismatch': 3,
  'sign-in-paused': 3,
  'sign-in-cancelled': 3,
  'foreign-folder': 6,
  'unsafe-folder': 6,
  'not-a-folder': 6,
  held: 7,
  'policy-refused': 3,
  'check-failed': 1,
  'clock-unconfirmed': 1,
  'log-altered': 1,
  'storage-full': 6,
  'storage-low': 6,
  'storage-read-only': 6,
  'storage-damaged': 6,
  'storage-newer': 6,
  'file-unreadable': 6,
  'engine-down': 1,
  'link-refused': 5,
  'not-a-pdf': 5,
  'cut-short': 5,
  'no-viewer': 1,
  'not-opened': 1,
  'not-printed': 1,
  'needs-you': 1,
  'on-its-way': 1,
  'changed-since': 1,
  'saved-before': 1,
  'already-found': 1,
  'unsent-changes': 1,
  'removal-unfinished': 1,
  locked: 3,
  'wrong-pin': 3,
  'weak-pin': 2,
  'too-many-tries': 3,
  'wrong-recovery-code': 3,
  'wrong-passphrase': 3,
  'export-damaged': 6,
  'foreign-export': 3,
  internal: 1,
};

export const EXIT_SUCCESS = 0;

/** Returns the command's exit code for an error. */
export function toExitCode({ code }: AppError): number {
  return EXIT_CODES[code];
}

/** Returns the error with the highest exit code, or null where there is none. */
export function pickWorstError(errors: readonly AppError[]): AppError | null {
  return errors.reduce<AppError | null>(
    (worst, error) => (worst === null || toExitCode(error) > toExitCode(worst) ? error : worst),
    null,
  );
}
