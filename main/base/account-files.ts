import { lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { getAccountFolder } from './data-dir.ts';

/** A folder that belongs to an account, or holds readable copies of PDFs. */
export interface AccountFolderListing {
  readonly path: string;
  /** The names of the files in it that Intray made. */
  readonly files: readonly string[];
  /** Number of files and folders in the folder that Intray did not make. */
  readonly foreign: number;
}

const ACCOUNT_FILE =
  /^(?:lock|unsent)\.json(?:\.new)?$|^(?:cache|local|pdfs)\.(?:[0-9A-Za-z-]+\.)?(?:db(?:-wal|-shm|-journal)?|key-check|reserved-space|generation|unused-since|expired)(?:\.new)?$/;
const COPY_FOLDER = /^papers-[0-9a-f]{16}$/;
const COPY_FILE = /^[0-9a-f]{32}\.pdf$/;

/** Returns the names of the folders in a folder; of a link, none: its target does not belong to Intray. */
function listFolders(parent: string): readonly string[] {
  if (lstatSync(parent, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(parent, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

function rank(name: string): number {
  return name.startsWith('lock.json') ? 0 : 1;
}

function readFolder(folder: string, ownName: RegExp): AccountFolderListing {
  const entries = readdirSync(folder, { withFileTypes: true });
  const own = entries.filter((entry) => !entry.isDirectory() && ownName.test(entry.name));
  // The sealed keys are deleted first: after a crash in the middle nothing opens the remaining files.
  const files = own.map(({ name }) => name).toSorted((one, other) => rank(one) - rank(other));
  return { path: folder, files, foreign: entries.length - own.length };
}

/**
 * Returns the folders with the files of an account: the encrypted ones of all runs, and readable copies of PDFs. Throws
 * where a folder cannot be read.
 * @param account its id
 */
export function listFoldersWithAccountFiles(
  dataDir: string,
  account: string,
): readonly AccountFolderListing[] {
  const find = (parent: string, folderName: RegExp, ownName: RegExp): readonly AccountFolderListing[] =>
    listFolders(parent)
      .filter((name) => folderName.test(name))
      .map((name) => readFolder(path.join(parent, name), ownName));
  const permanent = new RegExp(`^${account}(?:\\.aside-[0-9TZ-]+)?$`);
  const ofRun = new RegExp(`^${account}-[0-9a-f]{16}$`);
  return [
    ...find(path.dirname(getAccountFolder(dataDir, account)), permanent, ACCOUNT_FILE),
    ...find(path.join(dataDir, 'runs'), ofRun, ACCOUNT_FILE),
    // The name of a readable copy does not say to which account it belongs, so the copies of all accounts are
    // listed.
    ...find(path.join(dataDir, 'opened'), COPY_FOLDER, COPY_FILE),
  ];
}
