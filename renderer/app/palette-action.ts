import { removeCaseAccentsAndWidth } from '#contract/search/normalize.ts';
import type { Stores } from '#renderer/state/stores.ts';

/** An action of the palette. */
export interface PaletteAction {
  /** Its id, the same in every version of the list. */
  readonly id: string;
  readonly label: string;
  /** Why it cannot act now; null where it can. */
  readonly reason: string | null;
  /** The key that does the same; undefined where there is none. */
  readonly key?: string | undefined;
  /** Whether it is one of many alike, such as the values of a setting, and is listed only once something is typed. */
  readonly isListedWhenTyped: boolean;
  /** Whether it acts on several records at once: it is listed last, and Enter alone does not choose it. */
  readonly isForMany?: boolean;
  /** Whether it only shows or moves to something. What may change something is behind the patients and records that match. */
  readonly isOnlyShowing?: boolean;
  readonly run: (stores: Stores) => void;
}

/** Whether a label contains every typed word, in any order. */
function matches(label: string, typed: string): boolean {
  const searched = label.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word));
}

const isOffered = ({ label, isListedWhenTyped }: PaletteAction, typed: string): boolean =>
  typed === '' ? !isListedWhenTyped : matches(label, typed);

/**
 * Returns whether the Enter key may choose an action before the search has ended: it only shows something, and begins with what is
 * typed, so that it stays the first entry whatever is found.
 */
export function isFirstWhateverIsFound(
  { label, isOnlyShowing, reason }: Pick<PaletteAction, 'label' | 'isOnlyShowing' | 'reason'>,
  typed: string,
): boolean {
  return (
    isOnlyShowing === true &&
    reason === null &&
    removeCaseAccentsAndWidth(label).startsWith(removeCaseAccentsAndWidth(typed))
  );
}

/** Returns whether each typed word begins a word of a name, whatever its case and accents are. */
export function hasWordsThatBegin(name: string, typed: string): boolean {
  const words = removeCaseAccentsAndWidth(name).split(/[^\p{L}\p{N}]+/u);
  const wanted = removeCaseAccentsAndWidth(typed).split(/\s+/);
  return wanted.every((start) => words.some((word) => word.startsWith(start)));
}

/**
 * Returns the actions that match the typed text: first those that can act, because the Enter key chooses the first entry, and of
 * these the ones that begin with the text. Without a text they are in the order of the screen.
 */
export function findOffered(actions: readonly PaletteAction[], typed: string): readonly PaletteAction[] {
  const offered = actions.filter((action) => isOffered(action, typed));
  if (typed === '') return offered;
  const toPlace = ({ label, reason }: PaletteAction): number =>
    (reason === null ? 0 : 2) + Number(!label.toLowerCase().startsWith(typed.toLowerCase()));
  return offered.toSorted((one, other) => toPlace(one) - toPlace(other));
}
