interface ScreenEntry {
  readonly id: string;
  /** The screen's name in the navigation, in the window's title and in the native menu. */
  readonly label: string;
  /** The key that leads to it, as the list of shortcuts shows it. */
  readonly key: string;
  /** A single letter that leads to it as well, where the settings allow such keys. */
  readonly letter?: string;
  /** The native menu with the command that leads to the screen. */
  readonly menu: 'file' | 'go';
}

/**
 * The screens, in the order of the navigation. The navigation, the keys, the native menu and the labels derive
 * from this table; icons and components are in `renderer/app/screen-views.tsx`.
 */
export const SCREENS = [
  { id: 'home', label: 'Home', key: 'Ctrl+Shift+H', letter: 'H', menu: 'go' },
  { id: 'requisitions', label: 'Requisitions', key: 'Ctrl+1', menu: 'go' },
  { id: 'forms', label: 'Forms', key: 'Ctrl+2', menu: 'go' },
  { id: 'completion-requests', label: 'Requests', key: 'Ctrl+3', menu: 'go' },
  { id: 'notifications', label: 'Inbox', key: 'Ctrl+4', menu: 'go' },
  { id: 'day', label: 'Day', key: 'Ctrl+5', menu: 'go' },
  { id: 'outbox', label: 'Activity', key: 'Ctrl+6', menu: 'go' },
  { id: 'directory', label: 'Names', key: 'Ctrl+7', menu: 'go' },
  { id: 'account', label: 'Accounts', key: 'Ctrl+8', menu: 'file' },
  { id: 'access-log', label: 'Access log', key: 'Ctrl+9', menu: 'file' },
  { id: 'settings', label: 'Settings', key: 'Ctrl+,', menu: 'file' },
] as const satisfies readonly ScreenEntry[];
export type Screen = (typeof SCREENS)[number]['id'];

/** The id of the command that leads to a screen. */
export type ScreenCommandId = `go.${Screen}`;

/** Returns the id of the command that leads to a screen. */
export function getScreenCommandId(screen: Screen): ScreenCommandId {
  return `go.${screen}`;
}

/** Returns the labels of the commands that lead to the screens: the names of the screens. */
export function toScreenCommandLabels(
  names: Readonly<Record<Screen, string>>,
): Readonly<Record<ScreenCommandId, string>> {
  // Object.fromEntries returns an object with any string as key, so its type is asserted; each screen of the table has an entry.
  return Object.fromEntries(SCREENS.map(({ id }) => [getScreenCommandId(id), names[id]])) as Record<
    ScreenCommandId,
    string
  >;
}

/** Ids of commands that the native menu, keys and buttons share. */
export const MENU_COMMAND_IDS = [
  ...SCREENS.map(({ id }) => getScreenCommandId(id)),
  'account.switch',
  'history.back',
  'history.forward',
  'search.focus',
  'sync.now',
  'help.open',
  'help.news',
  'help.about',
  'help.support',
  'help.keys',
  'help.tour',
  'help.check',
  'help.updates',
] as const;
export type MenuCommandId = (typeof MENU_COMMAND_IDS)[number];
