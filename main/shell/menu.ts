import { Menu, type MenuItemConstructorOptions } from 'electron';
import { getScreenCommandId, SCREENS, type CommandId } from '#contract/screens.ts';

interface MenuCommand {
  readonly id: CommandId;
  readonly label: string;
}

/** The entries of the screens that a menu leads to. */
function getScreenEntries(menu: 'file' | 'go'): readonly MenuCommand[] {
  return SCREENS.filter((screen) => screen.menu === menu).map(({ id, label }) => ({
    id: getScreenCommandId(id),
    label,
  }));
}

const HELP: readonly MenuCommand[] = [
  { id: 'help.keys', label: 'Keyboard shortcuts' },
  { id: 'help.tour', label: 'Tour of Intray' },
  { id: 'help.check', label: 'Check this computer' },
  { id: 'help.updates', label: 'Check for updates' },
];

export interface MenuOptions {
  /** Called when the user chose a command; the page runs it. */
  readonly onCommand: (id: CommandId) => void;
  /** Called when the user locks the window, also where the page does not respond. */
  readonly onLock: () => void;
  /** Whether the developer menu items are included. */
  readonly devTools: boolean;
}

/**
 * Returns the native menu. Its commands have no accelerators: the page handles shortcuts, and one key must
 * not act twice. Locking has one nevertheless, for a page that hangs: locking twice is locking once.
 */
export function buildMenuTemplate(
  { onCommand, onLock, devTools }: MenuOptions,
  platform: NodeJS.Platform,
): MenuItemConstructorOptions[] {
  const toMenuItem = ({ id, label }: MenuCommand): MenuItemConstructorOptions => ({
    id,
    label,
    click: () => onCommand(id),
  });
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  const developer: MenuItemConstructorOptions[] = [separator, { role: 'reload' }, { role: 'toggleDevTools' }];
  return [
    ...(platform === 'darwin' ? [{ role: 'appMenu' } as const] : []),
    {
      label: 'File',
      submenu: [
        toMenuItem({ id: 'sync.now', label: 'Sync now' }),
        { label: 'Lock', accelerator: 'CmdOrCtrl+L', click: onLock },
        separator,
        ...getScreenEntries('file').map(toMenuItem),
        separator,
        { role: platform === 'darwin' ? 'close' : 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: 'Go',
      submenu: [
        ...getScreenEntries('go').map(toMenuItem),
        separator,
        toMenuItem({ id: 'search.focus', label: 'Search' }),
      ],
    },
    {
      label: 'View',
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        separator,
        { role: 'togglefullscreen' },
        ...(devTools ? developer : []),
      ],
    },
    { role: 'windowMenu' },
    { label: 'Help', role: 'help', submenu: HELP.map(toMenuItem) },
  ];
}

/** Installs the native menu. */
export function installMenu(options: MenuOptions): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(buildMenuTemplate(options, process.platform)));
}
