/** Removes the files of an account: the encrypted ones of all runs, and readable copies of its PDFs. */
import { existsSync, lstatSync, readdirSync, rmdirSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import { err, ok, type Result } from '#contract/result.ts';
import { getAccountFolder } from '#main/base/data-dir.ts';
import { getSystemErrorCode } from '#main/base/system-errors.ts';

/** The operations that change the disk; a test makes one of them fail. */
export interface RemovalFileSystem {
  readonly unlink: (file: string) => void;
  readonly removeFolder: (folder: string) => void;
}

export interface RemovedFiles {
  /** The removed files and folders, within the data folder. */
  readonly files: readonly string[];
  /** The number of files that Intray did not make: they and their folders stay. */
  readonly foreign: number;
}

/** The names of the files in an account's folder. */
const ACCOUNT_FILE =
  /^(?:cache|local|pdfs)\.(?:[0-9A-Za-z-]+\.)?(?:db(?:-wal|-shm|-journal)?|key-check|reserved-space|generation)(?:\.new)?$/;
const COPY_FOLDER = /^papers-[0-9a-f]{16}$/;
const COPY_FILE = /^[0-9a-f]{32}\.pdf$/;

const NODE_FILES: RemovalFileSystem = { unlink: unlinkSync, removeFolder: rmdirSync };

interface FolderToRemove {
  readonly path: string;
  /** The names of the files in it that Intray makes. */
  readonly ownName: RegExp;
}

/** Returns the names of the folders in a folder; of a link, none: its target does not belong to Intray. */
function listFolders(parent: string): readonly string[] {
  if (lstatSync(parent, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(parent, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

function listTargets(dataDir: string, account: string): readonly FolderToRemove[] {
  const find = (parent: string, isOwn: (name: string) => boolean, ownName: RegExp) =>
    listFolders(parent)
      .filter(isOwn)
      .map((name) => ({ path: path.join(parent, name), ownName }));
  const moved = new RegExp(`^${account}(?:\\.aside-[0-9TZ-]+)?$`);
  const ofRun = new RegExp(`^${account}-[0-9a-f]{16}$`);
  return [
    ...find(path.dirname(getAccountFolder(dataDir, account)), (name) => moved.test(name), ACCOUNT_FILE),
    ...find(path.join(dataDir, 'runs'), (name) => ofRun.test(name), ACCOUNT_FILE),
    // Nothing says of which account a readable copy is, so all of them go.
    ...find(path.join(dataDir, 'opened'), (name) => COPY_FOLDER.test(name), COPY_FILE),
  ];
}

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
): Result<RemovedFiles> {
  const removed: string[] = [];
  let foreign = 0;
  const remove = (name: string, run: (name: string) => void): void => {
    run(name);
    removed.push(name);
  };
  try {
    for (const { path: folder, ownName } of listTargets(dataDir, account)) {
      const entries = readdirSync(folder, { withFileTypes: true });
      const own = entries.filter((entry) => !entry.isDirectory() && ownName.test(entry.name));
      for (const { name } of own) remove(path.join(folder, name), disk.unlink);
      foreign += entries.length - own.length;
      if (entries.length === own.length) remove(folder, disk.removeFolder);
    }
  } catch (thrown) {
    return err('storage-read-only', { detail: `a file was not removed: ${getSystemErrorCode(thrown)}` });
  }
  const left = removed.filter((name) => existsSync(name));
  if (left.length > 0) return err('storage-read-only', { detail: `${left.length} files are still there` });
  return ok({ files: removed.map((name) => path.relative(dataDir, name)), foreign });
}
