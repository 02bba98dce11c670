import { lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { getAccountFolder } from './data-dir.ts';
import {
  COPIES_OF_RUN_FOLDER,
  listPossibleTempCopiesFolders,
  SINGLE_COPY_FOLDER,
} from './temp-copies-folders.ts';

/** A folder that belongs to an account, or holds readable copies of PDFs. */
export interface AccountFolderListing {
  readonly path: string;
  /** The names of the files in it that Intray made. */
  readonly files: readonly string[];
  /** Number of files and folders in the folder that Intray did not make. */
  readonly foreign: number;
  /** Whether the folder goes too: it holds nothing else, but for listed folders that go before it. */
  readonly isRemoved: boolean;
}

const ACCOUNT_FILE =
  /^(?:lock|unsent)\.json(?:\.new)?$|^(?:cache|local|pdfs)\.(?:[0-9A-Za-z-]+\.)?(?:db(?:-wal|-shm|-journal)?|key-check|reserved-space|generation|unused-since|expired)(?:\.new)?$/;
/** A copy for a viewer. */
const COPY_FILE = /^[0-9a-f]{32}\.pdf$/;
/** A copy that was dragged to another program, in a folder of its own: its name tells nothing of the record either. */
const NAMED_COPY_FILE = /^requisition-[0-9a-f]{12}\.pdf$/;

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

/** @param inner the listed folders in this one */
function readFolder(
  folder: string,
  ownName: RegExp,
  inner: readonly AccountFolderListing[] = [],
): AccountFolderListing {
  const entries = readdirSync(folder, { withFileTypes: true });
  const own = entries.filter((entry) => !entry.isDirectory() && ownName.test(entry.name));
  // The sealed keys are deleted first: after a crash in the middle nothing opens the remaining files.
  const files = own.map(({ name }) => name).toSorted((one, other) => rank(one) - rank(other));
  const foreign = entries.length - own.length - inner.length;
  const isRemoved = foreign === 0 && inner.every((listing) => listing.isRemoved);
  return { path: folder, files, foreign, isRemoved };
}

/** Returns the folder of a run with readable copies, after those of its single copies. */
function readCopiesOfRun(folder: string): readonly AccountFolderListing[] {
  const single = listFolders(folder)
    .filter((name) => SINGLE_COPY_FOLDER.test(name))
    .map((name) => readFolder(path.join(folder, name), NAMED_COPY_FILE));
  return [...single, readFolder(folder, COPY_FILE, single)];
}

/**
 * Returns the folders with the files of an account: the encrypted ones of all runs, and readable copies of PDFs, which may
 * be outside of the data folder. They are in the order in which they can be removed. Throws where a folder cannot be read.
 * @param account its id
 */
export function listFoldersWithAccountFiles(
  dataDir: string,
  account: string,
): readonly AccountFolderListing[] {
  const find = (parent: string, folderName: RegExp): readonly string[] =>
    listFolders(parent)
      .filter((name) => folderName.test(name))
      .map((name) => path.join(parent, name));
  const permanent = new RegExp(`^${account}(?:\\.aside-[0-9TZ-]+)?$`);
  const ofRun = new RegExp(`^${account}-[0-9a-f]{16}$`);
  const encrypted = [
    ...find(path.dirname(getAccountFolder(dataDir, account)), permanent),
    ...find(path.join(dataDir, 'runs'), ofRun),
  ];
  return [
    ...encrypted.map((folder) => readFolder(folder, ACCOUNT_FILE)),
    // The name of a readable copy does not say to which account it belongs, so the copies of all accounts are
    // listed.
    ...listPossibleTempCopiesFolders(dataDir)
      .flatMap((folder) => find(folder, COPIES_OF_RUN_FOLDER))
      .flatMap(readCopiesOfRun),
  ];
}

/** A local store that was kept beside the one in use: a damaged one, or a newer one that an older one replaced. */
const KEPT_LOCAL_STORE = /^local\.(?:damaged|newer)-[0-9A-Za-z-]+\.db$/;

/**
 * Counts the copies of its local store that an account has beside the one in use: those that were moved away because no
 * key opened them, damaged ones, and newer ones. Throws where a folder cannot be read.
 * @param account its id
 */
export function countOldLocalStores(dataDir: string, account: string): number {
  const inUse = getAccountFolder(dataDir, account);
  return listFoldersWithAccountFiles(dataDir, account).flatMap(({ path: folder, files }) => {
    const isMovedAway = folder.startsWith(`${inUse}.aside-`);
    return files.filter((name) => KEPT_LOCAL_STORE.test(name) || (isMovedAway && name === 'local.db'));
  }).length;
}
