import { open } from 'node:fs/promises';
import type { z } from 'zod';
import { err, ok, type Result } from '#contract/result.ts';
import type { ExportResult, ImportResult, internalTransferProcedures } from '#contract/transfer.ts';
import type { Clock } from '#main/base/clock.ts';
import type { RandomGenerator } from '#main/base/random.ts';
import { getSystemErrorCode, isDiskFullCode } from '#main/base/system-errors.ts';
import type { LocalClient } from '../local/client.ts';
import type { ExportOwnerAndKey } from './export-format.ts';
import { openExportFile, type ExportReader } from './read-export.ts';
import { writeExportFile } from './write-export.ts';

type Local = Pick<LocalClient, 'call'>;
type ExportInput = z.output<(typeof internalTransferProcedures)['localStore.export']['input']>;
type ImportInput = z.output<(typeof internalTransferProcedures)['localStore.import']['input']>;

export interface ExportDeps {
  readonly local: Local;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<RandomGenerator, 'hex'>;
}

function toWriteError(thrown: unknown): Result<never> {
  const detail = getSystemErrorCode(thrown);
  return err(isDiskFullCode(detail) ? 'storage-full' : 'storage-read-only', { detail });
}

async function writeCopy(
  copy: { readonly path: string; readonly changes: number; readonly key: string },
  { path, passphrase, origin, userId }: ExportInput,
  exportedAt: number,
): Promise<Result<ExportResult>> {
  try {
    const owner = { userId, key: copy.key, exportedAt };
    const bytes = await writeExportFile(path, { source: copy.path, origin, owner }, passphrase);
    return ok({ bytes, changes: copy.changes });
  } catch (thrown) {
    return toWriteError(thrown);
  }
}

/**
 * Writes the local store of an account to an export file, which is read back, decrypted and compared before it appears
 * under its name. Errors are those of the disk; then nothing was replaced.
 */
export async function exportLocalStore(
  input: ExportInput,
  { local, clock, random }: ExportDeps,
): Promise<Result<ExportResult>> {
  const key = random.hex(32);
  const copy = await local.call('copyStoreForExport', { key });
  const written = copy.ok ? await writeCopy({ ...copy.value, key }, input, clock.now()) : copy;
  const removed = await local.call('removeCopies', null);
  return written.ok && !removed.ok ? removed : written;
}

/** Returns why a file of this owner may not be imported into an account, or null. */
function findForeignOwner(
  owner: ExportOwnerAndKey,
  { userId, isSameUser }: ImportInput,
): Result<never> | null {
  const areKnown = userId !== null && owner.userId !== null;
  if (areKnown) return userId === owner.userId ? null : err('foreign-export', { detail: 'another user' });
  return isSameUser
    ? null
    : err('user-unconfirmed', { detail: 'the user of the file or of the account is not known' });
}

/** Decrypts the database of an export file into a new file. */
async function decryptTo(file: string, reader: ExportReader): Promise<Result<null>> {
  try {
    const copy = await open(file, 'wx', 0o600);
    try {
      return await reader.readContent(async (piece) => copy.writeFile(piece));
    } finally {
      await copy.close();
    }
  } catch (thrown) {
    return toWriteError(thrown);
  }
}

async function importFrom(
  reader: ExportReader,
  input: ImportInput,
  local: Local,
): Promise<Result<ImportResult>> {
  // The header is compared before the key is derived, which takes long: a file of another address needs no
  // passphrase.
  if (reader.header.origin !== input.origin) return err('foreign-export', { detail: 'another address' });
  const owner = await reader.unlock(input.passphrase);
  if (!owner.ok) return owner;
  const foreign = findForeignOwner(owner.value, input);
  if (foreign !== null) return foreign;
  const place = await local.call('removeCopies', null);
  if (!place.ok) return place;
  const copied = await decryptTo(place.value.importPath, reader);
  const imported = copied.ok ? await local.call('importCopy', { key: owner.value.key }) : copied;
  await local.call('removeCopies', null); // what stays is unreadable, and goes when the account is opened again
  return imported;
}

/** Adds the content of an export file to the local store of an account, all or nothing. */
export async function importLocalStore(input: ImportInput, local: Local): Promise<Result<ImportResult>> {
  const opened = await openExportFile(input.path);
  if (!opened.ok) return opened;
  try {
    return await importFrom(opened.value, input, local);
  } catch (thrown) {
    return err('file-unreadable', { detail: getSystemErrorCode(thrown) });
  } finally {
    await opened.value.close();
  }
}
