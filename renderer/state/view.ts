import { createStore, type StoreApi } from 'zustand/vanilla';
import { KINDS, type Kind } from '#contract/ids.ts';

/** The places of the desk, in the order of the rail. */
export const PLACES = [
  'requisitions',
  'forms',
  'requests',
  'notifications',
  'day',
  'activity',
  'names',
  'account',
  'settings',
] as const;
export type Place = (typeof PLACES)[number];

/** The place where a kind of record is shown. */
export const KIND_PLACE = {
  requisition: 'requisitions',
  form: 'forms',
  notification: 'notifications',
} as const satisfies Record<Kind, Place>;

/** The kind of record that a place shows, or null where it shows none. */
export function kindOf(place: Place): Kind | null {
  return KINDS.find((kind) => KIND_PLACE[kind] === place) ?? null;
}

/** Notices that a person may put away for this run. */
export type NoticeId = 'cache-set-aside' | 'memory' | 'desk-file';

/** Where the person is. Nothing of it outlives the window. */
export interface ViewState {
  readonly place: Place;
  /** The form for new tokens is open. */
  readonly renewing: boolean;
  readonly keysShown: boolean;
  /** The write that somebody asked for in the activity, to see or to edit; null for none in particular. */
  readonly sought: { readonly number: number; readonly to: 'see' | 'edit' } | null;
  /** The id whose every trace is shown in place of the place; null for none. */
  readonly around: string | null;
  readonly dismissed: readonly NoticeId[];
}

export interface View {
  readonly store: StoreApi<ViewState>;
  readonly go: (place: Place) => void;
  /** Goes to the activity, to one write in it. */
  readonly seekWrite: (number: number, to?: 'see' | 'edit') => void;
  /** Shows everything that has to do with an id; null leads back to the place. */
  readonly lookAround: (id: string | null) => void;
  /** Goes to the accounts with the form for new tokens open, or closes that form. */
  readonly renew: (renewing: boolean) => void;
  readonly showKeys: (keysShown: boolean) => void;
  readonly dismiss: (notice: NoticeId) => void;
}

/** The view store. */
export function createView(): View {
  const store = createStore<ViewState>(() => ({
    place: 'requisitions',
    renewing: false,
    keysShown: false,
    sought: null,
    around: null,
    dismissed: [],
  }));
  return {
    store,
    go: (place) => store.setState({ place, renewing: false, sought: null, around: null }),
    seekWrite: (number, to = 'see') =>
      store.setState({ place: 'activity', renewing: false, sought: { number, to }, around: null }),
    lookAround: (around) => store.setState({ around }),
    renew: (renewing) =>
      store.setState(renewing ? { place: 'account', renewing, around: null } : { renewing }),
    showKeys: (keysShown) => store.setState({ keysShown }),
    dismiss: (notice) =>
      store.setState(({ dismissed }) => ({
        dismissed: dismissed.includes(notice) ? dismissed : [...dismissed, notice],
      })),
  };
}
