import { Menu, type MenuItemConstructorOptions } from 'electron';
import { getScreenCommandId, SCREENS, type MenuCommandId } from '#contract/screens.ts';
import { getMainText } from './text.ts';

interface MenuCommand {
  readonly id: MenuCommandId;
  readonly label: string;
}

/** The entries of the screens that a menu leads to. */
function getScreenEntries(menu: 'file' | 'go'): readonly MenuCommand[] {
  return SCREENS.filter((screen) => screen.menu === menu).map(({ id }) => ({
    id: getScreenCommandId(id),
    label: getMainText(`screen.${id}`),
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
      { role: 'about', label: getMainText('menu.about') },
      SEPARATOR,
      { role: 'services', label: getMainText('menu.services') },
      SEPARATOR,
      { role: 'hide', label: getMainText('menu.hide') },
      { role: 'hideOthers', label: getMainText('menu.hideOthers') },
      { role: 'unhide', label: getMainText('menu.showAll') },
      SEPARATOR,
      { role: 'quit', label: getMainText('menu.quit') },
    ],
  };
}

function buildEditMenu(): MenuItemConstructorOptions {
  return {
    role: 'editMenu',
    label: getMainText('menu.edit'),
    submenu: [
      { role: 'undo', label: getMainText('menu.undo') },
      { role: 'redo', label: getMainText('menu.redo') },
      SEPARATOR,
      { role: 'cut', label: getMainText('menu.cut') },
      { role: 'copy', label: getMainText('menu.copy') },
      { role: 'paste', label: getMainText('menu.paste') },
      SEPARATOR,
      { role: 'selectAll', label: getMainText('menu.selectAll') },
    ],
  };
}

function buildViewMenu(devTools: boolean): MenuItemConstructorOptions {
  const developer: MenuItemConstructorOptions[] = [
    SEPARATOR,
    { role: 'reload', label: getMainText('menu.reload') },
    { role: 'toggleDevTools', label: getMainText('menu.developerTools') },
  ];
  return {
    label: getMainText('menu.view'),
    submenu: [
      { role: 'resetZoom', label: getMainText('menu.actualSize') },
      { role: 'zoomIn', label: getMainText('menu.zoomIn') },
      { role: 'zoomOut', label: getMainText('menu.zoomOut') },
      SEPARATOR,
      { role: 'togglefullscreen', label: getMainText('menu.fullScreen') },
      ...(devTools ? developer : []),
    ],
  };
}

function buildWindowMenu(isMac: boolean): MenuItemConstructorOptions {
  const more: MenuItemConstructorOptions[] = isMac
    ? [SEPARATOR, { role: 'front', label: getMainText('menu.bringAllToFront') }]
    : [{ role: 'close', label: getMainText('menu.closeWindow') }];
  return {
    role: 'windowMenu',
    label: getMainText('menu.window'),
    submenu: [
      { role: 'minimize', label: getMainText('menu.minimize') },
      { role: 'zoom', label: getMainText('menu.zoomWindow') },
      ...more,
    ],
  };
}

function listHelpCommands(): readonly MenuCommand[] {
  return [
    { id: 'help.open', label: getMainText('menu.helpOpen') },
    { id: 'help.news', label: getMainText('menu.news') },
    { id: 'help.keys', label: getMainText('menu.keys') },
    { id: 'help.tour', label: getMainText('menu.tour') },
    { id: 'help.check', label: getMainText('menu.check') },
    { id: 'help.updates', label: getMainText('menu.updates') },
    { id: 'help.support', label: getMainText('menu.support') },
    { id: 'help.about', label: getMainText('menu.licences') },
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
      label: getMainText('menu.file'),
      submenu: [
        toMenuItem({ id: 'sync.now', label: getMainText('menu.syncNow') }),
        { label: getMainText('menu.lock'), accelerator: 'CmdOrCtrl+L', click: onLock },
        SEPARATOR,
        ...getScreenEntries('file').map(toMenuItem),
        SEPARATOR,
        isMac
          ? { role: 'close', label: getMainText('menu.closeWindow') }
          : { role: 'quit', label: getMainText('menu.quit') },
      ],
    },
    buildEditMenu(),
    {
      label: getMainText('menu.go'),
      submenu: [
        ...getScreenEntries('go').map(toMenuItem),
        SEPARATOR,
        toMenuItem({ id: 'history.back', label: getMainText('menu.back') }),
        toMenuItem({ id: 'history.forward', label: getMainText('menu.forward') }),
        SEPARATOR,
        toMenuItem({ id: 'search.focus', label: getMainText('menu.search') }),
      ],
    },
    buildViewMenu(devTools),
    buildWindowMenu(isMac),
    { label: getMainText('menu.help'), role: 'help', submenu: listHelpCommands().map(toMenuItem) },
  ];
}

/** Installs the native menu; again after the language has changed. */
export function installMenu(options: MenuOptions): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(buildMenuTemplate(options, process.platform)));
}
