import type { RetentionResult } from '#contract/retention.ts';
import { ok, type Result } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import type { OpenAccount } from '../account.ts';

/** How many copies of each sort were removed in the open account. */
export type ExpiredPdfAndVersionCounts = Omit<RetentionResult, 'accounts'>;

type Local = OpenAccount['local'];

async function expireVersions(local: Local, before: EpochMs): Promise<Result<number>> {
  let total = 0;
  let place: number | null = 0;
  while (place !== null) {
    const after: number = place;
    const slice = await local.call('removeExpiredViewedVersions', { before, after });
    if (!slice.ok) return slice;
    total += slice.value.removed;
    place = slice.value.next;
  }
  return ok(total);
}

async function expireMissing(local: Local, before: EpochMs): Promise<Result<number>> {
  let total = 0;
  for (let isComplete = false; !isComplete; ) {
    const slice = await local.call('removeExpiredMissingRecords', { before });
    if (!slice.ok) return slice;
    total += slice.value.removed;
    isComplete = slice.value.isComplete;
  }
  return ok(total);
}

/**
 * Removes what was not used in the open account since a time: PDFs, former versions of records, last copies of
 * records that the service no longer returns. Records of lists, unsent changes, drafts, and what they refer to stay.
 * Each call to a thread is a slice, between which it answers others. Ends early, with the error, where the account is
 * closed meanwhile; the next call goes on.
 */
export async function expireUnusedPdfsAndVersions(
  { local, pdfs }: Pick<OpenAccount, 'local' | 'pdfs'>,
  before: EpochMs,
): Promise<Result<ExpiredPdfAndVersionCounts>> {
  const expiredPdfs = await pdfs.expire(before);
  if (!expiredPdfs.ok) return expiredPdfs;
  const versions = await expireVersions(local, before);
  if (!versions.ok) return versions;
  const missing = await expireMissing(local, before);
  if (!missing.ok) return missing;
  return ok({ pdfs: expiredPdfs.value, versions: versions.value, missingRecords: missing.value });
}
