import { createStore, type StoreApi } from 'zustand/vanilla';
import { createLatestRequestGuard } from '#renderer/state/async.ts';
import {
  findMatches,
  normalizeSearch,
  toSearchedPageText,
  type SearchedPageText,
  type TextMatch,
  type TextPiece,
} from './page-text.ts';

/** A match by its page, from 1, and its place among those of the page, from 0. */
interface MatchPlace {
  readonly page: number;
  readonly index: number;
}

/** What a search in a PDF has found so far. */
export interface PdfFindState {
  /** As it is compared; empty for none. */
  readonly search: string;
  readonly matches: ReadonlyMap<number, readonly TextMatch[]>;
  /** Null where nothing is found. A new object at each step, also to the same match. */
  readonly current: MatchPlace | null;
  readonly isSearching: boolean;
  /** A page has text. A scan has none, so that nothing can be found in it. */
  readonly hasText: boolean;
  /** There may be more matches: a part could not be read, or there is too much to read or to count. */
  readonly isPartial: boolean;
}

export interface PdfFind {
  readonly store: StoreApi<PdfFindState>;
  /**
   * Finds a text in all pages.
   * @param from the page to begin at; its first match, or the next one after it, becomes the current one
   */
  readonly search: (typed: string, from: number) => Promise<void>;
  /** Goes to the next match (1) or the previous one (-1); behind the last one is the first. */
  readonly step: (step: 1 | -1) => void;
  /** Forgets the search and stops reading. */
  readonly clear: () => void;
}

/** The text of a page as it is read; `isPartial`: there is more than is read of one page. */
export interface PageTextReadResult {
  readonly pieces: readonly TextPiece[];
  readonly isPartial: boolean;
}

/** How much text of a PDF is kept, in characters, and how many matches are counted. */
export interface FindLimits {
  readonly characters: number;
  readonly matches: number;
}

const LIMITS: FindLimits = { characters: 3_000_000, matches: 5_000 };

const NOTHING: PdfFindState = {
  search: '',
  matches: new Map(),
  current: null,
  isSearching: false,
  hasText: false,
  isPartial: false,
};

/** Returns the number of the current match, from 1, and of all that were found. */
export function getCurrentAndTotalMatchNumbers({ matches, current }: PdfFindState): {
  readonly at: number;
  readonly all: number;
} {
  let all = 0;
  let before = 0;
  for (const [page, found] of matches) {
    all += found.length;
    if (current !== null && page < current.page) before += found.length;
  }
  return { at: current === null ? 0 : before + current.index + 1, all };
}

interface KnownPageText {
  readonly text: SearchedPageText;
  readonly isPartial: boolean;
}

/** Reads the text of each page once. */
class PageTexts {
  readonly #read: (page: number) => Promise<PageTextReadResult>;
  readonly #known = new Map<number, KnownPageText>();
  readonly #most: number;
  #characters = 0;

  constructor(read: (page: number) => Promise<PageTextReadResult>, most: number) {
    this.#read = read;
    this.#most = most;
  }

  /** Returns the text of a page; null if it cannot be read or there is no room for it. */
  async get(page: number): Promise<KnownPageText | null> {
    const known = this.#known.get(page);
    if (known !== undefined) return known;
    if (this.#characters >= this.#most) return null;
    const read = await this.#read(page).catch(() => null);
    if (read === null) return null;
    const entry = { text: toSearchedPageText(read.pieces), isPartial: read.isPartial };
    this.#known.set(page, entry);
    this.#characters += entry.text.text.length;
    return entry;
  }
}

/** Returns the match that follows another by this many steps; behind the last one is the first. */
function getNeighbour(matches: PdfFindState['matches'], from: MatchPlace, step: 1 | -1): MatchPlace {
  const index = from.index + step;
  const here = matches.get(from.page)?.length ?? 0;
  if (index >= 0 && index < here) return { page: from.page, index };
  const pages = [...matches.keys()].toSorted((one, other) => one - other);
  const page = pages.at((pages.indexOf(from.page) + step) % pages.length) ?? from.page;
  return { page, index: step === 1 ? 0 : (matches.get(page)?.length ?? 1) - 1 };
}

/**
 * Returns the results with those of one more page; the same object where it changes nothing.
 * @param most maximum number of matches
 */
function addPage(
  state: PdfFindState,
  { page, found }: { readonly page: number; readonly found: KnownPageText | null },
  most: number,
): PdfFindState {
  const { search, matches, current } = state;
  const before = getCurrentAndTotalMatchNumbers(state).all;
  const own = found === null ? [] : findMatches(found.text, search).slice(0, most - before);
  const isWhole = found !== null && !found.isPartial && before + own.length < most;
  const isPartial = state.isPartial || !isWhole;
  const hasText = state.hasText || (found !== null && found.text.text.trim() !== '');
  if (own.length > 0)
    return {
      ...state,
      hasText,
      isPartial,
      matches: new Map(matches).set(page, own),
      current: current ?? { page, index: 0 },
    };
  return hasText === state.hasText && isPartial === state.isPartial
    ? state
    : { ...state, hasText, isPartial };
}

/**
 * Creates the search in one PDF. The text of a page is read when a search comes to it, and kept for the next one.
 * @param read reads the text of a page, from 1
 */
export function createPdfFind(
  pages: number,
  read: (page: number) => Promise<PageTextReadResult>,
  limits: FindLimits = LIMITS,
): PdfFind {
  const store = createStore<PdfFindState>(() => NOTHING);
  const latest = createLatestRequestGuard();
  const texts = new PageTexts(read, limits.characters);

  async function searchPages(order: readonly number[], isLatest: () => boolean): Promise<void> {
    for (const page of order) {
      const found = await texts.get(page);
      if (!isLatest()) return;
      store.setState((state) => addPage(state, { page, found }, limits.matches));
      if (getCurrentAndTotalMatchNumbers(store.getState()).all >= limits.matches) break;
    }
    store.setState({ isSearching: false });
  }

  return {
    store,
    search: async (typed, from) => {
      const search = normalizeSearch(typed);
      if (search === store.getState().search) return;
      const isLatest = latest.begin();
      store.setState({ ...NOTHING, search, isSearching: search !== '' }, true);
      if (search === '') return;
      const order = Array.from({ length: pages }, (_, index) => ((from - 1 + index) % pages) + 1);
      await searchPages(order, isLatest);
    },
    step: (step) => {
      const { matches, current } = store.getState();
      if (current !== null) store.setState({ current: getNeighbour(matches, current, step) });
    },
    clear: () => {
      latest.cancel();
      store.setState(NOTHING, true);
    },
  };
}
