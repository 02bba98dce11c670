/** Removes the files of an account: the encrypted ones of all runs, and readable copies of its PDFs. */
import { existsSync, rmdirSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import { err, ok, type Result } from '#contract/result.ts';
import { formatCountWithNoun } from '#main/base/plain-text.ts';
import { listFoldersWithAccountFiles } from '#main/base/account-files.ts';
import { getSystemErrorCode } from '#main/base/system-errors.ts';

/** The operations that change the disk; a test makes one of them fail. */
export interface RemovalFileSystem {
  readonly unlink: (file: string) => void;
  readonly removeFolder: (folder: string) => void;
}

export interface RemoveAccountFilesResult {
  /** The removed files and folders, as seen from the data folder. */
  readonly files: readonly string[];
  /** The number of files that Intray did not make: they and their folders stay. */
  readonly foreign: number;
}

const NODE_FILES: RemovalFileSystem = { unlink: unlinkSync, removeFolder: rmdirSync };

/**
 * Removes the files of an account that Intray made, and checks that each is gone. The files must not be open. A call
 * that was interrupted is finished by the next one.
 * @param account its id
 * @returns error 'storage-read-only' where a file could not be removed
 */
export function removeAccountFiles(
  dataDir: string,
  account: string,
  disk: RemovalFileSystem = NODE_FILES,
): Result<RemoveAccountFilesResult> {
  const removed: string[] = [];
  let foreign = 0;
  const remove = (name: string, run: (name: string) => void): void => {
    run(name);
    removed.push(name);
  };
  try {
    for (const folder of listFoldersWithAccountFiles(dataDir, account)) {
      for (const name of folder.files) remove(path.join(folder.path, name), disk.unlink);
      foreign += folder.foreign;
      if (folder.isRemoved) remove(folder.path, disk.removeFolder);
    }
  } catch (thrown) {
    return err('storage-read-only', { detail: `a file was not removed: ${getSystemErrorCode(thrown)}` });
  }
  const left = removed.filter((name) => existsSync(name));
  if (left.length > 0)
    return err('storage-read-only', {
      detail: `${formatCountWithNoun(left.length, 'file is', 'files are')} still there`,
    });
  return ok({ files: removed.map((name) => path.relative(dataDir, name)), foreign });
}
