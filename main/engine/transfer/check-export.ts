import { err, ok, type Result } from '#contract/result.ts';
import { getSystemErrorCode } from '#main/base/system-errors.ts';
import { openExportFile, type ExportReader } from './read-export.ts';

export interface ExportCheckInput {
  /** Full path of the export file. */
  readonly path: string;
  readonly passphrase: string;
  /** The base address of the account to which it has to belong. */
  readonly origin: string;
  /** The user to whom the file has to belong; null where unknown. */
  readonly userId: string | null;
}

async function readToEnd(
  reader: ExportReader,
  { passphrase, origin, userId }: ExportCheckInput,
): Promise<Result<null>> {
  if (reader.header.origin !== origin) return err('foreign-export', { detail: 'another address' });
  const owner = await reader.unlock(passphrase);
  if (!owner.ok) return owner;
  if (userId !== null && owner.value.userId !== null && owner.value.userId !== userId)
    return err('foreign-export', { detail: 'another user' });
  return reader.readContent(async () => {});
}

/**
 * Reads an export file to its end, whatever the schema of the database in it: it is whole, its passphrase is known, and it is of
 * that account. Errors are those of an import.
 */
export async function checkExportFile(check: ExportCheckInput): Promise<Result<null>> {
  const opened = await openExportFile(check.path);
  if (!opened.ok) return opened;
  try {
    const read = await readToEnd(opened.value, check);
    return read.ok ? ok(null) : read;
  } catch (thrown) {
    return err('file-unreadable', { detail: getSystemErrorCode(thrown) });
  } finally {
    await opened.value.close();
  }
}
