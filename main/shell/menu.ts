import { Menu, type MenuItemConstructorOptions } from 'electron';
import { getScreenCommandId, SCREENS, type CommandId } from '#contract/screens.ts';
import { getText } from './text.ts';

interface MenuCommand {
  readonly id: CommandId;
  readonly label: string;
}

/** The entries of the screens that a menu leads to. */
function getScreenEntries(menu: 'file' | 'go'): readonly MenuCommand[] {
  return SCREENS.filter((screen) => screen.menu === menu).map(({ id }) => ({
    id: getScreenCommandId(id),
    label: getText(`screen.${id}`),
  }));
}

export interface MenuOptions {
  /** Called when the user chose a command; the page runs it. */
  readonly onCommand: (id: CommandId) => void;
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
      { role: 'about', label: getText('menu.about') },
      SEPARATOR,
      { role: 'services', label: getText('menu.services') },
      SEPARATOR,
      { role: 'hide', label: getText('menu.hide') },
      { role: 'hideOthers', label: getText('menu.hideOthers') },
      { role: 'unhide', label: getText('menu.showAll') },
      SEPARATOR,
      { role: 'quit', label: getText('menu.quit') },
    ],
  };
}

function buildEditMenu(): MenuItemConstructorOptions {
  return {
    role: 'editMenu',
    label: getText('menu.edit'),
    submenu: [
      { role: 'undo', label: getText('menu.undo') },
      { role: 'redo', label: getText('menu.redo') },
      SEPARATOR,
      { role: 'cut', label: getText('menu.cut') },
      { role: 'copy', label: getText('menu.copy') },
      { role: 'paste', label: getText('menu.paste') },
      SEPARATOR,
      { role: 'selectAll', label: getText('menu.selectAll') },
    ],
  };
}

function buildViewMenu(devTools: boolean): MenuItemConstructorOptions {
  const developer: MenuItemConstructorOptions[] = [
    SEPARATOR,
    { role: 'reload', label: getText('menu.reload') },
    { role: 'toggleDevTools', label: getText('menu.developerTools') },
  ];
  return {
    label: getText('menu.view'),
    submenu: [
      { role: 'resetZoom', label: getText('menu.actualSize') },
      { role: 'zoomIn', label: getText('menu.zoomIn') },
      { role: 'zoomOut', label: getText('menu.zoomOut') },
      SEPARATOR,
      { role: 'togglefullscreen', label: getText('menu.fullScreen') },
      ...(devTools ? developer : []),
    ],
  };
}

function buildWindowMenu(isMac: boolean): MenuItemConstructorOptions {
  const more: MenuItemConstructorOptions[] = isMac
    ? [SEPARATOR, { role: 'front', label: getText('menu.bringAllToFront') }]
    : [{ role: 'close', label: getText('menu.closeWindow') }];
  return {
    role: 'windowMenu',
    label: getText('menu.window'),
    submenu: [
      { role: 'minimize', label: getText('menu.minimize') },
      { role: 'zoom', label: getText('menu.zoomWindow') },
      ...more,
    ],
  };
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
  const help: readonly MenuCommand[] = [
    { id: 'help.keys', label: getText('menu.keys') },
    { id: 'help.tour', label: getText('menu.tour') },
    { id: 'help.check', label: getText('menu.check') },
    { id: 'help.updates', label: getText('menu.updates') },
  ];
  return [
    ...(isMac ? [buildAppMenu()] : []),
    {
      label: getText('menu.file'),
      submenu: [
        toMenuItem({ id: 'sync.now', label: getText('menu.syncNow') }),
        { label: getText('menu.lock'), accelerator: 'CmdOrCtrl+L', click: onLock },
        SEPARATOR,
        ...getScreenEntries('file').map(toMenuItem),
        SEPARATOR,
        isMac
          ? { role: 'close', label: getText('menu.closeWindow') }
          : { role: 'quit', label: getText('menu.quit') },
      ],
    },
    buildEditMenu(),
    {
      label: getText('menu.go'),
      submenu: [
        ...getScreenEntries('go').map(toMenuItem),
        SEPARATOR,
        toMenuItem({ id: 'search.focus', label: getText('menu.search') }),
      ],
    },
    buildViewMenu(devTools),
    buildWindowMenu(isMac),
    { label: getText('menu.help'), role: 'help', submenu: help.map(toMenuItem) },
  ];
}

/** Installs the native menu; again after the language has changed. */
export function installMenu(options: MenuOptions): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(buildMenuTemplate(options, process.platform)));
}
