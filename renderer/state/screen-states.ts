import type { StoreApi } from 'zustand/vanilla';
import type { ScreenStates, ScreenWithState } from '#contract/screen-states.ts';
import { createLatestRequestGuard } from './async.ts';
import type { ProcedureCalls } from './bridge.ts';
import type { UnsavedInputStore } from './editor/unsaved-input.ts';

/** Stores the filters, tab and order of screens, and restores them when the account is opened again. */
export interface ScreenStatesStore {
  /** Restores the screens that the user has not changed since the account was opened. Does nothing the second time. */
  readonly load: () => Promise<void>;
  /** Reads the input that a window that has closed meanwhile has stored. */
  readonly adoptInput: () => Promise<void>;
  /** Stores nothing more until the next `load`; called before the screens are cleared for another account. */
  readonly reset: () => void;
}

/** How the state of a screen is read and restored. */
interface ScreenAccess<S> {
  readonly read: () => S;
  readonly restore: (state: S) => void;
  readonly source: Pick<StoreApi<unknown>, 'subscribe'>;
}

/** A screen, with its state as text to compare and as input to store. */
export interface KeptScreen {
  readonly readText: () => string;
  readonly toInput: () => ScreenStates;
  readonly restoreFrom: (stored: ScreenStates) => void;
  readonly source: ScreenAccess<unknown>['source'];
}

export type AccessByScreen = { readonly [N in ScreenWithState]: ScreenAccess<NonNullable<ScreenStates[N]>> };

/** Returns a screen whose state is kept under its name. */
export function toKeptScreen<N extends ScreenWithState>(
  name: N,
  { read, restore, source }: AccessByScreen[N],
): KeptScreen {
  return {
    readText: () => JSON.stringify(read()),
    toInput: () => ({ [name]: read() }),
    restoreFrom: (stored) => {
      const state = stored[name];
      if (state !== undefined) restore(state);
    },
    source,
  };
}

/**
 * Creates the store of some screens. The states are in the account's encrypted local store, because a filter may name a
 * patient.
 * @param kept none in a window that shows one record
 * @param unsavedInput what takes the input that is stored with the states; null where another store hands it over
 */
export function createScreenStatesStore(
  calls: ProcedureCalls,
  kept: readonly KeptScreen[],
  unsavedInput: Pick<UnsavedInputStore, 'restore' | 'adopt'> | null,
): ScreenStatesStore {
  const defaults = kept.map(({ readText }) => readText());
  const accounts = createLatestRequestGuard();
  let phase: 'closed' | 'loading' | 'open' = 'closed';
  let last = [...defaults];

  function storeChanged(): void {
    if (phase !== 'open') return;
    kept.forEach(({ readText, toInput }, index) => {
      const text = readText();
      if (text === last[index]) return;
      last[index] = text;
      // Not stored, the screen has its former state after the next start, which it shows: nothing to report.
      void calls['screenStates.set'](toInput());
    });
  }
  for (const { source } of kept) source.subscribe(storeChanged);

  return {
    load: async () => {
      if (phase !== 'closed') return;
      phase = 'loading';
      const isSameAccount = accounts.begin();
      const stored = await calls['screenStates.list']({});
      if (!isSameAccount()) return;
      if (!stored.ok) phase = 'closed';
      if (!stored.ok) return;
      unsavedInput?.restore(stored.value['unsaved-input'] ?? []);
      last = kept.map(({ readText, restoreFrom }, index) => {
        // What the user has changed while the states were read is newer than they are.
        if (readText() !== defaults[index]) return '';
        restoreFrom(stored.value);
        return readText();
      });
      phase = 'open';
      storeChanged();
    },
    adoptInput: async () => {
      const isSameAccount = accounts.follow();
      const stored = await calls['screenStates.list']({});
      if (stored.ok && isSameAccount()) unsavedInput?.adopt(stored.value['unsaved-input'] ?? []);
    },
    reset: () => {
      accounts.cancel();
      phase = 'closed';
    },
  };
}
