/** What the list and the record on screen say of themselves, also while their stores are not read yet. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Kind } from '#contract/records.ts';
import type { OpenRecordState } from '#renderer/state/list/record.ts';
import { getKindOfScreen } from '#renderer/state/navigation/view.ts';
import { type ReadOnlyStore, useFirstStores, useStoresIfRead } from '#renderer/state/use-stores.ts';
import type { ShownListFreshness } from './sync-labels.ts';

/** Stand for the list and the record of a screen until their stores are read. */
const NO_LIST = createStore(() => ({ rows: [], phase: 'loading', syncedAt: null }) as const);
const NO_RECORD = createStore(() => ({ phase: 'none' }) as const);
const NO_EDITOR = createStore(() => ({ phase: 'closed' }) as const);

/** Hook that returns whether a visible row or the open record still shows an unsent change. */
export function useShowsUnsent(): boolean {
  const stores = useStoresIfRead();
  const screen = useStore(useFirstStores().view.store, (state) => state.screen);
  const kind = getKindOfScreen(screen);
  const browser = stores?.browsers[kind ?? 'requisition'];
  const rows: ReadOnlyStore<{ readonly rows: readonly { readonly pending: unknown }[] }> =
    browser?.list.store ?? NO_LIST;
  const inRows = useStore(rows, (state) => state.rows.some(({ pending }) => pending !== null));
  const open: ReadOnlyStore<Pick<OpenRecordState<unknown>, 'phase'> & { readonly pending?: unknown }> =
    browser?.record.store ?? NO_RECORD;
  const inRecord = useStore(open, (state) => state.phase === 'ready' && state.pending !== null);
  const requests: ReadOnlyStore<{ readonly rows: readonly { readonly unsent: unknown }[] }> =
    stores?.completions.list.store ?? NO_LIST;
  const inRequests = useStore(requests, (state) => state.rows.some(({ unsent }) => unsent !== null));
  return screen === 'completion-requests' ? inRequests : kind !== null && (inRows || inRecord);
}

/** Hook that returns whether an editor is shown in place of the list of this kind. */
function useIsListCovered(kind: Kind | null): boolean {
  const stores = useStoresIfRead();
  const editor = kind === 'form' ? stores?.formEditor.store : stores?.editor.store;
  const shown: ReadOnlyStore<{ readonly phase: string }> = editor ?? NO_EDITOR;
  const isEditing = useStore(shown, ({ phase }) => phase !== 'closed');
  return isEditing && (kind === 'requisition' || kind === 'form');
}

/** Hook that returns the state of the list on screen, or null if no list is shown: a list that an editor covers is not read. */
export function useShownList(): ShownListFreshness | null {
  const stores = useStoresIfRead();
  const screen = useStore(useFirstStores().view.store, (state) =>
    state.relatedRecords === null ? state.screen : 'settings',
  );
  const shown = getKindOfScreen(screen);
  const isCovered = useIsListCovered(shown);
  const isRequests = screen === 'completion-requests';
  const read = isRequests
    ? stores?.completions.list.store
    : stores?.browsers[shown ?? 'requisition'].list.store;
  const list: ReadOnlyStore<Omit<ShownListFreshness, 'kind'>> = read ?? NO_LIST;
  const phase = useStore(list, (state) => state.phase);
  const syncedAt = useStore(list, (state) => state.syncedAt);
  if (isRequests) return { kind: 'form', phase, syncedAt };
  return shown === null || isCovered ? null : { kind: shown, phase, syncedAt };
}
