/** Returns the system's code of a failure (`EACCES` …), which is safe to show. */
export function getSystemErrorCode(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string'
    ? thrown.code
    : 'unknown';
}

/** Returns the error code of a folder to which nothing could be written. */
export function getFolderErrorCode(thrown: unknown): 'storage-full' | 'storage-read-only' {
  return isDiskFull(getSystemErrorCode(thrown)) ? 'storage-full' : 'storage-read-only';
}

/** Returns whether a system's code means that the disk, or this user's share of it, is full. */
export function isDiskFull(code: string): boolean {
  return code === 'ENOSPC' || code === 'EDQUOT';
}
