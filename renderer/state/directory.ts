import { createStore, type StoreApi } from 'zustand/vanilla';
import { type DirectoryEntry, type DirectoryImport, toPieces } from '#contract/local-data.ts';
import { collect, type Place } from '#contract/paginate.ts';
import { ok, type AppError, type Result } from '#contract/result.ts';
import type { Calls } from './bridge.ts';
import { latestOnly, throttled, wholeText } from './async.ts';

export interface DirectoryState {
  /** Every id that has a name here. */
  readonly names: ReadonlyMap<string, DirectoryEntry>;
  /** Names that more than one id has, in lower case. */
  readonly shared: ReadonlySet<string>;
  readonly isLoaded: boolean;
  readonly error: AppError | null;
}

export interface Directory {
  readonly store: StoreApi<DirectoryState>;
  readonly changed: () => void;
  /** Gives an id a name, or takes it away with null. Null once that is kept. */
  readonly name: (id: string, name: string | null) => Promise<AppError | null>;
  /** Takes in a table `id,name`. */
  readonly importTable: (table: string) => Promise<Result<DirectoryImport>>;
  /** The whole directory as a table, for a spreadsheet. */
  readonly exportTable: () => Promise<Result<string>>;
  readonly reset: () => void;
}

const GAP_MS = 500;
const PAGE = 5_000;
const MAX_PAGES = 20;
const NOTHING: DirectoryState = { names: new Map(), shared: new Set(), isLoaded: false, error: null };

/** Names are compared as people read them: without regard to case. */
export function sameName(name: string): string {
  return name.toLowerCase();
}

function sharedNames(entries: readonly DirectoryEntry[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const { name } of entries) (seen.has(sameName(name)) ? shared : seen).add(sameName(name));
  return shared;
}

async function everyName(calls: Calls): Promise<Result<readonly DirectoryEntry[]>> {
  const ask = (place: Place<string>) => calls['directory.list']({ limit: PAGE, ...place });
  const entries = await collect(ask, { pages: MAX_PAGES });
  return entries.ok ? ok(entries.value.items) : entries;
}

async function importAll(calls: Calls, table: string): Promise<Result<DirectoryImport>> {
  let sum: DirectoryImport = { taken: 0, replaced: [], unchanged: 0, problems: [] };
  for (const piece of toPieces(table)) {
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

/** All local names for ids: they are needed wherever an id is shown. */
export function createDirectory(calls: Calls): Directory {
  const store = createStore<DirectoryState>(() => NOTHING);
  const accounts = latestOnly();
  const throttle = throttled(async () => {
    const isSameAccount = accounts.follow();
    const entries = await everyName(calls);
    if (!isSameAccount()) return;
    if (!entries.ok) return store.setState({ error: entries.error });
    const names = new Map(entries.value.map((entry) => [entry.id, entry]));
    store.setState({ names, shared: sharedNames(entries.value), isLoaded: true, error: null });
  }, GAP_MS);

  return {
    store,
    changed: () => throttle.request(),
    name: async (id, name) => {
      const answer = await calls['directory.set']({ id, name });
      throttle.request();
      return answer.ok ? null : answer.error;
    },
    importTable: async (table) => {
      const report = await importAll(calls, table);
      throttle.request();
      return report;
    },
    exportTable: () => wholeText((after) => calls['directory.export'](after)),
    reset: () => {
      accounts.cancel();
      throttle.reset();
      store.setState(NOTHING, true);
    },
  };
}
