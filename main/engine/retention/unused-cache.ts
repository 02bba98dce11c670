/** The cache of an unused account: since when, and its removal. Its local store is never touched. */
import { existsSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ok, type Result } from '#contract/result.ts';
import { getAccountFolder, listAccountIdsInDataDir } from '#main/base/data-dir.ts';
import type { Clock } from '#main/base/clock.ts';
import type { Log } from '#main/base/log.ts';
import { replaceFileAtomically } from '#main/base/write-file.ts';
import type { LocalClient } from '../local/client.ts';
import { catchStorageErrors } from '../sqlite/errors.ts';

/**
 * Name of the file that says since when an account is closed, in epoch milliseconds; there only while
 * nothing in it is unsent.
 */
const UNUSED = 'cache.unused-since';
/** Name of the file that exists from the beginning of a cache's removal until the account is opened again. */
const EXPIRED = 'cache.expired';
/** Matches the files whose content can be fetched again: cache and PDFs, with their damaged copies. */
const FETCHABLE = /^(?:cache|pdfs)\.(?:[0-9A-Za-z-]+\.)?db(?:-wal|-shm|-journal)?$/;
/** The key check of the cache is deleted last: while it exists, a missing cache would count as damaged. */
const KEY_CHECK = 'cache.key-check';

function removeFetchable(folder: string): void {
  for (const name of readdirSync(folder)) if (FETCHABLE.test(name)) rmSync(path.join(folder, name));
  rmSync(path.join(folder, KEY_CHECK), { force: true });
}

/**
 * Notes that an account is in use, before its files are opened. A removal of its cache that was interrupted is finished
 * first.
 * @returns whether the cache was removed because the account was not used; `clearCacheRemovalMarker` forgets it
 */
export function markAccountInUseAndFinishCacheRemoval(folder: string): Result<boolean> {
  return catchStorageErrors(() => {
    rmSync(path.join(folder, UNUSED), { force: true });
    const isExpired = existsSync(path.join(folder, EXPIRED));
    if (isExpired) removeFetchable(folder);
    return ok(isExpired);
  });
}

/** Forgets that the cache of an account was removed: a new one is open. */
export function clearCacheRemovalMarker(folder: string): Result<null> {
  return catchStorageErrors(() => {
    rmSync(path.join(folder, EXPIRED), { force: true });
    return ok(null);
  });
}

/**
 * Notes since when an account is not in use. Its files are closed, and nothing in them is unsent.
 * @param now epoch milliseconds
 */
export function markAccountUnused(folder: string, now: number): Result<null> {
  return catchStorageErrors(() => {
    // The marker of an earlier expiry is still there if it could not be removed when the account was opened.
    rmSync(path.join(folder, EXPIRED), { force: true });
    replaceFileAtomically(path.join(folder, UNUSED), `${now}\n`);
    return ok(null);
  });
}

/** Returns since when an account is not in use, in epoch milliseconds; null where that is not known. */
function readUnusedSince(folder: string): number | null {
  const file = path.join(folder, UNUSED);
  if (!existsSync(file)) return null;
  const text = readFileSync(file, 'utf8').trim();
  return /^\d{1,16}$/.test(text) ? Number(text) : null;
}

function expireCache(folder: string, before: number): boolean {
  const since = readUnusedSince(folder);
  const isDue = since !== null && since < before;
  if (!isDue && !existsSync(path.join(folder, EXPIRED))) return false;
  // Once the marker is renamed, an interrupted removal is finished at the next opening.
  if (isDue) renameSync(path.join(folder, UNUSED), path.join(folder, EXPIRED));
  removeFetchable(folder);
  return isDue;
}

/**
 * Removes the records and PDFs of accounts that were not used since a time. An account that is open, was not closed
 * properly, or was closed with something unsent, keeps them.
 * @param before epoch milliseconds
 * @param open the id of the account that is open, or null
 * @returns the number of accounts
 */
export function removeCachesOfUnusedAccounts(
  dataDir: string,
  before: number,
  open: string | null,
): Result<number> {
  return catchStorageErrors(() => {
    const folders = listAccountIdsInDataDir(dataDir)
      .filter((id) => id !== open)
      .map((id) => getAccountFolder(dataDir, id));
    return ok(folders.filter((folder) => existsSync(folder) && expireCache(folder, before)).length);
  });
}

/** Closes the local store; where everything in it is on the service, notes since when the account is not in use. */
export async function closeLocalStoreAndNoteUnused(
  { local, close }: { readonly local: Pick<LocalClient, 'call'>; readonly close: () => Promise<void> },
  folder: string,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): Promise<void> {
  const unsent = await local.call('findUnsentWork', null);
  await close();
  if (!unsent.ok || unsent.value.isThere) return;
  const noted = markAccountUnused(folder, clock.now());
  if (!noted.ok) log.warn('the end of the use of an account was not noted', { code: noted.error.code });
}
