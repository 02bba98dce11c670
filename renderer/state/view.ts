import { createStore, type StoreApi } from 'zustand/vanilla';
import { KINDS, type Kind } from '#contract/records.ts';
import type { Screen } from '#contract/screens.ts';

/** The place where a kind of record is shown. */
export const KIND_SCREEN = {
  requisition: 'requisitions',
  form: 'forms',
  notification: 'notifications',
} as const satisfies Record<Kind, Screen>;

/** The kind of record that a place shows, or null where it shows none. */
export function getKind(screen: Screen): Kind | null {
  return KINDS.find((kind) => KIND_SCREEN[kind] === screen) ?? null;
}

/** Banners that the user can dismiss until Intray closes. */
export type NoticeId = 'cache-set-aside' | 'memory' | 'local-file';

/** Where the person is. Nothing of it outlives the window. */
export interface ViewState {
  readonly screen: Screen;
  /** The form for new tokens is open. */
  readonly renewing: boolean;
  readonly keysShown: boolean;
  /** The change to show or edit in Activity; null for none. */
  readonly highlightedWrite: { readonly number: number; readonly to: 'see' | 'edit' } | null;
  /** The id whose every trace is shown in place of the place; null for none. */
  readonly relatedRecords: string | null;
  readonly dismissed: readonly NoticeId[];
}

export interface View {
  readonly store: StoreApi<ViewState>;
  readonly go: (screen: Screen) => void;
  /** Goes to the activity, to one write in it. */
  readonly seekWrite: (number: number, to?: 'see' | 'edit') => void;
  /** Shows everything that has to do with an id; null leads back to the place. */
  readonly openRelated: (id: string | null) => void;
  /** Goes to the accounts with the form for new tokens open, or closes that form. */
  readonly renew: (renewing: boolean) => void;
  readonly showKeys: (keysShown: boolean) => void;
  readonly dismiss: (notice: NoticeId) => void;
}

/** The view store. */
export function createView(): View {
  const store = createStore<ViewState>(() => ({
    screen: 'requisitions',
    renewing: false,
    keysShown: false,
    highlightedWrite: null,
    relatedRecords: null,
    dismissed: [],
  }));
  return {
    store,
    go: (screen) => store.setState({ screen, renewing: false, highlightedWrite: null, relatedRecords: null }),
    seekWrite: (number, to = 'see') =>
      store.setState({
        screen: 'outbox',
        renewing: false,
        highlightedWrite: { number, to },
        relatedRecords: null,
      }),
    openRelated: (relatedRecords) => store.setState({ relatedRecords }),
    renew: (renewing) =>
      store.setState(renewing ? { screen: 'account', renewing, relatedRecords: null } : { renewing }),
    showKeys: (keysShown) => store.setState({ keysShown }),
    dismiss: (notice) =>
      store.setState(({ dismissed }) => ({
        dismissed: dismissed.includes(notice) ? dismissed : [...dismissed, notice],
      })),
  };
}
