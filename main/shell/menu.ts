import { Menu, type MenuItemConstructorOptions } from 'electron';
import { getScreenCommandId, SCREENS, type MenuCommandId } from '#contract/screens.ts';
import { getMainProcessText } from './text.ts';

interface MenuCommand {
  readonly id: MenuCommandId;
  readonly label: string;
}

/** The entries of the screens that a menu leads to. */
function getScreenEntries(menu: 'file' | 'go'): readonly MenuCommand[] {
  return SCREENS.filter((screen) => screen.menu === menu).map(({ id }) => ({
    id: getScreenCommandId(id),
    label: getMainProcessText(`screen.${id}`),
  }));
}

export interface MenuOptions {
  /** Called when the user chose a command; the page runs it. */
  readonly onCommand: (id: MenuCommandId) => void;
  /** Called when the user locks the window, also where the page does not respond. */
  readonly onLock: () => void;
  /** Whether the developer menu items are included. */
  readonly devTools: boolean;
}

const SEPARATOR: MenuItemConstructorOptions = { type: 'separator' };

/** The menu of the program on a Mac. Electron's own has English labels, whatever the language. */
function buildAppMenu(): MenuItemConstructorOptions {
  return {
    role: 'appMenu',
    submenu: [
      { role: 'about', label: getMainProcessText('menu.about') },
      SEPARATOR,
      { role: 'services', label: getMainProcessText('menu.services') },
      SEPARATOR,
      { role: 'hide', label: getMainProcessText('menu.hide') },
      { role: 'hideOthers', label: getMainProcessText('menu.hideOthers') },
      { role: 'unhide', label: getMainProcessText('menu.showAll') },
      SEPARATOR,
      { role: 'quit', label: getMainProcessText('menu.quit') },
    ],
  };
}

function buildEditMenu(): MenuItemConstructorOptions {
  return {
    role: 'editMenu',
    label: getMainProcessText('menu.edit'),
    submenu: [
      { role: 'undo', label: getMainProcessText('menu.undo') },
      { role: 'redo', label: getMainProcessText('menu.redo') },
      SEPARATOR,
      { role: 'cut', label: getMainProcessText('menu.cut') },
      { role: 'copy', label: getMainProcessText('menu.copy') },
      { role: 'paste', label: getMainProcessText('menu.paste') },
      SEPARATOR,
      { role: 'selectAll', label: getMainProcessText('menu.selectAll') },
    ],
  };
}

function buildViewMenu(devTools: boolean): MenuItemConstructorOptions {
  const developer: MenuItemConstructorOptions[] = [
    SEPARATOR,
    { role: 'reload', label: getMainProcessText('menu.reload') },
    { role: 'toggleDevTools', label: getMainProcessText('menu.developerTools') },
  ];
  return {
    label: getMainProcessText('menu.view'),
    submenu: [
      { role: 'resetZoom', label: getMainProcessText('menu.actualSize') },
      { role: 'zoomIn', label: getMainProcessText('menu.zoomIn') },
      { role: 'zoomOut', label: getMainProcessText('menu.zoomOut') },
      SEPARATOR,
      { role: 'togglefullscreen', label: getMainProcessText('menu.fullScreen') },
      ...(devTools ? developer : []),
    ],
  };
}

function buildWindowMenu(isMac: boolean): MenuItemConstructorOptions {
  // The role `zoom` does something on macOS alone.
  const more: MenuItemConstructorOptions[] = isMac
    ? [
        { role: 'zoom', label: getMainProcessText('menu.zoomWindow') },
        SEPARATOR,
        { role: 'front', label: getMainProcessText('menu.bringAllToFront') },
      ]
    : [{ role: 'close', label: getMainProcessText('menu.closeWindow') }];
  return {
    role: 'windowMenu',
    label: getMainProcessText('menu.window'),
    submenu: [{ role: 'minimize', label: getMainProcessText('menu.minimize') }, ...more],
  };
}

function listHelpCommands(): readonly MenuCommand[] {
  return [
    { id: 'help.open', label: getMainProcessText('menu.helpOpen') },
    { id: 'help.news', label: getMainProcessText('menu.news') },
    { id: 'help.keys', label: getMainProcessText('menu.keys') },
    { id: 'help.tour', label: getMainProcessText('menu.tour') },
    { id: 'help.check', label: getMainProcessText('menu.check') },
    { id: 'help.updates', label: getMainProcessText('menu.updates') },
    { id: 'help.support', label: getMainProcessText('menu.support') },
    { id: 'help.about', label: getMainProcessText('menu.licences') },
  ];
}

/**
 * Returns the native menu, in the chosen language. Its commands have no accelerators: the page handles shortcuts, and
 * one key must not act twice. Locking has one nevertheless, for a page that hangs: locking twice is locking once.
 */
export function buildMenuTemplate(
  { onCommand, onLock, devTools }: MenuOptions,
  platform: NodeJS.Platform,
): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin';
  const toMenuItem = ({ id, label }: MenuCommand): MenuItemConstructorOptions => ({
    id,
    label,
    click: () => onCommand(id),
  });
  return [
    ...(isMac ? [buildAppMenu()] : []),
    {
      label: getMainProcessText('menu.file'),
      submenu: [
        toMenuItem({ id: 'sync.now', label: getMainProcessText('menu.syncNow') }),
        { label: getMainProcessText('menu.lock'), accelerator: 'CmdOrCtrl+L', click: onLock },
        SEPARATOR,
        toMenuItem({ id: 'account.switch', label: getMainProcessText('menu.switchAccount') }),
        ...getScreenEntries('file').map(toMenuItem),
        SEPARATOR,
        isMac
          ? { role: 'close', label: getMainProcessText('menu.closeWindow') }
          : { role: 'quit', label: getMainProcessText('menu.quit') },
      ],
    },
    buildEditMenu(),
    {
      label: getMainProcessText('menu.go'),
      submenu: [
        ...getScreenEntries('go').map(toMenuItem),
        SEPARATOR,
        toMenuItem({ id: 'history.back', label: getMainProcessText('menu.back') }),
        toMenuItem({ id: 'history.forward', label: getMainProcessText('menu.forward') }),
        SEPARATOR,
        toMenuItem({ id: 'search.focus', label: getMainProcessText('menu.search') }),
      ],
    },
    buildViewMenu(devTools),
    buildWindowMenu(isMac),
    { label: getMainProcessText('menu.help'), role: 'help', submenu: listHelpCommands().map(toMenuItem) },
  ];
}

/** Installs the native menu; again after the language has changed. */
export function installMenu(options: MenuOptions): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(buildMenuTemplate(options, process.platform)));
}
