import { createStore, type StoreApi } from 'zustand/vanilla';
import { type DirectoryEntry, type DirectoryImport, splitDirectoryTable } from '#contract/local-data.ts';
import { collectPages, type PageStart } from '#contract/paginate.ts';
import { ok, type AppError, type Result } from '#contract/result.ts';
import type { ProcedureCalls } from './bridge.ts';
import { exportTable } from './export-table.ts';
import { createLatestRequestGuard, createThrottle } from './async.ts';

export interface DirectoryState {
  /** The entries of the directory, by id. */
  readonly names: ReadonlyMap<string, DirectoryEntry>;
  /** Names that more than one id has, in lower case. */
  readonly shared: ReadonlySet<string>;
  readonly isLoaded: boolean;
  readonly error: AppError | null;
}

export interface DirectoryStore {
  readonly store: StoreApi<DirectoryState>;
  readonly invalidate: () => void;
  /** Sets the local name of an id, or removes it with null. Returns null on success. */
  readonly setName: (id: string, name: string | null) => Promise<AppError | null>;
  /** Imports a CSV table `id,name`. */
  readonly importTable: (table: string) => Promise<Result<DirectoryImport>>;
  /** Exports the whole directory as a CSV table to a file that the user chooses. Returns whether it was saved. */
  readonly exportTable: () => Promise<Result<boolean>>;
  readonly reset: () => void;
}

const THROTTLE_MS = 500;
const PAGE = 5_000;
const MAX_PAGES = 20;
const INITIAL_STATE: DirectoryState = { names: new Map(), shared: new Set(), isLoaded: false, error: null };

/** Normalizes a name for comparison, ignoring case. */
export function normalizeName(name: string): string {
  return name.toLowerCase();
}

function findSharedNames(entries: readonly DirectoryEntry[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const { name } of entries) (seen.has(normalizeName(name)) ? shared : seen).add(normalizeName(name));
  return shared;
}

async function readAllNames(calls: ProcedureCalls): Promise<Result<readonly DirectoryEntry[]>> {
  const ask = (place: PageStart<string>) => calls['directory.list']({ limit: PAGE, ...place });
  const entries = await collectPages(ask, { pages: MAX_PAGES });
  return entries.ok ? ok(entries.value.items) : entries;
}

async function importAll(calls: ProcedureCalls, table: string): Promise<Result<DirectoryImport>> {
  let sum: DirectoryImport = { taken: 0, replaced: [], unchanged: 0, problems: [] };
  for (const piece of splitDirectoryTable(table)) {
    const answer = await calls['directory.import'](piece);
    if (!answer.ok) return answer;
    const { taken, replaced, unchanged, problems } = answer.value;
    sum = {
      taken: sum.taken + taken,
      replaced: [...sum.replaced, ...replaced],
      unchanged: sum.unchanged + unchanged,
      problems: [...sum.problems, ...problems],
    };
  }
  return ok(sum);
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
    store.setState({ names, shared: findSharedNames(entries.value), isLoaded: true, error: null });
  }, THROTTLE_MS);

  return {
    store,
    invalidate: () => throttle.request(),
    setName: async (id, name) => {
      const answer = await calls['directory.set']({ id, name });
      throttle.request();
      return answer.ok ? null : answer.error;
    },
    importTable: async (table) => {
      const report = await importAll(calls, table);
      throttle.request();
      return report;
    },
    exportTable: () =>
      exportTable<string>(calls, 'directory.csv', (place) => calls['directory.export'](place)),
    reset: () => {
      accounts.cancel();
      throttle.reset();
      store.setState(INITIAL_STATE, true);
    },
  };
}
