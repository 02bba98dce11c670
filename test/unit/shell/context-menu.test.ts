import { afterEach, describe, expect, it, vi } from 'vitest';
import type { BrowserWindow } from 'electron';
import { buildContextMenu, installContextMenu, type ContextMenuTarget } from '#main/shell/context-menu.ts';
import { askedNames, hostEvent, FakeWindow, lastAsk, resetElectron } from '../../support/fake-electron.ts';

vi.mock('electron', async () => (await import('../../support/fake-electron.ts')).electron);
afterEach(resetElectron);

const FLAGS: ContextMenuTarget['editFlags'] = {
  canUndo: false,
  canRedo: false,
  canCut: true,
  canCopy: true,
  canPaste: true,
  canDelete: true,
  canSelectAll: true,
  canEditRichly: false,
};
const FIELD: ContextMenuTarget = { isEditable: true, editFlags: FLAGS, selectionText: '' };

describe('the context menu', () => {
  it('of a field edits, as far as the field allows', () => {
    const items = buildContextMenu(FIELD).filter(({ role }) => role !== undefined);
    expect(items).toEqual([
      { role: 'undo', label: 'Undo', enabled: false },
      { role: 'redo', label: 'Redo', enabled: false },
      { role: 'cut', label: 'Cut', enabled: true },
      { role: 'copy', label: 'Copy', enabled: true },
      { role: 'paste', label: 'Paste', enabled: true },
      { role: 'selectAll', label: 'Select all', enabled: true },
    ]);
  });

  it('of selected text copies', () => {
    expect(buildContextMenu({ ...FIELD, isEditable: false, selectionText: 'req_1' })).toEqual([
      { role: 'copy', label: 'Copy' },
    ]);
  });

  it('has no entry of its own, so that it can do nothing but what the system does', () => {
    for (const { role, type } of buildContextMenu(FIELD)) expect(role ?? type).toBeDefined();
  });

  it.each(['', ' \n'])('does not appear where nothing is selected (%j)', (selectionText) => {
    const fake = new FakeWindow({});
    installContextMenu(fake as unknown as BrowserWindow); // has the members that are used
    const params = { ...FIELD, isEditable: false, selectionText, menuSourceType: 'mouse', x: 1, y: 2 };
    fake.webContents.emit('context-menu', hostEvent(), params);
    expect(askedNames()).not.toContain('menu.popup');
  });

  it.each([
    ['mouse', {}],
    ['keyboard', { x: 7, y: 9 }],
  ])('opens by %s at the place where it was asked for', (menuSourceType, place) => {
    const fake = new FakeWindow({});
    installContextMenu(fake as unknown as BrowserWindow); // has the members that are used
    fake.webContents.emit('context-menu', hostEvent(), { ...FIELD, menuSourceType, x: 7, y: 9 });
    expect(lastAsk('menu.popup')[1]).toEqual({ window: fake, sourceType: menuSourceType, ...place });
  });
});
