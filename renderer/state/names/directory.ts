import { createStore, type StoreApi } from 'zustand/vanilla';
import {
  joinImportPreviews,
  MAX_NAME_CHANGES_PER_CALL,
  splitDirectoryTable,
  type DirectoryEntry,
  type ImportPiecePreview,
  type DirectoryImportPreview,
  type NameChange,
  type NameSource,
} from '#contract/directory.ts';
import { collectItemsFromPages, type PageStart } from '#contract/paginate.ts';
import { ok, type AppError, type Result } from '#contract/result.ts';
import type { ProcedureCalls } from '../bridge.ts';
import { exportTable } from '../export-table.ts';
import { createLatestRequestGuard, createThrottle } from '../async.ts';

export interface DirectoryState {
  /** The entries of the directory, by id. */
  readonly names: ReadonlyMap<string, DirectoryEntry>;
  readonly isLoaded: boolean;
  readonly error: AppError | null;
  /** The search text on the screen of names; it stays when the screen is left. */
  readonly search: string;
}

/** The result of saving several names: how many were saved, and which were skipped. */
export interface SaveNamesResult {
  readonly saved: number;
  /** Ids whose names changed since the user saw them: they were left as they are. */
  readonly skipped: readonly string[];
}

export interface DirectoryStore {
  readonly store: StoreApi<DirectoryState>;
  readonly invalidate: () => void;
  readonly setSearch: (text: string) => void;
  /** Sets the local name of an id, or takes it back with null. Returns null on success. */
  readonly setName: (id: string, name: string | null, identifier?: string) => Promise<AppError | null>;
  /** Saves names that the user has confirmed, or puts former ones back. */
  readonly saveNames: (
    changes: readonly NameChange[],
    source: NameSource,
  ) => Promise<Result<SaveNamesResult>>;
  /** Notes that a name is right although a document says another one. Returns null on success. */
  readonly keepNameDespiteContradictions: (id: string) => Promise<AppError | null>;
  /** Tells what importing a CSV table `id,name,identifier` would change. */
  readonly readTable: (table: string) => Promise<Result<DirectoryImportPreview>>;
  /** Exports the whole directory as a CSV table to a file that the user chooses. Returns whether it was saved. */
  readonly exportTable: () => Promise<Result<string | null>>;
  readonly reset: () => void;
}

const THROTTLE_MS = 500;
const PAGE = 5_000;
const MAX_PAGES = 20;
const INITIAL_STATE: DirectoryState = { names: new Map(), isLoaded: false, error: null, search: '' };

async function readAllNames(calls: ProcedureCalls): Promise<Result<readonly DirectoryEntry[]>> {
  const ask = (place: PageStart<string>) => calls['directory.list']({ limit: PAGE, ...place });
  const entries = await collectItemsFromPages(ask, { pages: MAX_PAGES });
  return entries.ok ? ok(entries.value.items) : entries;
}

async function readWholeTable(calls: ProcedureCalls, table: string): Promise<Result<DirectoryImportPreview>> {
  const pieces: ImportPiecePreview[] = [];
  for (const piece of splitDirectoryTable(table)) {
    const read = await calls['directory.readTable'](piece);
    if (!read.ok) return read;
    pieces.push(read.value);
  }
  return ok(joinImportPreviews(pieces));
}

async function saveAll(
  calls: ProcedureCalls,
  changes: readonly NameChange[],
  source: NameSource,
): Promise<Result<SaveNamesResult>> {
  let [saved, skipped]: [number, readonly string[]] = [0, []];
  for (let from = 0; from < changes.length; from += MAX_NAME_CHANGES_PER_CALL) {
    const some = changes.slice(from, from + MAX_NAME_CHANGES_PER_CALL);
    const done = await calls['directory.save']({ changes: some, source });
    if (!done.ok) return done;
    saved += done.value.saved;
    skipped = [...skipped, ...done.value.skipped];
  }
  return ok({ saved, skipped });
}

/** Creates the store of all local names. It loads all of them, because every list and record shows ids. */
export function createDirectoryStore(calls: ProcedureCalls): DirectoryStore {
  const store = createStore<DirectoryState>(() => INITIAL_STATE);
  const accounts = createLatestRequestGuard();
  const throttle = createThrottle(async () => {
    const isSameAccount = accounts.follow();
    const entries = await readAllNames(calls);
    if (!isSameAccount()) return;
    if (!entries.ok) return store.setState({ error: entries.error });
    const names = new Map(entries.value.map((entry) => [entry.id, entry]));
    store.setState({ names, isLoaded: true, error: null });
  }, THROTTLE_MS);
  /** Makes a change of names, then loads all names again. */
  async function change<T>(work: Promise<Result<T>>): Promise<Result<T>> {
    const answer = await work;
    throttle.request();
    return answer;
  }
  const toError = <T>(answer: Result<T>): AppError | null => (answer.ok ? null : answer.error);

  return {
    store,
    invalidate: () => throttle.request(),
    setSearch: (search) => store.setState({ search }),
    setName: async (id, name, identifier = '') =>
      toError(await change(calls['directory.set']({ id, name, identifier }))),
    saveNames: (changes, source) => change(saveAll(calls, changes, source)),
    keepNameDespiteContradictions: async (id) => toError(await change(calls['directory.keep']({ id }))),
    readTable: (table) => readWholeTable(calls, table),
    exportTable: () =>
      exportTable<string>(calls, 'directory.csv', (place) => calls['directory.export'](place)),
    reset: () => {
      accounts.cancel();
      throttle.reset();
      store.setState(INITIAL_STATE, true);
    },
  };
}
