import { createStore, type StoreApi } from 'zustand/vanilla';
import type { NamesSuggestedForId, UnnamedIdWithRecordCount } from '#contract/directory.ts';
import { collectItemsFromPages, type PageStart } from '#contract/paginate.ts';
import type { AppError } from '#contract/result.ts';
import type { ProcedureCalls } from '../bridge.ts';
import { createLatestRequestGuard, createThrottle } from '../async.ts';

export interface NameSuggestionsState {
  /** What documents suggest for ids without a name. */
  readonly suggestions: readonly NamesSuggestedForId[];
  /** The ids without a name that most records contain. */
  readonly unnamed: readonly UnnamedIdWithRecordCount[];
  /** Number of all ids without a name. */
  readonly total: number;
  /** Whether the documents on this computer are being read. */
  readonly isReading: boolean;
  readonly isLoaded: boolean;
  readonly error: AppError | null;
}

/** What documents suggest for ids without a name. Only the screen of names shows it. */
export interface NameSuggestionsStore {
  readonly store: StoreApi<NameSuggestionsState>;
  /** Loads the suggestions again where they were loaded before. */
  readonly invalidate: () => void;
  /** Loads the suggestions, and reads the documents that were not read yet. */
  readonly readDocuments: () => Promise<void>;
  readonly reset: () => void;
}

const THROTTLE_MS = 500;
const PAGE = 1_000;
const MAX_PAGES = 10;
/** Ids without a name that are shown; the exported table has all of them. */
const UNNAMED_SHOWN = 1_000;
const INITIAL_STATE: NameSuggestionsState = {
  suggestions: [],
  unnamed: [],
  total: 0,
  isReading: false,
  isLoaded: false,
  error: null,
};

/** Creates the store of suggested names. It loads nothing before `readDocuments`. */
export function createNameSuggestionsStore(calls: ProcedureCalls): NameSuggestionsStore {
  const store = createStore<NameSuggestionsState>(() => INITIAL_STATE);
  const accounts = createLatestRequestGuard();
  let isWanted = false;
  const throttle = createThrottle(async () => {
    const isSameAccount = accounts.follow();
    const ask = (place: PageStart<string>) => calls['directory.suggestions']({ limit: PAGE, ...place });
    const suggested = await collectItemsFromPages(ask, { pages: MAX_PAGES });
    const unnamed = await calls['directory.unnamed']({ limit: UNNAMED_SHOWN });
    if (!isSameAccount()) return;
    if (!suggested.ok) return store.setState({ error: suggested.error });
    if (!unnamed.ok) return store.setState({ error: unnamed.error });
    const { items, total } = unnamed.value;
    store.setState({
      suggestions: suggested.value.items,
      unnamed: items,
      total,
      isLoaded: true,
      error: null,
    });
  }, THROTTLE_MS);

  return {
    store,
    invalidate: () => {
      if (isWanted) throttle.request();
    },
    readDocuments: async () => {
      isWanted = true;
      throttle.request();
      const isSameAccount = accounts.follow();
      store.setState({ isReading: true });
      const read = await calls['directory.readDocuments']({});
      if (!isSameAccount()) return;
      store.setState({ isReading: false, ...(!read.ok && { error: read.error }) });
      throttle.request();
    },
    reset: () => {
      isWanted = false;
      accounts.cancel();
      throttle.reset();
      store.setState(INITIAL_STATE, true);
    },
  };
}
