import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Screen } from '#contract/screens.ts';
import type { CurrentRowState } from '../list/list-and-record.ts';
import type { CaptureListSnapshot, ListSnapshot } from '../list/list-snapshot.ts';
import type { NavigationState, NavigationStore } from './view.ts';

/** Whether a step is possible, and why not: there is nothing, or an open editor covers what it leads to. */
export type HistoryStepState = 'possible' | 'nothing' | 'editing';

/** The screens and records that were shown since the account was opened, in memory only. */
export interface HistoryStore {
  readonly store: StoreApi<{ readonly back: HistoryStepState; readonly forward: HistoryStepState }>;
  /** Shows what was shown before, its list where it was scrolled. Does nothing if that is not possible. */
  readonly goBack: () => void;
  readonly goForward: () => void;
  /** Forgets everything but what is shown; called when the account changes. */
  readonly reset: () => void;
}

/** The list of a screen, as the history of places saves and restores it. */
export interface ScreenListInHistory {
  readonly screen: Screen;
  readonly capture: CaptureListSnapshot;
  readonly currentRow: Pick<StoreApi<CurrentRowState>, 'subscribe'>;
}

/** An editor that covers the list and the record of its screen while it is open. */
export interface EditorCoveringScreen {
  readonly screen: Screen;
  readonly store: Pick<StoreApi<{ readonly phase: string }>, 'getState' | 'subscribe'>;
}

export interface HistoryDeps {
  readonly view: NavigationStore;
  readonly lists: readonly ScreenListInHistory[];
  readonly editors: readonly EditorCoveringScreen[];
}

type PlaceOfScreen = Pick<NavigationState, 'screen' | 'relatedRecords'>;

/** What is on screen at one moment. */
interface Place extends PlaceOfScreen {
  /** Null for a screen without a list. */
  readonly list: ListSnapshot | null;
}

/** Older places are forgotten. */
const MAX_PLACES = 50;

function getOpenedId({ list }: Place): string | null {
  return list?.row.opened === true ? list.row.selected : null;
}

function isSameScreen(one: PlaceOfScreen, other: PlaceOfScreen): boolean {
  return one.screen === other.screen && one.relatedRecords === other.relatedRecords;
}

function isSamePlace(one: Place, other: Place): boolean {
  return isSameScreen(one, other) && getOpenedId(one) === getOpenedId(other);
}

/** Returns whether a record took the place of another because the user moved along the list. */
function isNextRecord(now: Place, before: Place): boolean {
  const isFollowed = now.list?.row.opened === true && before.list?.row.opened === true;
  return isSameScreen(now, before) && isFollowed && now.list.arrival === 'followed';
}

/** The places in their order, and which of them is shown. */
class Places {
  #places: readonly Place[];
  #index = 0;

  constructor(first: Place) {
    this.#places = [first];
  }

  /** Returns the place at this distance from the present one. */
  at(distance: number): Place | null {
    return this.#places[this.#index + distance] ?? null;
  }

  replace(place: Place): void {
    this.#places = this.#places.with(this.#index, place);
  }

  add(place: Place): void {
    this.#places = [...this.#places.slice(0, this.#index + 1), place].slice(-MAX_PLACES);
    this.#index = this.#places.length - 1;
  }

  step(distance: number): void {
    this.#index += distance;
  }
}

/** Captures and restores what is on screen. */
class ScreenCapture {
  readonly #view: NavigationStore;
  readonly #lists: readonly ScreenListInHistory[];

  constructor({ view, lists }: HistoryDeps) {
    this.#view = view;
    this.#lists = lists;
  }

  /** @param row the current row of the list, if it has changed since */
  capture(
    { screen, relatedRecords }: PlaceOfScreen = this.#view.store.getState(),
    row?: CurrentRowState,
  ): Place {
    const list = this.#lists.find((each) => each.screen === screen);
    return { screen, relatedRecords, list: list?.capture(row) ?? null };
  }

  restore({ screen, relatedRecords, list }: Place): void {
    const before = this.#view.store.getState();
    const isShown = before.screen === screen && before.relatedRecords === null;
    this.#view.go(screen);
    if (relatedRecords !== null) this.#view.openRelated(relatedRecords);
    list?.restore(isShown);
  }
}

/** Follows what is shown, and goes back and forth in it. */
class ShownPlaces {
  readonly #screens: ScreenCapture;
  readonly #deps: HistoryDeps;
  readonly #onChange: () => void;
  #places: Places;
  // The place that is being left, as it was before the first of several changes; null while nothing changes.
  #left: Place | null = null;
  #isRestoring = false;

  constructor(deps: HistoryDeps, onChange: () => void) {
    this.#screens = new ScreenCapture(deps);
    this.#deps = deps;
    this.#onChange = onChange;
    // The user may have left the first screen before the history was created.
    this.#places = new Places(this.#screens.capture(deps.view.store.getInitialState()));
  }

  getStep(distance: 1 | -1): HistoryStepState {
    const target = this.#places.at(distance);
    if (target === null) return 'nothing';
    const { view, editors } = this.#deps;
    const { screen, relatedRecords } = view.store.getState();
    const isCovered =
      relatedRecords === null &&
      isSameScreen(target, { screen, relatedRecords }) &&
      editors.some((editor) => editor.screen === screen && editor.store.getState().phase !== 'closed');
    return isCovered ? 'editing' : 'possible';
  }

  /** Called when something on screen changes, before it is rendered. */
  noteChange(): void {
    if (this.#isRestoring || this.#left !== null) return;
    const shown = this.#places.at(0);
    if (shown === null) return;
    // The list is not rendered yet, so its filter and its scroll position are those that are left.
    this.#left = this.#screens.capture(shown, shown.list?.row);
    queueMicrotask(() => this.#settle());
  }

  /** Notes where a change has led, once all changes of the moment are done: a link shows a screen, then a record. */
  #settle(): void {
    if (this.#left === null) return;
    const before = this.#left;
    this.#left = null;
    const now = this.#screens.capture();
    if (isSamePlace(now, before) || isNextRecord(now, before)) this.#places.replace(now);
    else {
      this.#places.replace(before);
      this.#places.add(now);
    }
    this.#onChange();
  }

  step(distance: 1 | -1): void {
    this.#settle();
    const target = this.#places.at(distance);
    if (target === null || this.getStep(distance) !== 'possible') return;
    this.#places.replace(this.#screens.capture());
    this.#places.step(distance);
    this.#isRestoring = true;
    this.#screens.restore(target);
    this.#isRestoring = false;
    this.#onChange();
  }

  reset(): void {
    this.#left = null;
    this.#places = new Places(this.#screens.capture());
    this.#onChange();
  }
}

/**
 * Creates the history. A step is another screen, another record that was opened, or the list after a record was closed.
 * Moving along a list with a record open, and searching a list, change the present place.
 */
export function createHistoryStore(deps: HistoryDeps): HistoryStore {
  const shown = new ShownPlaces(deps, () => store.setState(read()));
  const read = () => ({ back: shown.getStep(-1), forward: shown.getStep(1) });
  const store = createStore<ReturnType<typeof read>>(read);

  deps.view.store.subscribe((now, before) => {
    if (now.screen !== before.screen || now.relatedRecords !== before.relatedRecords) shown.noteChange();
  });
  for (const { currentRow } of deps.lists) currentRow.subscribe(() => shown.noteChange());
  for (const editor of deps.editors) editor.store.subscribe(() => store.setState(read()));
  shown.noteChange();

  return {
    store,
    goBack: () => shown.step(-1),
    goForward: () => shown.step(1),
    reset: () => shown.reset(),
  };
}
