/** Returns the system's code of a failure (`EACCES` …), which is safe to show. */
export function getSystemErrorCode(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string'
    ? thrown.code
    : 'unknown';
}

/** Returns `storage-full` or `storage-read-only` for the error of a failed write to a folder. */
export function toStorageWriteErrorCode(thrown: unknown): 'storage-full' | 'storage-read-only' {
  return isDiskFullCode(getSystemErrorCode(thrown)) ? 'storage-full' : 'storage-read-only';
}

/** Returns whether a system's code means that the disk, or this user's share of it, is full. */
export function isDiskFullCode(code: string): boolean {
  return code === 'ENOSPC' || code === 'EDQUOT';
}
