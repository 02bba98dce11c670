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
  readonly run: (stores: Stores) => void;
}
