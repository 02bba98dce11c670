import { getScreenCommandId, SCREENS } from '#contract/screens.ts';
import type { FirstStores } from '#renderer/state/first-stores.ts';
import { getKindOfScreen, type HelpPage } from '#renderer/state/navigation/view.ts';
import { getOpenAccountId, listOtherAccounts } from '#renderer/state/sync/session.ts';
import { focusNextPane } from '#renderer/ui/panes.ts';
import { MAIN_WINDOW_COMMANDS, type AnyCommandId, type Command } from './command.ts';
import { focusSearchOfScreen } from './focus-search.ts';

type FirstCommand = Command<FirstStores>;

const isAlways = (): boolean => true;
/** Returns whether an account is open. */
export const isAccountOpen = ({ session }: Pick<FirstStores, 'session'>): boolean =>
  getOpenAccountId(session.store.getState().accounts) !== null;

/** Returns the action that opens a page of the help. */
const createHelpPageAction =
  (page: HelpPage) =>
  ({ view }: FirstStores): void =>
    view.showHelp(page);

/** Collapses or expands the navigation. */
function toggleNavigationRail({ preferences }: FirstStores): void {
  const { panes } = preferences.store.getState().settings;
  void preferences.choose({ panes: { ...panes, railCollapsed: !panes.railCollapsed } });
}

/** Closes the window once what is typed is saved; asks first where it could not be. */
async function closeWindow({ saveTypedInput, calls, view }: FirstStores): Promise<void> {
  if (await saveTypedInput()) await calls['windows.close']({});
  else view.showCloseQuestion(true);
}

/** The commands that need no store of a screen: they act at once, also while those stores are being read. */
export const FIRST_COMMANDS = {
  'sync.now': { isPossible: isAccountOpen, run: ({ health }) => void health.sync() },
  'palette.open': { isPossible: isAccountOpen, run: ({ view }) => view.showPalette(true) },
  'account.switch': {
    isPossible: ({ session }) => listOtherAccounts(session.store.getState().accounts).length > 0,
    run: ({ view }) => view.showAccountMenu(true),
  },
  'window.lock': {
    // An account that does not open has a key in memory all the same.
    isPossible: ({ session }) => session.store.getState().accounts.current !== null,
    run: ({ lock }) => void lock.lockNow(),
  },
  'window.close': {
    isPossible: isAlways,
    // Closed by its frame, the page saves on `beforeunload`; by this key it can wait for that.
    run: (first) => void closeWindow(first),
  },
  'pane.next': { isPossible: isAlways, run: () => focusNextPane(1) },
  'pane.previous': { isPossible: isAlways, run: () => focusNextPane(-1) },
  'rail.toggle': { isPossible: isAlways, run: toggleNavigationRail },
  'help.open': { isPossible: isAlways, run: createHelpPageAction('guide') },
  'help.news': { isPossible: isAlways, run: createHelpPageAction('news') },
  'help.about': { isPossible: isAlways, run: createHelpPageAction('about') },
  'help.support': { isPossible: isAlways, run: createHelpPageAction('support') },
  'help.keys': { isPossible: isAlways, run: ({ view }) => view.showShortcutsDialog(true) },
  'help.tour': { isPossible: isAccountOpen, run: ({ welcomeAndTour }) => welcomeAndTour.startTour() },
  'help.check': { isPossible: isAlways, run: ({ computer }) => computer.showCheck(true) },
  'help.updates': {
    isPossible: isAlways,
    run: ({ view, updates }) => {
      view.go('settings');
      void updates.check();
    },
  },
} as const satisfies Partial<Record<AnyCommandId, FirstCommand>>;

/** Shows the screen; its components ask for what they show once they are there. */
const SCREEN_COMMANDS: Partial<Record<AnyCommandId, FirstCommand>> = Object.fromEntries(
  SCREENS.map(({ id }) => [
    getScreenCommandId(id),
    { isPossible: isAlways, run: ({ view }: FirstStores) => view.go(id) },
  ]),
);

/** Commands that act until the stores of the screens are read, when `commands.ts` has them with all that they do. */
const COMMANDS_BEFORE_SCREENS: Partial<Record<AnyCommandId, FirstCommand>> = {
  ...FIRST_COMMANDS,
  ...SCREEN_COMMANDS,
  // What is typed after the key is for the search of the screen that is being read.
  'search.focus': {
    isPossible: ({ view }) => {
      const { screen, relatedRecords } = view.store.getState();
      return (
        relatedRecords === null && (getKindOfScreen(screen) !== null || screen === 'completion-requests')
      );
    },
    run: ({ view }) => focusSearchOfScreen(view.store),
  },
};

/** Returns whether a command is one of the main window, and this is another. */
export function isForMainWindowOnly(
  { recordWindow }: Pick<FirstStores, 'recordWindow'>,
  id: AnyCommandId,
): boolean {
  return recordWindow !== null && MAIN_WINDOW_COMMANDS.has(id);
}

/**
 * Runs a command before the stores of the screens are read, if it is available.
 * @returns false if it needs those stores
 */
export function runCommandBeforeScreens(first: FirstStores, id: AnyCommandId): boolean {
  const command = COMMANDS_BEFORE_SCREENS[id];
  if (command === undefined) return false;
  if (!isForMainWindowOnly(first, id) && command.isPossible(first)) command.run(first);
  return true;
}
