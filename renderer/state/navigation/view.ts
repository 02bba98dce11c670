import { createStore, type StoreApi } from 'zustand/vanilla';
import { KINDS, type Kind } from '#contract/records.ts';
import type { UncheckedPlaceInMainWindow } from '#contract/record-windows.ts';
import type { Screen } from '#contract/screens.ts';

/** Shows a place in the main window, which comes to the front. */
export type ShowInMainWindow = (place: UncheckedPlaceInMainWindow) => void;

/** The screen of each kind of record. */
export const SCREEN_BY_KIND = {
  requisition: 'requisitions',
  form: 'forms',
  notification: 'notifications',
} as const satisfies Record<Kind, Screen>;

/** The kind of record that a screen shows, or null if none. */
export function getKindOfScreen(screen: Screen): Kind | null {
  return KINDS.find((kind) => SCREEN_BY_KIND[kind] === screen) ?? null;
}

/** Identifies a banner that the user can dismiss until Intray closes, or another account is opened that it is about. */
export type DismissibleBannerId = 'cache-replaced' | 'cache-expired' | 'memory' | 'local-file';

/** The pages of the help. */
export const HELP_PAGES = ['guide', 'news', 'about', 'support'] as const;
export type HelpPage = (typeof HELP_PAGES)[number];

/** The navigation state. It is not stored between windows. */
export interface NavigationState {
  readonly screen: Screen;
  /** The fields for new tokens are open. */
  readonly isTokenEditorOpen: boolean;
  readonly isShortcutsDialogOpen: boolean;
  readonly isPaletteOpen: boolean;
  /** The dialog that asks for the date to go to in the list is open. */
  readonly isGoToDateOpen: boolean;
  /** Whether the user is asked to close the window although what is typed could not be saved. */
  readonly isCloseQuestionOpen: boolean;
  /** The menu of the status bar that opens another account is open. */
  readonly isAccountMenuOpen: boolean;
  /** The page of the help that is open; null for none. */
  readonly helpPage: HelpPage | null;
  /** An open record has the place of the list as well, so that its PDF is wide. */
  readonly isRecordWide: boolean;
  /** The change to show or edit on the outbox screen; null for none. */
  readonly highlightedChange: { readonly number: number; readonly mode: 'see' | 'edit' } | null;
  /** The id whose related records are shown instead of the screen; null for none. */
  readonly relatedRecords: string | null;
  readonly dismissed: readonly DismissibleBannerId[];
}

export interface NavigationStore {
  readonly store: StoreApi<NavigationState>;
  readonly go: (screen: Screen) => void;
  /** Opens the outbox screen and scrolls to a change, or opens its editor. */
  readonly showChange: (number: number, mode?: 'see' | 'edit') => void;
  /** Shows everything that refers to an id; null goes back to the screen. */
  readonly openRelated: (id: string | null) => void;
  /** Opens the accounts screen with the fields for new tokens, or closes those fields. */
  readonly showTokenEditor: (isTokenEditorOpen: boolean) => void;
  readonly showShortcutsDialog: (isShortcutsDialogOpen: boolean) => void;
  readonly showPalette: (isPaletteOpen: boolean) => void;
  readonly showGoToDate: (isGoToDateOpen: boolean) => void;
  readonly showCloseQuestion: (isCloseQuestionOpen: boolean) => void;
  readonly showAccountMenu: (isAccountMenuOpen: boolean) => void;
  /** Opens the help at a page; null closes it. */
  readonly showHelp: (helpPage: HelpPage | null) => void;
  /** Gives an open record the place of the list, or the list its place back. */
  readonly toggleWideRecord: () => void;
  readonly dismiss: (notice: DismissibleBannerId) => void;
  /**
   * Leaves what belongs to an account: closes the dialogs that show its records or ask about its input, and lets banners be shown
   * again, because those that were dismissed were about it.
   */
  readonly leaveAccount: () => void;
}

const INITIAL_STATE: NavigationState = {
  screen: 'home',
  isTokenEditorOpen: false,
  isShortcutsDialogOpen: false,
  isPaletteOpen: false,
  isGoToDateOpen: false,
  isCloseQuestionOpen: false,
  isAccountMenuOpen: false,
  helpPage: null,
  isRecordWide: false,
  highlightedChange: null,
  relatedRecords: null,
  dismissed: [],
};

/** Creates the store of the navigation state. */
export function createNavigationStore(): NavigationStore {
  const store = createStore<NavigationState>(() => INITIAL_STATE);
  return {
    store,
    go: (screen) =>
      store.setState({ screen, isTokenEditorOpen: false, highlightedChange: null, relatedRecords: null }),
    showChange: (number, mode = 'see') =>
      store.setState({
        screen: 'outbox',
        isTokenEditorOpen: false,
        highlightedChange: { number, mode },
        relatedRecords: null,
      }),
    openRelated: (relatedRecords) => store.setState({ relatedRecords }),
    showTokenEditor: (isTokenEditorOpen) =>
      store.setState(
        isTokenEditorOpen
          ? { screen: 'account', isTokenEditorOpen, relatedRecords: null }
          : { isTokenEditorOpen },
      ),
    showShortcutsDialog: (isShortcutsDialogOpen) => store.setState({ isShortcutsDialogOpen }),
    toggleWideRecord: () => store.setState(({ isRecordWide }) => ({ isRecordWide: !isRecordWide })),
    showPalette: (isPaletteOpen) => store.setState({ isPaletteOpen }),
    showGoToDate: (isGoToDateOpen) => store.setState({ isGoToDateOpen }),
    showCloseQuestion: (isCloseQuestionOpen) => store.setState({ isCloseQuestionOpen }),
    showAccountMenu: (isAccountMenuOpen) => store.setState({ isAccountMenuOpen }),
    showHelp: (helpPage) => store.setState({ helpPage }),
    dismiss: (notice) =>
      store.setState(({ dismissed }) => ({
        dismissed: dismissed.includes(notice) ? dismissed : [...dismissed, notice],
      })),
    // Where the tokens are kept is a matter of the computer, the same in each account.
    leaveAccount: () =>
      store.setState(({ dismissed }) => ({
        isPaletteOpen: false,
        isGoToDateOpen: false,
        isCloseQuestionOpen: false,
        isAccountMenuOpen: false,
        dismissed: dismissed.filter((notice) => notice === 'memory'),
      })),
  };
}
