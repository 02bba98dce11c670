import type { MenuItemConstructorOptions } from 'electron';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MENU_COMMAND_IDS, type MenuCommandId } from '#contract/screens.ts';
import { installMenu, buildMenuTemplate, type MenuOptions } from '#main/shell/menu.ts';
import { resetElectron, lastAsk } from '../../support/fake-electron.ts';

vi.mock('electron', async () => (await import('../../support/fake-electron.ts')).electron);
afterEach(resetElectron);

function items(
  more: Partial<MenuOptions> = {},
  platform: NodeJS.Platform = 'linux',
): readonly MenuItemConstructorOptions[] {
  const template = buildMenuTemplate(
    { onCommand: () => {}, onLock: () => {}, devTools: false, ...more },
    platform,
  );
  const flat = (item: MenuItemConstructorOptions): MenuItemConstructorOptions[] => [
    item,
    ...(Array.isArray(item.submenu) ? item.submenu.flatMap(flat) : []),
  ];
  return template.flatMap(flat);
}

describe('the menu', () => {
  it('contains every command once', () => {
    const ids = items().flatMap(({ id }) => (id === undefined ? [] : [id]));
    expect(ids.toSorted()).toEqual([...MENU_COMMAND_IDS].toSorted());
  });

  it('runs the command that was chosen', () => {
    const chosen: MenuCommandId[] = [];
    for (const { click } of items({ onCommand: (id) => chosen.push(id) }))
      (click as (() => void) | undefined)?.(); // Electron passes what our items do not use
    expect(chosen.toSorted()).toEqual([...MENU_COMMAND_IDS].toSorted());
  });

  it("has the developer's entries only on request", () => {
    const roles = (devTools: boolean): unknown[] => items({ devTools }).map(({ role }) => role);
    expect(roles(false)).not.toContain('toggleDevTools');
    expect(roles(true)).toContain('toggleDevTools');
  });

  it('has no shortcut but that of the lock, because the page handles them', () => {
    const shortcuts = items().filter(({ accelerator }) => accelerator !== undefined);
    expect(shortcuts).toMatchObject([{ label: 'Lock', accelerator: 'CmdOrCtrl+L' }]);
  });

  it('locks without the page', () => {
    const onLock = vi.fn();
    const lock = items({ onLock }).find(({ label }) => label === 'Lock');
    (lock?.click as (() => void) | undefined)?.(); // Electron passes what our items do not use
    expect(onLock).toHaveBeenCalledOnce();
  });

  it("starts with the application's own menu on a Mac only", () => {
    expect(items({}, 'darwin')[0]?.role).toBe('appMenu');
    expect(items({}, 'win32').map(({ role }) => role)).not.toContain('appMenu');
  });

  it('has the items that zoom a window and bring all to the front on a Mac only, where they do something', () => {
    const getRoles = (platform: NodeJS.Platform): unknown[] => items({}, platform).map(({ role }) => role);
    expect(getRoles('darwin')).toEqual(expect.arrayContaining(['zoom', 'front']));
    expect(getRoles('win32')).not.toContain('zoom');
  });

  it('is set', () => {
    installMenu({ onCommand: () => {}, onLock: () => {}, devTools: false });
    expect(lastAsk('Menu.setApplicationMenu')[0]).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ label: 'File' })]),
    });
  });
});
